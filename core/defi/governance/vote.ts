import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import { fail, type SvcError } from "../../kernel/errors.ts";
import type { Owner } from "../../kernel/mode.ts";
import { text } from "../../kernel/texts/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import { Recent } from "../../platform/ratelimit/limit.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { Totals } from "../staking/schema.ts";
import { bonusOf, bonusPast, totalsKey, totalsOf, votingWrite } from "../staking/weight.ts";
import { castVote } from "./entity.ts";
import { AlreadyVoted, InsufficientVotingPower, ProposalNotActive } from "./errors.ts";
import * as Hash from "./hash.ts";
import { formatPower } from "./payload.ts";
import { type Power, powerAt } from "./power.ts";
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
 * Votes; again where the voter's stakes change in between.
 * @throws PROPOSAL_NOT_FOUND, PROPOSAL_NOT_ACTIVE, ALREADY_VOTED, INSUFFICIENT_VOTING_POWER where there is none
 */
export const vote = (
  actor: UserActor,
  proposalId: string,
  ballot: Ballot,
  claim?: Idempotency.Claim<Vote>,
): Promise<Vote> => Table.retry(() => attempt(actor, proposalId, ballot, claim));

async function attempt(
  actor: UserActor,
  proposalId: string,
  { voteType, reason }: Ballot,
  claim: Idempotency.Claim<Vote> | undefined,
): Promise<Vote> {
  const voterId = actor.userId;
  const voteKey = voteKeyOf(actor, proposalId);
  const [item, earlier, stakes] = await Table.getMany(stateKeys(actor, proposalId));
  const state = noted(stateOf(item));
  const refusal = alreadyVoted(earlier);
  if (refusal) return Idempotency.refuse(refusal, claim);
  checkActive(state);
  const totals = totalsOf(stakes);
  const { power, bonus } = await countedOf(actor, await powerAt(actor, snapshotMs(state)), totals, state);
  checkActive(state);
  if (power === 0n) return Idempotency.refuse(powerless(state), claim);
  const cast = { proposalId, voterId, voteType, power, reason, votedAt: Clock.nowIso() };
  const result: Vote = { ...cast, transactionHash: Hash.ofVote(cast) };
  await Table.commit(
    [
      ...Idempotency.recording(claim, result),
      { put: { ...voteKey, ...result }, where: Where.absent, onConditionFailed: alreadyVoted },
      counting(state, result, () => closedNow(state)),
      ...(bonus > 0n ? [votingWrite(actor, totals, BigInt(state.endMs))] : []),
    ],
    // What is sent in time may be committed a moment after the end: it counts, unless the shards are closed
    // by then.
    () => checkActive(state),
  );
  return result;
}

const voteKeyOf = ({ mode, userId: voterId }: Owner, proposalId: string): Table.Key =>
  castVote.key({ mode, proposalId, shard: shardOf(voterId), voterId });

const stateKeys = (owner: Owner, proposalId: string): Table.Key[] => [
  stateKey({ mode: owner.mode, proposalId }),
  voteKeyOf(owner, proposalId),
  totalsKey(owner),
];

/** When votes on a proposal are counted: it never changes, so whoever has voted on it here has told it to the next. */
const snapshots = new Recent<number>(1000);

function noted(state: ProposalState): ProposalState {
  snapshots.note(`${state.mode} ${state.proposalId}`, snapshotMs(state));
  return state;
}

/**
 * What of somebody's power at the snapshot counts. The bonus is of locks that last past the end of voting, and
 * keeps them until then: neither leaving early nor a lock about to end is a way to buy votes. The rest of what
 * is staked weighs as in the flexible pool.
 */
async function countedOf(
  voter: UserActor,
  { staked, weighted, delegateId, total }: Power,
  totals: Totals,
  { endMs }: ProposalState,
): Promise<{ readonly power: bigint; readonly bonus: bigint }> {
  const had = delegateId === undefined ? weighted - staked : 0n;
  // Positions that have changed since the totals were read are of another version of them: tried again.
  const has = had > 0n && bonusOf(totals) > 0n ? await bonusPast(voter, endMs) : 0n;
  const bonus = had < has ? had : has;
  return { power: total - had + bonus, bonus };
}

const powerless = (state: ProposalState): SvcError =>
  fail(InsufficientVotingPower, {
    message: text(
      "You had no voting power when it was counted for this proposal, so there is no vote to cast.",
      "Vous n'aviez pas de pouvoir de vote quand il a été compté pour cette proposition : il n'y a pas de vote à exprimer.",
    ),
    details: { votingPower: formatPower(0n), snapshotTime: new Date(snapshotMs(state)).toISOString() },
  });

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
