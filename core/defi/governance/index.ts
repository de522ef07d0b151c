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
import { closeWrites, dueAt, hashOfProposal, NOTHING, stateKey, transition } from "./state.ts";
import { proposalStates, SNAPSHOT_MARGIN_MS } from "./status.ts";

/**
 * Governance (spec 2, sections 2.5, 3 and 4.5): creates and cancels proposals. `vote.ts` casts votes, `advance.ts` makes
 * the transitions that are due.
 */

/**
 * Creates a proposal. The proposer's voting power, delegated power included, must reach the threshold.
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
    ...Idempotency.recordWrites(claim, created),
    { put: { ...stateKey(state), ...state, ...dueAt(id, startMs) }, where: Where.absent },
    { put: { ...proposalContent.key(state), ...content, transactionHash } },
    proposalEvent("proposal.created", state, proposal, "pending"),
  ]);
  return created;
}

/** Returns the state of a new proposal. Later changes of the parameters do not affect it. */
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

const REASONS = {
  proposer: "Cancelled by its proposer",
  "below-threshold": "Cancelled because its proposer's voting power fell below the threshold",
} as const;

/**
 * Cancels a proposal that is neither executed, defeated nor cancelled, and closes its voting. Users other than the
 * proposer may do so only while the proposer's power is below the threshold.
 * @throws PROPOSAL_NOT_FOUND, PROPOSAL_CLOSED, CANCEL_NOT_ALLOWED, CONTENTION; AlreadyDone
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
      if (!proposalStates.next(status, "cancel")) throw fail(ProposalClosed, { details: { status } });
      const why = state.proposerId === actor.userId ? "proposer" : "below-threshold";
      if (why === "below-threshold") await checkBelow(proposal);
      const marks = { cancelledAt: Clock.nowIso(), cancelReason: REASONS[why] };
      const result = { id: proposalId, ...marks };
      const writes = [
        ...Idempotency.recordWrites(claim, result),
        transition(state, marks, undefined),
        Outbox.write(proposalCancelled, { ...subjectOf(state, title), why }),
        proposalEvent("proposal.cancelled", { ...state, ...marks }, proposal, "cancelled", proposal.tally),
        ...(state.tally === undefined ? closeWrites(state) : []),
      ];
      return { writes, result };
    },
  );

/**
 * Checks the power at an instant that is old enough to be final, as Compound's Governor checks the previous block: the
 * current power is inconsistent while tokens move between proposer and delegator. Therefore no other user may cancel a
 * proposal in its first minute.
 * @throws CANCEL_NOT_ALLOWED if the proposer's power reached the threshold, or in the proposal's first minute
 */
async function checkBelow({ state: { mode, proposerId, threshold, createdMs } }: Proposal): Promise<void> {
  const atMs = Clock.nowMs() - SNAPSHOT_MARGIN_MS;
  const { total } = await powerAt({ mode, userId: proposerId }, Math.max(atMs, createdMs));
  const isNew = atMs < createdMs;
  if (isNew || total >= threshold)
    throw fail(CancelNotAllowed, {
      ...(isNew && {
        message: text(
          "Only the proposer can cancel a proposal in its first minute.",
          "Seul l'auteur peut annuler une proposition pendant sa première minute.",
        ),
      }),
      details: { proposerVotingPower: formatPower(total), proposalThreshold: formatPower(threshold) },
    });
}
