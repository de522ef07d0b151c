import * as Clock from "../clock/index.ts";
import { fail } from "../errors.ts";
import * as Idempotency from "../idempotency/index.ts";
import type { UserActor } from "../identity/actor.ts";
import { Contention } from "../ledger/errors.ts";
import { refuse } from "../ledger/write.ts";
import * as Outbox from "../outbox/index.ts";
import * as Table from "../platform/table.ts";
import { CancelNotAllowed, ProposalClosed } from "./errors.ts";
import { proposalCancelled } from "./events.ts";
import { transition } from "./head.ts";
import { powerNow } from "./power.ts";
import { fromId } from "./proposals.ts";
import type { Cancelled, Proposal } from "./schema.ts";
import { closingWrites } from "./tally.ts";
import { about, shownPower } from "./told.ts";

/** Cancelling a proposal before it is executed. */

const MAX_ATTEMPTS = 30;

type Why = "proposer" | "below-threshold";

const REASONS: Readonly<Record<Why, string>> = {
  proposer: "Cancelled by its proposer",
  "below-threshold": "Cancelled because its proposer's voting power fell below the threshold",
};

/**
 * Cancels a proposal: its proposer may until it is executed, anybody may while its proposer's power is below the threshold
 * (then not one that is defeated: that is over for all but the proposer's own records).
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
    const over = ["executed", "cancelled", ...(isProposer ? [] : ["defeated"])].includes(status);
    if (over) return refuse(fail(ProposalClosed, { details: { status } }), claim);
    if (!isProposer) await checkBelow(proposal);
    const done = await write(proposal, isProposer ? "proposer" : "below-threshold", claim);
    if (done) return done;
    await Table.pause(Math.min(attempt, 5));
  }
  throw fail(Contention);
}

/** @throws CANCEL_NOT_ALLOWED where the proposer still has the power that the proposal takes */
async function checkBelow({ head: { proposerId, threshold } }: Proposal): Promise<void> {
  const { total } = await powerNow(proposerId);
  if (total >= threshold)
    throw fail(CancelNotAllowed, {
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
