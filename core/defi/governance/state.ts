import pMap from "p-map";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Money from "../../kernel/money/index.ts";
import { sha256Hex } from "../../kernel/sha256.ts";
import { toIso } from "../../kernel/time.ts";
import * as Due from "../../platform/due/index.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { proposalDue, proposalState, TALLY_SHARDS, tallyShard } from "./entity.ts";
import { ProposalNotFound } from "./errors.ts";
import type { ProposalContent, ProposalRef, ProposalState, Tally, Vote, VoteType } from "./schema.ts";

/** Stored state of proposals: transitions, the sharded tally, and hashes of the recorded content. */

const PROPOSAL_ID = Ids.pattern("proposal");

/** @throws PROPOSAL_NOT_FOUND for a malformed id */
export function stateKey(ref: ProposalRef): Key {
  if (!PROPOSAL_ID.test(ref.proposalId)) throw fail(ProposalNotFound);
  return proposalState.key(ref);
}

/** @throws PROPOSAL_NOT_FOUND */
export function stateOf(item: Table.Item | undefined): ProposalState {
  if (!item) throw fail(ProposalNotFound);
  return proposalState.parse(item);
}

/** Returns the index attributes for an instant, or the ones that remove the proposal from the index. */
export const dueAt = (proposalId: string, ms: number | undefined) =>
  ms === undefined ? Due.done : proposalDue.at(proposalId, toIso(ms));

/**
 * Returns the write of a transition if the version is unchanged.
 * @param dueMs the time of the next transition. Undefined if none follows
 */
export const transition = (
  state: ProposalState,
  marks: Partial<ProposalState>,
  dueMs: number | undefined,
): Table.Write => ({
  update: stateKey(state),
  set: { ...marks, ...dueAt(state.proposalId, dueMs) },
  add: { version: 1n },
  where: proposalState.unchanged(state),
});

export const NOTHING: Tally = { for: 0n, against: 0n, abstain: 0n };

export const shards = Array.from({ length: TALLY_SHARDS }, (_, shard) => String(shard).padStart(2, "0"));

export const shardOf = (voterId: string): string => shards[Number(Ids.shardOf(voterId, TALLY_SHARDS))] ?? "";

export const tallyKeys = ({ mode, proposalId }: ProposalRef): Key[] =>
  shards.map((shard) => tallyShard.key({ mode, proposalId, shard }));

/** Returns the sum of the shards at `tallyKeys`. */
export function sumOf(items: readonly (Table.Item | undefined)[]): Tally {
  const parts = items.flatMap((item) => (item ? [tallyShard.parse(item)] : []));
  const sum = (voteType: VoteType) => Money.sum(parts.map((part) => part[voteType] ?? 0n));
  return { for: sum("for"), against: sum("against"), abstain: sum("abstain") };
}

/** Returns the write that counts a vote. @param onClosed the error if the shard is closed */
export const countWrite = (
  { mode, proposalId }: ProposalRef,
  { voterId, voteType, power }: Vote,
  onClosed: Table.OnConditionFailed,
): Table.Write => ({
  update: tallyShard.key({ mode, proposalId, shard: shardOf(voterId) }),
  add: { [voteType]: power, votes: 1 },
  where: Where.lacks("closed"),
  onConditionFailed: onClosed,
});

const closed = { set: { closed: true } };

export const closeWrites = (proposal: ProposalRef): Table.Write[] =>
  tallyKeys(proposal).map((key) => ({ update: key, ...closed }));

/** Closes the shards, also those already closed. @returns the final tally */
export const close = async (proposal: ProposalRef): Promise<Tally> =>
  sumOf(await Promise.all(tallyKeys(proposal).map((key) => Table.update(key, closed))));

const CONCURRENCY = 25;

/** Returns the current tallies of several proposals, by id. */
export async function tallies(proposals: readonly ProposalRef[]): Promise<ReadonlyMap<string, Tally>> {
  const read = async (proposal: ProposalRef) =>
    [proposal.proposalId, sumOf(await Table.getMany(tallyKeys(proposal)))] as const;
  return new Map(await pMap(proposals, read, { concurrency: CONCURRENCY }));
}

/** Returns a public hash: `0x` and the SHA-256 of the content as a JSON array that begins with the format's name. */
const hash = (content: readonly unknown[]): string => `0x${sha256Hex(JSON.stringify(content))}`;

export const hashOfProposal = (
  { proposalId, proposerId, createdMs, startMs, endMs }: ProposalState,
  { title, description, category, actions, discussionUrl }: Omit<ProposalContent, "transactionHash">,
): string =>
  hash([
    "svc.governance.proposal/1",
    proposalId,
    proposerId,
    createdMs,
    startMs,
    endMs,
    title,
    description,
    category,
    actions.map(({ target, value, signature, calldata }) => [target, value, signature, calldata]),
    discussionUrl ?? null,
  ]);

export const hashOfVote = ({
  proposalId,
  voterId,
  voteType,
  power,
  reason,
  votedAt,
}: Omit<Vote, "transactionHash">): string =>
  hash(["svc.governance.vote/1", proposalId, voterId, voteType, power.toString(), reason ?? null, votedAt]);
