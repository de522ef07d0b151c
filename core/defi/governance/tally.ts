import * as Ids from "../../kernel/ids/index.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { TALLY_SHARDS, tallyShard } from "./entity.ts";
import type { Tally, VoteType } from "./schema.ts";

/** The tally of a proposal, spread over shards; a voter's votes all go to one of them. */

export const NOTHING: Tally = { for: 0n, against: 0n, abstain: 0n };

const shards = Array.from({ length: TALLY_SHARDS }, (_, shard) => String(shard).padStart(2, "0"));

/** The shard that a voter is counted in. */
export const shardOf = (userId: string): string => shards[Number(Ids.shardOf(userId, TALLY_SHARDS))] ?? "";

/** Where the shards of a proposal's tally stand. */
export const tallyKeys = (proposalId: string): Key[] =>
  shards.map((shard) => tallyShard.key({ proposalId, shard }));

const part = (item: Table.Item | undefined, voteType: VoteType): bigint =>
  (item?.[voteType] as bigint | undefined) ?? 0n;

/** The sum of what was read at `tallyKeys`. */
export const sumOf = (items: readonly (Table.Item | undefined)[]): Tally => ({
  for: items.reduce((sum, item) => sum + part(item, "for"), 0n),
  against: items.reduce((sum, item) => sum + part(item, "against"), 0n),
  abstain: items.reduce((sum, item) => sum + part(item, "abstain"), 0n),
});

/** The write that counts a vote; refused once the shard is closed. */
export const counting = (
  proposalId: string,
  userId: string,
  voteType: VoteType,
  power: bigint,
): Table.Write => ({
  update: {
    key: tallyShard.key({ proposalId, shard: shardOf(userId) }),
    update: "ADD #type :power, votes :one",
    condition: "attribute_not_exists(closed)",
    names: { "#type": voteType },
    values: { ":power": power, ":one": 1 },
  },
});

const closing = (key: Key): Table.Update => ({
  key,
  update: "SET closed = :yes",
  values: { ":yes": true },
});

/** The writes that close a proposal's shards, for the transaction that ends its voting. */
export const closingWrites = (proposalId: string): Table.Write[] =>
  tallyKeys(proposalId).map((key) => ({ update: closing(key) }));

/** Closes the shards, those that are closed already too, and gives what they came to: final. */
export async function close(proposalId: string): Promise<Tally> {
  return sumOf(await Promise.all(tallyKeys(proposalId).map((key) => Table.update(closing(key)))));
}

/** How many items one BatchGetItem takes. */
const BATCH = 100;

/** The tallies of several proposals as they are now. */
export async function tallies(proposalIds: readonly string[]): Promise<ReadonlyMap<string, Tally>> {
  const atOnce = Math.floor(BATCH / TALLY_SHARDS);
  const batches = Array.from({ length: Math.ceil(proposalIds.length / atOnce) }, (_, index) =>
    proposalIds.slice(index * atOnce, (index + 1) * atOnce),
  );
  const read = await Promise.all(
    batches.map(async (ids) => {
      const items = await Table.getMany(ids.flatMap(tallyKeys));
      return ids.map(
        (id, index) => [id, sumOf(items.slice(index * TALLY_SHARDS, (index + 1) * TALLY_SHARDS))] as const,
      );
    }),
  );
  return new Map(read.flat());
}
