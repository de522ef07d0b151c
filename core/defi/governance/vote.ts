import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail, type SvcError } from "../../kernel/errors.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { castVote } from "./entity.ts";
import { AlreadyVoted, ProposalNotActive } from "./errors.ts";
import * as Hash from "./hash.ts";
import { powerAt } from "./power.ts";
import type { ProposalRef, ProposalState, Vote, VoteType } from "./schema.ts";
import { stateKey, stateOf } from "./state.ts";
import { snapshotMs, statusOf } from "./status.ts";
import { counting, NOTHING, shardOf, tallies } from "./tally.ts";

/**
 * Voting: once for each account and proposal, with the power that the account had at the proposal's snapshot.
 */

export interface Ballot {
  readonly voteType: VoteType;
  readonly reason?: string | undefined;
}

/**
 * Votes. A vote without any power is counted with none, as in Compound's Governor Bravo.
 * @throws PROPOSAL_NOT_FOUND, PROPOSAL_NOT_ACTIVE, ALREADY_VOTED
 */
export async function vote(
  actor: UserActor,
  proposalId: string,
  { voteType, reason }: Ballot,
  claim?: Idempotency.Claim<Vote>,
): Promise<Vote> {
  const { mode, userId: voterId } = actor;
  const voteKey = castVote.key({ mode, proposalId, shard: shardOf(voterId), voterId });
  const [item, earlier] = await Table.getMany([stateKey({ mode, proposalId }), voteKey]);
  const state = stateOf(item);
  const refusal = alreadyVoted(earlier);
  if (refusal) return Idempotency.refuse(refusal, claim);
  checkActive(state);
  const { total: power } = await powerAt(actor, snapshotMs(state));
  checkActive(state);
  const cast = { proposalId, voterId, voteType, power, reason, votedAt: Clock.nowIso() };
  const result: Vote = { ...cast, transactionHash: Hash.ofVote(cast) };
  await Table.commit(
    [
      ...Idempotency.recording(claim, result),
      { put: { ...voteKey, ...result }, where: Where.absent, refused: alreadyVoted },
      counting(state, result, () => closedNow(state)),
    ],
    // What is sent in time may be committed a moment after the end: it counts, unless the shards are closed
    // by then.
    () => checkActive(state),
  );
  return result;
}

/** @throws PROPOSAL_NOT_ACTIVE */
function checkActive(state: ProposalState): void {
  const status = statusOf(state, state.tally ?? NOTHING, Clock.nowMs());
  if (status !== "active") throw notActive(state, status);
}

const notActive = ({ startMs, endMs }: ProposalState, status: string): SvcError =>
  fail(ProposalNotActive, {
    details: {
      status,
      startTime: new Date(startMs).toISOString(),
      endTime: new Date(endMs).toISOString(),
    },
  });

function alreadyVoted(item: Table.Item | undefined): SvcError | undefined {
  if (!item) return undefined;
  const { voteType, votedAt } = castVote.parse(item);
  return fail(AlreadyVoted, { details: { voteType, timestamp: votedAt } });
}

/** Voting was closed while the vote was on its way. */
async function closedNow(proposal: ProposalRef): Promise<SvcError> {
  const state = stateOf(await Table.get(stateKey(proposal)));
  const tally = state.tally ?? (await tallies([proposal])).get(proposal.proposalId) ?? NOTHING;
  return notActive(state, statusOf(state, tally, Clock.nowMs()));
}
