import * as Clock from "../../kernel/clock/ledger.ts";
import type { Owner } from "../../kernel/mode.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { wholePartition } from "../../platform/table/list.ts";
import { unchanged } from "../version.ts";
import { position as positionEntity } from "./entity.ts";
import { positionId } from "./names.ts";
import type { Position } from "./schema.ts";

/**
 * Positions as items of the table: one per user and farm. A closed one stays, with nothing in it, so that its
 * version goes on.
 */

export const positionKey = ({ mode, userId }: Owner, farmId: string): Key =>
  positionEntity.key({ mode, userId, farmId });

/** The position that an item is; the user's empty one where there is none. */
export function positionOf(
  { mode, userId }: Owner,
  { farmId, pairId }: Pick<Position, "farmId" | "pairId">,
  item: Table.Item | undefined,
): Position {
  if (item) return positionEntity.parse(item);
  return {
    positionId: positionId({ mode, userId }, farmId),
    ...{ mode, userId, farmId, pairId },
    ...{ balance: 0n, userRewardPerTokenPaid: 0n, rewards: 0n, paid: 0n },
    createdAt: Clock.nowIso(),
    version: 0n,
  };
}

/** All positions of a user, closed ones too. */
export async function readPositions({ mode, userId }: Owner): Promise<Position[]> {
  const items = await Table.queryAll(rangeOf({ mode, userId }));
  return items.map(positionEntity.parse);
}

/** What `readPositions` reads. */
export const rangeOf = ({ mode, userId }: Owner): Table.QueryInput =>
  wholePartition(positionEntity, { mode, userId });

/** The write that changes a position from what was read. */
export const positionWrite = (before: Position, after: Position): Table.Write => ({
  put: positionEntity.item({
    ...after,
    userRewardPerTokenPaid: after.userRewardPerTokenPaid.toString(),
    version: before.version + 1n,
  }),
  where: unchanged(before.version),
});
