import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import { fail, type SvcError, wrongCursor } from "../../kernel/errors.ts";
import { pattern } from "../../kernel/ids/schema.ts";
import type { Mode, Owner } from "../../kernel/mode.ts";
import { text } from "../../kernel/texts/index.ts";
import { toIso } from "../../kernel/time.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { Totals } from "../staking/schema.ts";
import { bonusOf, bonusPast, totalsKey, totalsOf, votingWrite } from "../staking/weight.ts";
import { castVote } from "./entity.ts";
import { AlreadyVoted, InsufficientVotingPower, ProposalNotActive, ProposalNotFound } from "./errors.ts";
import { formatPower } from "./events.ts";
import { type Power, powerAt } from "./power.ts";
import type { ProposalRef, ProposalState, Vote, VoteType } from "./schema.ts";
import { countWrite, hashOfVote, NOTHING, shardOf, shards, stateKey, stateOf, tallies } from "./state.ts";
import { snapshotMs, statusOf } from "./status.ts";

/** Votes: one for each account and proposal, with the account's power at the proposal's snapshot. */

interface Ballot {
  readonly voteType: VoteType;
  readonly reason?: string | undefined;
}

/**
 * Casts a vote. Retries if the voter's stakes change concurrently.
 * @throws PROPOSAL_NOT_FOUND, PROPOSAL_NOT_ACTIVE, ALREADY_VOTED, INSUFFICIENT_VOTING_POWER for a power of zero,
 *   CONTENTION; AlreadyDone
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
  const state = stateOf(item);
  const rejection = alreadyVoted(earlier);
  if (rejection) throw rejection;
  checkActive(state);
  const totals = totalsOf(stakes);
  const { power, bonus } = await countedPower(actor, await powerAt(actor, snapshotMs(state)), totals, state);
  checkActive(state);
  if (power === 0n) throw powerless(state);
  const cast = { proposalId, voterId, voteType, power, reason, votedAt: Clock.nowIso() };
  const result: Vote = { ...cast, transactionHash: hashOfVote(cast) };
  await Table.commit(
    [
      ...Idempotency.recordWrites(claim, result),
      { put: { ...voteKey, ...result }, where: Where.absent, onConditionFailed: alreadyVoted },
      countWrite(state, result, () => votingEndedError(state)),
      ...(bonus > 0n ? [votingWrite(actor, totals, BigInt(state.endMs))] : []),
    ],
    // A vote may be committed a moment after the end. It counts unless the shards are closed.
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

/**
 * Returns the power that counts. The bonus counts only for locks that last past the end of voting, and holds them until
 * then, so that neither an early withdrawal nor a lock about to end gains voting power.
 */
async function countedPower(
  voter: UserActor,
  { staked, weighted, delegateId, total }: Power,
  totals: Totals,
  { endMs }: ProposalState,
): Promise<{ readonly power: bigint; readonly bonus: bigint }> {
  const had = delegateId === undefined ? weighted - staked : 0n;
  // If positions have changed since the totals were read, the version differs and the vote is retried.
  const has = had > 0n && bonusOf(totals) > 0n ? await bonusPast(voter, endMs) : 0n;
  const bonus = had < has ? had : has;
  return { power: total - had + bonus, bonus };
}

const powerless = (state: ProposalState): SvcError =>
  fail(InsufficientVotingPower, {
    message: text(
      "You had no voting power at this proposal's snapshot, so you cannot vote on it.",
      "Vous n'aviez pas de pouvoir de vote à la date de référence de cette proposition : vous ne pouvez pas voter.",
    ),
    details: { votingPower: formatPower(0n), snapshotTime: toIso(snapshotMs(state)) },
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
      startTime: toIso(startMs),
      endTime: toIso(endMs),
    },
  });

function alreadyVoted(item: Table.Item | undefined): SvcError | undefined {
  if (!item) return undefined;
  const { voteType, votedAt } = castVote.parse(item);
  return fail(AlreadyVoted, { details: { voteType, timestamp: votedAt } });
}

async function votingEndedError(proposal: ProposalRef): Promise<SvcError> {
  const state = stateOf(await Table.get(stateKey(proposal)));
  const tally = state.tally ?? (await tallies([proposal])).get(proposal.proposalId) ?? NOTHING;
  return notActive(state, statusOf(state, tally, Clock.nowMs()));
}

/**
 * Returns an account's vote on a proposal.
 * @param voterId undefined for an address of no account @throws PROPOSAL_NOT_FOUND
 */
export async function find(
  mode: Mode,
  proposalId: string,
  voterId: string | undefined,
): Promise<Vote | undefined> {
  const keys = [
    stateKey({ mode, proposalId }),
    ...(voterId ? [voteKeyOf({ mode, userId: voterId }, proposalId)] : []),
  ];
  const [state, vote] = await Table.getMany(keys);
  if (!state) throw fail(ProposalNotFound);
  return vote && castVote.parse(vote);
}

interface Filter {
  readonly voteType?: VoteType | undefined;
  readonly limit: number;
  /** The user id of the last voter on the previous page. */
  readonly after?: string | undefined;
}

/** Read together, since most shards are empty for a proposal with few votes. */
const SHARDS_PER_BATCH = 5;

/**
 * Returns a page of a proposal's votes, shard by shard.
 * @throws PROPOSAL_NOT_FOUND, INVALID_REQUEST for an unknown cursor
 */
export async function list(
  mode: Mode,
  proposalId: string,
  filter: Filter,
): Promise<{ readonly votes: Vote[]; readonly next: string | undefined }> {
  const { voteType, limit, after } = filter;
  if (after !== undefined && !pattern("user").test(after)) throw wrongCursor();
  const [first = "", ...others] = after === undefined ? shards : shards.slice(shards.indexOf(shardOf(after)));
  const rangeOf = (shard: string) => shardQuery({ mode, proposalId, shard }, filter);
  const [state, begun] = await Promise.all([
    Table.get(stateKey({ mode, proposalId })),
    Table.query(rangeOf(first)),
  ]);
  if (!state) throw fail(ProposalNotFound);
  const found: Vote[] = [];
  const take = (items: readonly Table.Item[]): void => {
    const votes = items.map((item): Vote => castVote.parse(item));
    found.push(
      ...votes.filter((one) => one.voterId !== after && (voteType ?? one.voteType) === one.voteType),
    );
  };
  const rest = async (shard: string, page: Table.Page): Promise<void> => {
    take(page.items);
    for (let from = page.next; from && found.length <= limit; ) {
      const more = await Table.query({ ...rangeOf(shard), after: from });
      take(more.items);
      from = more.next;
    }
  };
  await rest(first, begun);
  for (let at = 0; at < others.length && found.length <= limit; at += SHARDS_PER_BATCH) {
    const group = others.slice(at, at + SHARDS_PER_BATCH);
    const pages = await Promise.all(group.map((shard) => Table.query(rangeOf(shard))));
    for (const [index, shard] of group.entries())
      if (found.length <= limit) await rest(shard, pages[index] ?? { items: [], next: undefined });
  }
  return found.length > limit
    ? { votes: found.slice(0, limit), next: found[limit - 1]?.voterId }
    : { votes: found, next: undefined };
}

/** Returns the query of a shard. Starts at the last voter of the previous page if that vote is in this shard. */
function shardQuery(
  ref: { readonly mode: Mode; readonly proposalId: string; readonly shard: string },
  { limit, after }: Filter,
): Table.QueryInput {
  const isBehind = after !== undefined && ref.shard === shardOf(after);
  const range = isBehind
    ? { from: castVote.key({ ...ref, voterId: after }).sk }
    : { beginsWith: castVote.prefix };
  return { pk: castVote.partition(ref), ...range, limit: limit + 2 };
}
