import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import { fail } from "../../kernel/errors.ts";
import { text } from "../../kernel/texts/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import { proposalEvent } from "./api-events.ts";
import { CancelNotAllowed, ProposalClosed } from "./errors.ts";
import { proposalCancelled } from "./events.ts";
import { formatPower, subjectOf } from "./payload.ts";
import { powerAt } from "./power.ts";
import { fromId } from "./proposals.ts";
import type { Cancelled, Proposal, Status } from "./schema.ts";
import { transition } from "./state.ts";
import { SNAPSHOT_MARGIN_MS } from "./status.ts";
import { closing } from "./tally.ts";

/** Cancelling a proposal before it has come to its end. */

const REASONS = {
  proposer: "Cancelled by its proposer",
  "below-threshold": "Cancelled because its proposer's voting power fell below the threshold",
} as const;

/** There is nothing left to cancel: what was voted down stays on record as that, for its proposer too. */
const OVER: readonly Status[] = ["defeated", "executed", "cancelled"];

/**
 * Cancels a proposal that is not over, and closes its voting: its proposer may, and anybody may while its
 * proposer's power is below the threshold.
 * @throws PROPOSAL_NOT_FOUND, PROPOSAL_CLOSED, CANCEL_NOT_ALLOWED, CONTENTION
 */
export const cancel = (
  actor: UserActor,
  proposalId: string,
  claim?: Idempotency.Claim<Cancelled>,
): Promise<Cancelled> =>
  Table.change(
    () => fromId(actor.mode, proposalId),
    async (proposal) => {
      const { state, status, title } = proposal;
      if (OVER.includes(status))
        return Idempotency.refuse(fail(ProposalClosed, { details: { status } }), claim);
      const why = state.proposerId === actor.userId ? "proposer" : "below-threshold";
      if (why === "below-threshold") await checkBelow(proposal);
      const marks = { cancelledAt: Clock.nowIso(), cancelReason: REASONS[why] };
      const result = { id: proposalId, ...marks };
      const writes = [
        ...Idempotency.recording(claim, result),
        transition(state, marks, undefined),
        Outbox.write(proposalCancelled, { ...subjectOf(state, title), why }),
        proposalEvent("proposal.cancelled", { ...state, ...marks }, proposal, "cancelled", proposal.tally),
        ...(state.tally === undefined ? closing(state) : []),
      ];
      return { writes, result };
    },
  );

/**
 * Looks at one instant so far back that nothing of it changes any more: a reading of now is inconsistent
 * while tokens move between the proposer and a delegator. (Compound's Governor looks at the block before,
 * too.) So nobody else may cancel a proposal in its first moments, when that instant lies before it.
 * @throws CANCEL_NOT_ALLOWED where the proposer still had the power that the proposal takes
 */
async function checkBelow({ state: { mode, proposerId, threshold, createdMs } }: Proposal): Promise<void> {
  const atMs = Clock.nowMs() - SNAPSHOT_MARGIN_MS;
  const { total } = await powerAt({ mode, userId: proposerId }, Math.max(atMs, createdMs));
  const isNew = atMs < createdMs;
  if (isNew || total >= threshold)
    throw fail(CancelNotAllowed, {
      ...(isNew && {
        message: text(
          "In its first minute only its proposer may cancel a proposal.",
          "Pendant sa première minute, seul son auteur peut annuler une proposition.",
        ),
      }),
      details: { proposerVotingPower: formatPower(total), proposalThreshold: formatPower(threshold) },
    });
}
