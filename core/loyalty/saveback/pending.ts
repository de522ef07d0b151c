import * as Ids from "../../kernel/ids/index.ts";
import { fill, type Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { PENDING_OF_USER, PENDING_SHARDS, pendingReward } from "./entity.ts";
import type { Reward } from "./schema.ts";

/** The pending rewards: their keys, and reading them. */

const shards = Array.from({ length: PENDING_SHARDS }, (_, shard) => String(shard));

/** The shard that a user's pending rewards are in: always the same one. */
const shardOf = (userId: string): string => Ids.shardOf(userId, PENDING_SHARDS);

export const pendingKey = ({ userId, paymentId }: Pick<Reward, "userId" | "paymentId">): Key =>
  pendingReward.key({ shard: shardOf(userId), userId, paymentId });

/**
 * Reads every pending reward, or one user's, strongly consistent: each that is there throughout once. All
 * shards at once, and no more than a page of each is held.
 * @returns how many partitions were read
 */
export async function read(
  userId: string | undefined,
  take: (rewards: readonly Reward[]) => void,
): Promise<number> {
  const chosen = userId === undefined ? shards : [shardOf(userId)];
  const beginsWith = userId === undefined ? pendingReward.prefix : fill(PENDING_OF_USER, { userId });
  const readShard = async (shard: string): Promise<void> => {
    for await (const items of Table.pages({ pk: pendingReward.partition({ shard }), beginsWith }))
      take(items.map((item) => pendingReward.parse(item)));
  };
  await Promise.all(chosen.map(readShard));
  return chosen.length;
}
