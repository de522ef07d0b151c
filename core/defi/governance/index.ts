import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { Owner } from "../../kernel/mode.ts";
import { text } from "../../kernel/texts/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { governanceParameters, quorumOf } from "../parameters/index.ts";
import * as Actions from "./actions/index.ts";
import { proposalContent } from "./entity.ts";
import { CancelNotAllowed, InsufficientVotingPower, ProposalClosed } from "./errors.ts";
import { formatPower, proposalCancelled, proposalEvent, subjectOf } from "./events.ts";
import { powerAt, powerNow } from "./power.ts";
import { fromId } from "./proposals.ts";
import type { Cancelled, Created, Draft, Proposal, ProposalState } from "./schema.ts";
import { closing, dueAt, hashOfProposal, NOTHING, stateKey, transition } from "./state.ts";
import { proposalStates, SNAPSHOT_MARGIN_MS } from "./status.ts";

/**
 * Governance (spec 2, sections 2.5, 3 and 4.5): holders of the platform's token propose, vote, and what
 * passes takes effect. Here proposals are made; `proposals.ts` shows them, `vote.ts`, `cancel.ts` and
 * `advance.ts` take them to their end.
 */

/**
 * Proposes. Who proposes has at least the threshold of voting power now, what others have delegated included.
 * @throws INVALID_ACTIONS, INSUFFICIENT_VOTING_POWER; AlreadyDone
 */
export async function create(
  actor: UserActor,
  draft: Draft,
  claim?: Idempotency.Claim<Created>,
): Promise<Created> {
  const [actions, terms, { total }] = await Promise.all([
    Actions.check(actor.mode, draft.actions),
    governanceParameters.read(actor.mode),
    powerNow(actor),
  ]);
  if (total < terms.proposalThreshold) {
    throw fail(InsufficientVotingPower, {
      details: { required: formatPower(terms.proposalThreshold), votingPower: formatPower(total) },
    });
  }
  const state = newState(actor, terms);
  const { proposalId: id, startMs, endMs } = state;
  const { title, description, category, discussionUrl } = draft;
  const content = { title, description, category, actions: [...actions], discussionUrl };
  const transactionHash = hashOfProposal(state, content);
  const proposal: Proposal = { ...content, transactionHash, state, status: "pending", tally: NOTHING };
  const created: Created = { ...proposal, id, startMs, endMs };
  await Table.commit([
    ...Idempotency.recording(claim, created),
    { put: { ...stateKey(state), ...state, ...dueAt(id, startMs) }, where: Where.absent },
    { put: { ...proposalContent.key(state), ...content, transactionHash } },
    proposalEvent("proposal.created", state, proposal, "pending"),
  ]);
  return created;
}

/** A new proposal's state: all that it takes from the parameters holds for it from now on. */
function newState(
  { mode, userId: proposerId }: Owner,
  terms: Awaited<ReturnType<typeof governanceParameters.read>>,
): ProposalState {
  const createdMs = Clock.nowMs();
  const startMs = createdMs + Number(terms.votingDelaySeconds) * 1000;
  return {
    mode,
    proposalId: Ids.create("proposal"),
    proposerId,
    createdMs,
    startMs,
    endMs: startMs + Number(terms.votingPeriodSeconds) * 1000,
    timelockMs: Number(terms.timelockSeconds) * 1000,
    threshold: terms.proposalThreshold,
    quorum: quorumOf(terms.quorumBps),
    attempts: 0,
    version: 1n,
  };
}

/** Cancelling a proposal before it has come to its end. */

const REASONS = {
  proposer: "Cancelled by its proposer",
  "below-threshold": "Cancelled because its proposer's voting power fell below the threshold",
} as const;

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
      // A defeated proposal stays on record as that, for its proposer too.
      if (!proposalStates.next(status, "cancel"))
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
