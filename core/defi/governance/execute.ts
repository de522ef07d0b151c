import * as z from "zod";
import * as Clock from "../../kernel/clock/ledger.ts";
import { SvcError } from "../../kernel/errors.ts";
import type { Mode } from "../../kernel/mode.ts";
import { HOUR_MS } from "../../kernel/time.ts";
import { accountOf, systemRef } from "../../ledger/accounts.ts";
import * as Ledger from "../../ledger/index.ts";
import type { AccountRef, Posting } from "../../ledger/schema.ts";
import { log } from "../../platform/log.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import { AccountClosed } from "../../policy/errors.ts";
import * as Policy from "../../policy/index.ts";
import { BrokenRule } from "./actions/abi.ts";
import * as Actions from "./actions/index.ts";
import { type Payment, ruleOf } from "./actions/target.ts";
import { proposalEvent, proposalExecuted, subjectOf } from "./events.ts";
import type { ProposalContent, ProposalState } from "./schema.ts";
import { transition } from "./state.ts";
import { expiryMs } from "./status.ts";

/**
 * Executes proposals: all actions and the record of the execution are one transaction. Payments to closed accounts are
 * skipped: the money remains in the treasury, and the proposal states it.
 */

/** The pause after a failed attempt doubles each time. */
const MIN_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 6 * HOUR_MS;

/**
 * Executes a queued proposal, or records the failure and the time of the next attempt.
 * @throws ConditionFailed after a concurrent update, also of an item that the actions change; an unexpected error as it
 *   is, without a record
 */
export async function execute(state: ProposalState, content: ProposalContent): Promise<void> {
  try {
    await attempt(state, content);
  } catch (error) {
    if (error instanceof Outdated) throw new Table.ConditionFailed(undefined, { cause: error });
    const why = failureOf(error);
    if (why === undefined) throw error;
    const { mode, proposalId } = state;
    log.warn("governance: execution failed, retried with increasing pauses until the grace period ends", {
      mode,
      proposalId,
      why,
    });
    await Table.commit([failed(state, why)]);
  }
}

/** Thrown after a concurrent update: the ledger would retry the same outdated writes. */
class Outdated extends Error {}

class ClosedRecipients extends Error {
  override readonly name = "ClosedRecipients";
  readonly accounts: ReadonlySet<string>;
  constructor(accounts: readonly string[]) {
    super("the proposal would pay closed accounts");
    this.accounts = new Set(accounts);
  }
}

async function attempt(state: ProposalState, content: ProposalContent): Promise<void> {
  let closed: ReadonlySet<string> = new Set();
  for (;;)
    try {
      return await post(state, content, closed);
    } catch (error) {
      if (!(error instanceof ClosedRecipients)) throw error;
      closed = closed.union(error.accounts);
    }
}

/** @param closed accounts whose payments are skipped @throws ClosedRecipients if there are others, Outdated */
async function post(
  state: ProposalState,
  content: ProposalContent,
  closed: ReadonlySet<string>,
): Promise<void> {
  const { mode, proposalId } = state;
  const { actions, title } = content;
  const accountOfPayment = (payment: Payment) => recipientOf(mode, payment).account;
  const effects = await Actions.effects(mode, actions);
  const all = effects.flatMap(({ payments = [] }) => payments);
  const payments = all.filter((payment) => !closed.has(accountOfPayment(payment)));
  const marks = { executedAt: Clock.nowIso(), ...skippedNote(all.length - payments.length) };
  const writes = [transition(state, marks, undefined), ...effects.flatMap(({ writes = [] }) => writes)];
  const events = [
    Outbox.write(proposalExecuted, { ...subjectOf(state, title), actions: actions.length }),
    proposalEvent("proposal.executed", { ...state, ...marks }, content, "executed"),
  ];
  const postings = [
    ...payments.flatMap((payment) => postingsOf(mode, payment)),
    ...effects.flatMap((effect) => effect.postings ?? []),
  ];
  if (postings.length === 0) return Table.commit([...writes, ...events]);
  return Policy.post({
    type: "TREASURY_TRANSFER",
    postings,
    opens: payments.map((payment) => recipientOf(mode, payment)),
    payDebtsFirst: true,
    actorId: "governance",
    reason: `proposal ${proposalId}`,
    reference: { kind: "proposal", id: proposalId },
    extraWrites: (entry) => {
      const closedAccounts = payments
        .map(accountOfPayment)
        .filter((account) => entry.suspended(account) > 0n);
      if (closedAccounts.length > 0) throw new ClosedRecipients(closedAccounts);
      return writes.map((write) => ({ ...write, onConditionFailed: () => new Outdated() }));
    },
    events,
    result: () => undefined,
  });
}

/** Returns the note on skipped payments. */
function skippedNote(count: number): Pick<ProposalState, "failure"> {
  if (count === 0) return {};
  const why = `${count} of its payments remained in the treasury, since the recipient's account is closed.`;
  return { failure: `${AccountClosed.code}: ${why}` };
}

const recipientOf = (mode: Mode, { userId, asset }: Payment): AccountRef =>
  accountOf({ mode, userId }, asset);

const postingsOf = (mode: Mode, payment: Payment): Posting[] =>
  Ledger.move(systemRef(mode, "treasury", payment.asset), recipientOf(mode, payment), payment.amount);

/** Returns the public reason of a failure. Undefined for an error that is a bug. */
function failureOf(error: unknown): string | undefined {
  if (error instanceof SvcError) return `${error.code}: ${error.message}`;
  if (error instanceof z.ZodError) return ruleOf(error).en;
  return error instanceof BrokenRule ? error.message : undefined;
}

function failed(state: ProposalState, failure: string): Table.Write {
  const pauseMs = Math.min(MIN_PAUSE_MS * 2 ** state.attempts, MAX_PAUSE_MS);
  const nextMs = Math.min(Clock.nowMs() + pauseMs, expiryMs(state));
  return transition(state, { attempts: state.attempts + 1, failure }, nextMs);
}
