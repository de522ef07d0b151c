import { createHash } from "node:crypto";
import { fill, type Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { PENDING_OF_USER, PENDING_SHARDS, pendingReward } from "./entity.ts";
import { type Reward, rewardItem } from "./schema.ts";

/** The pending rewards: where they stand, and reading them. */

const shards = Array.from({ length: PENDING_SHARDS }, (_, shard) => String(shard).padStart(2, "0"));

/** The shard that a user's pending rewards are in: always the same one. */
const shardOf = (userId: string): string =>
  shards[createHash("sha256").update(userId).digest().readUInt32BE(0) % PENDING_SHARDS] ?? "";

/** Where the pending reward of a payment stands. */
export const pendingKey = ({ userId, paymentId }: Pick<Reward, "userId" | "paymentId">): Key =>
  pendingReward.key({ shard: shardOf(userId), userId, paymentId });

/**
 * Reads every pending reward, or one user's, strongly consistent: each that was there throughout is read, and none twice. All
 * shards at once, and page by page, so that no more than a page of each is held.
 * @returns how many partitions were read
 */
export async function read(
  userId: string | undefined,
  take: (rewards: readonly Reward[]) => void,
): Promise<number> {
  const chosen = userId === undefined ? shards : [shardOf(userId)];
  const beginsWith = userId === undefined ? "PENDING#" : fill(PENDING_OF_USER, { userId });
  await Promise.all(
    chosen.map(async (shard) => {
      let after: Table.Item | undefined;
      do {
        const pk = pendingReward.partition({ shard });
        const page: Table.Page = await Table.query({ pk, beginsWith, after });
        take(page.items.map((item) => rewardItem.parse(item)));
        after = page.next;
      } while (after);
    }),
  );
  return chosen.length;
}
