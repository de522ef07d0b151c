import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { Contention, fail } from "../../kernel/errors.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import { CancelNotAllowed, ProposalClosed } from "./errors.ts";
import { proposalCancelled } from "./events.ts";
import { transition } from "./head.ts";
import { powerAt } from "./power.ts";
import { fromId } from "./proposals.ts";
import type { Cancelled, Proposal, Status } from "./schema.ts";
import { SNAPSHOT_MARGIN_MS } from "./status.ts";
import { closingWrites } from "./tally.ts";
import { about, shownPower } from "./told.ts";

/** Cancelling a proposal before it has come to its end. */

const MAX_ATTEMPTS = 30;

type Why = "proposer" | "below-threshold";

const REASONS: Readonly<Record<Why, string>> = {
  proposer: "Cancelled by its proposer",
  "below-threshold": "Cancelled because its proposer's voting power fell below the threshold",
};

/** There is nothing left to cancel: what was voted down stays on record as that, for its proposer too. */
const OVER: readonly Status[] = ["defeated", "executed", "cancelled"];

/**
 * Cancels a proposal that is not over: its proposer may, and anybody may while its proposer's power is below the threshold.
 * @throws PROPOSAL_NOT_FOUND, PROPOSAL_CLOSED, CANCEL_NOT_ALLOWED, CONTENTION
 */
export async function cancel(
  actor: UserActor,
  proposalId: string,
  claim?: Idempotency.Claim<Cancelled>,
): Promise<Cancelled> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const proposal = await fromId(proposalId);
    const { status } = proposal;
    const isProposer = proposal.head.proposerId === actor.userId;
    if (OVER.includes(status))
      return Idempotency.refuse(fail(ProposalClosed, { details: { status } }), claim);
    if (!isProposer) await checkBelow(proposal);
    const done = await write(proposal, isProposer ? "proposer" : "below-threshold", claim);
    if (done) return done;
    await Table.pause(Math.min(attempt, 5));
  }
  throw fail(Contention);
}

/**
 * Looks at one instant so far back that nothing of it changes any more: a reading of now is torn while tokens move between
 * the proposer and a delegator. (Compound's Governor looks at the block before, too.) So nobody else may cancel a proposal
 * in its first moments, when that instant lies before it.
 * @throws CANCEL_NOT_ALLOWED where the proposer still had the power that the proposal takes
 */
async function checkBelow({ head: { proposerId, threshold, createdMs } }: Proposal): Promise<void> {
  const atMs = Clock.nowMs() - SNAPSHOT_MARGIN_MS;
  const { total } = await powerAt(proposerId, Math.max(atMs, createdMs));
  const isNew = atMs < createdMs;
  if (isNew || total >= threshold)
    throw fail(CancelNotAllowed, {
      ...(isNew && { message: "In its first minute only its proposer may cancel a proposal." }),
      details: { proposerVotingPower: shownPower(total), proposalThreshold: shownPower(threshold) },
    });
}

/** Marks it and closes its voting in one transaction. @returns undefined where another writer was faster */
async function write(
  proposal: Proposal,
  why: Why,
  claim: Idempotency.Claim<Cancelled> | undefined,
): Promise<Cancelled | undefined> {
  const { head } = proposal;
  const done = { id: head.proposalId, cancelledAt: Clock.nowIso(), cancelReason: REASONS[why] };
  const { cancelledAt, cancelReason } = done;
  try {
    await Table.transact([
      ...(claim ? [Idempotency.record(claim, done)] : []),
      transition(head, { cancelledAt, cancelReason }, undefined),
      Outbox.write(proposalCancelled, { ...about(head, proposal.title), why }),
      ...(head.tally === undefined ? closingWrites(head.proposalId) : []),
    ]);
    return done;
  } catch (error) {
    if (!(error instanceof Table.TransactionRefused)) throw error;
    if (claim) Idempotency.rethrowIfDone(error, 0);
    return undefined;
  }
}
