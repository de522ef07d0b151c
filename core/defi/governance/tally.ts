import pMap from "p-map";
import * as Ids from "../../kernel/ids/index.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { TALLY_SHARDS, tallyShard } from "./entity.ts";
import type { ProposalRef, Tally, Vote, VoteType } from "./schema.ts";

/** The tally of a proposal, spread over shards; a voter's votes all go to one of them. */

export const NOTHING: Tally = { for: 0n, against: 0n, abstain: 0n };

export const shards = Array.from({ length: TALLY_SHARDS }, (_, shard) => String(shard).padStart(2, "0"));

/** The shard that a voter is counted in. */
export const shardOf = (voterId: string): string => shards[Number(Ids.shardOf(voterId, TALLY_SHARDS))] ?? "";

/** The keys of a proposal's shards. */
export const tallyKeys = ({ mode, proposalId }: ProposalRef): Key[] =>
  shards.map((shard) => tallyShard.key({ mode, proposalId, shard }));

/** The sum of what was read at `tallyKeys`. */
export function sumOf(items: readonly (Table.Item | undefined)[]): Tally {
  const parts = items.flatMap((item) => (item ? [tallyShard.parse(item)] : []));
  const sum = (voteType: VoteType) => parts.reduce((total, part) => total + (part[voteType] ?? 0n), 0n);
  return { for: sum("for"), against: sum("against"), abstain: sum("abstain") };
}

/** The write that counts a vote. @param refused what it means that the shard is closed */
export const counting = (
  { mode, proposalId }: ProposalRef,
  { voterId, voteType, power }: Vote,
  refused: Table.OnConditionFailed,
): Table.Write => ({
  update: tallyShard.key({ mode, proposalId, shard: shardOf(voterId) }),
  add: { [voteType]: power, votes: 1 },
  where: Where.lacks("closed"),
  onConditionFailed: refused,
});

const closed = { set: { closed: true } };

/** The writes that close a proposal's shards, for the transaction that ends its voting. */
export const closing = (proposal: ProposalRef): Table.Write[] =>
  tallyKeys(proposal).map((key) => ({ update: key, ...closed }));

/** Closes the shards, those that are closed already too. @returns what they come to: final */
export const close = async (proposal: ProposalRef): Promise<Tally> =>
  sumOf(await Promise.all(tallyKeys(proposal).map((key) => Table.update(key, closed))));

/** How many tallies are read at a time. */
const CONCURRENCY = 25;

/** The tallies of several proposals as they are now, by proposal id. */
export async function tallies(proposals: readonly ProposalRef[]): Promise<ReadonlyMap<string, Tally>> {
  const read = async (proposal: ProposalRef) =>
    [proposal.proposalId, sumOf(await Table.getMany(tallyKeys(proposal)))] as const;
  return new Map(await pMap(proposals, read, { concurrency: CONCURRENCY }));
}
