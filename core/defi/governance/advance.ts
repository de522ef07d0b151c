import * as Sandbox from "../../identity/sandboxes/index.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import { fail } from "../../kernel/errors.ts";
import type { Owner } from "../../kernel/mode.ts";
import { toIso } from "../../kernel/time.ts";
import * as Due from "../../platform/due/index.ts";
import { withLocalMutex } from "../../platform/mutex/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import { proposalContent, proposalDue, proposalState } from "./entity.ts";
import { ProposalNotFound } from "./errors.ts";
import {
  proposalActivated,
  proposalCancelled,
  proposalDefeated,
  proposalEvent,
  proposalQueued,
  subjectOf,
  votesOf,
} from "./events.ts";
import { execute } from "./execute.ts";
import type { ProposalContent, ProposalRef, ProposalState } from "./schema.ts";
import { close, stateKey, stateOf, transition } from "./state.ts";
import { etaMs, expiryMs, passes } from "./status.ts";

/**
 * The schedule of proposals of all ledgers. A proposal's status depends on the time; the schedule records each
 * transition once, with its event, and executes proposals when their timelock is over.
 */

const CONCURRENCY = 10;

/**
 * Makes every due transition. A failure of one proposal does not stop the others.
 * @returns the number of advanced proposals
 * @throws the first failure, after all others are done
 */
export const advance = (): Promise<number> =>
  Sandbox.sweep(proposalDue, (item) => proposalState.parse(item).mode, work, { concurrency: CONCURRENCY });

/** Advances a proposal as far as possible now. */
function work(item: Table.Item): Promise<boolean> {
  const proposal = proposalState.parse(item);
  // Executed in order: if two proposals set the same parameter, the later one must take effect last.
  const mutex = proposal.queuedAt === undefined ? undefined : `executions ${proposal.mode}`;
  return withLocalMutex(mutex, () => makeTransitions(proposal));
}

/** The proposals of a ledger with an outstanding transition. */
export const proposals = {
  open: async ({ mode }: Owner): Promise<Table.Item[]> =>
    (await Table.queryAll({ pk: proposalState.partition({ mode }) })).filter(Due.isOpen),
  work,
} as const;

/** Makes all due transitions of a proposal. @returns whether there was any */
async function makeTransitions(proposal: ProposalRef): Promise<boolean> {
  let advanced = false;
  while (await Table.retry(() => step(proposal))) advanced = true;
  return advanced;
}

/**
 * Makes the next transition.
 * @returns false if none is due
 * @throws PROPOSAL_NOT_FOUND without its content or state, ConditionFailed after a concurrent update
 */
async function step(proposal: ProposalRef): Promise<boolean> {
  const [item, content] = await Table.getMany([stateKey(proposal), proposalContent.key(proposal)]);
  if (!content) throw fail(ProposalNotFound);
  const next = dueTransition(stateOf(item), proposalContent.parse(content), Clock.nowMs());
  await next?.();
  return next !== undefined;
}

function dueTransition(
  state: ProposalState,
  content: ProposalContent,
  nowMs: number,
): (() => Promise<void>) | undefined {
  if (state.executedAt !== undefined || state.cancelledAt !== undefined) return undefined;
  if (state.activatedAt === undefined)
    return nowMs >= state.startMs ? () => activate(state, content) : undefined;
  if (state.tally === undefined) return nowMs > state.endMs ? () => decide(state, content) : undefined;
  if (state.queuedAt === undefined) return undefined;
  if (nowMs >= expiryMs(state)) return () => expire(state, content);
  // The eta, or the time of the next attempt after a failure.
  const dueAt = Due.timeOf(state);
  const isDue = dueAt !== undefined && dueAt <= toIso(nowMs);
  return isDue ? () => execute(state, content) : undefined;
}

// Voting includes the end itself, so the next transition is due a millisecond later.
const activate = (state: ProposalState, content: ProposalContent) =>
  Table.commit([
    transition(state, { activatedAt: Clock.nowIso() }, state.endMs + 1),
    Outbox.write(proposalActivated, subjectOf(state, content.title)),
    proposalEvent("proposal.active", state, content, "active"),
  ]);

/** Closes the votes and records the outcome. */
async function decide(state: ProposalState, content: ProposalContent): Promise<void> {
  const tally = await close(state);
  const payload = { ...subjectOf(state, content.title), ...votesOf(state, tally) };
  if (!passes(tally, state.quorum))
    return Table.commit([
      transition(state, { tally }, undefined),
      Outbox.write(proposalDefeated, payload),
      proposalEvent("proposal.defeated", { ...state, tally }, content, "defeated"),
    ]);
  const eta = toIso(etaMs(state));
  return Table.commit([
    transition(state, { tally, queuedAt: Clock.nowIso() }, etaMs(state)),
    Outbox.write(proposalQueued, { ...payload, eta }),
    proposalEvent("proposal.succeeded", { ...state, tally }, content, "succeeded"),
    proposalEvent("proposal.queued", { ...state, tally }, content, "queued"),
  ]);
}

function expire(state: ProposalState, content: ProposalContent): Promise<void> {
  const cancelReason = `Not executed in time: ${state.failure ?? "never tried"}`;
  const marks = { cancelledAt: Clock.nowIso(), cancelReason };
  return Table.commit([
    transition(state, marks, undefined),
    Outbox.write(proposalCancelled, { ...subjectOf(state, content.title), why: "expired" }),
    proposalEvent("proposal.cancelled", { ...state, ...marks }, content, "cancelled"),
  ]);
}
