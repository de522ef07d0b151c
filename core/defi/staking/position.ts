import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { HoldRef } from "../../ledger/schema.ts";
import { fill, type Key } from "../../platform/table/entity.ts";
import type * as Table from "../../platform/table/index.ts";
import { completedPosition, openPosition, UNLOCK_SHARDS, unlockDue } from "./entity.ts";
import { PositionNotFound } from "./errors.ts";
import type { Pool } from "./pools.ts";
import { type Accruing, indexAt, settle } from "./rewards.ts";
import { type Position, type PositionView, positionItem } from "./schema.ts";
import { Torn } from "./torn.ts";

/** Positions: where they stand, what they are worth at an instant, and the writes that change them. */

const DAY_MS = 86_400_000;

/** A new position in a pool, from this instant on. */
export function begin(
  positionId: string,
  userId: string,
  pool: Pool,
  amount: bigint,
  nowMs: number,
): Position {
  const unlockDate = pool.lockDays === 0 ? undefined : new Date(nowMs + pool.lockDays * DAY_MS).toISOString();
  return {
    positionId,
    userId,
    poolId: pool.id,
    amount,
    rewards: 0n,
    index: indexAt(pool.rate, BigInt(nowMs)),
    startDate: new Date(nowMs).toISOString(),
    status: "active",
    version: 1n,
    ...(unlockDate !== undefined && {
      unlockDate,
      duePk: fill(unlockDue.pk, { shard: Ids.shardOf(positionId, UNLOCK_SHARDS) }),
      dueSk: fill(unlockDue.sk, { unlockDate }),
    }),
  };
}

/** The query for a user's open positions. */
export const openOf = (userId: string) => ({
  pk: openPosition.partition({ userId }),
  beginsWith: openPosition.sk.replace("{positionId}", ""),
});

/** The query for a user's completed positions. */
export const completedOf = (userId: string) => ({
  pk: completedPosition.partition({ userId }),
  beginsWith: completedPosition.sk.replace("{positionId}", ""),
});

/** Where a position may stand: open, or completed. @throws POSITION_NOT_FOUND where the id is none */
export function positionKeys(userId: string, positionId: string): readonly [open: Key, completed: Key] {
  if (!Ids.pattern("stake").test(positionId)) throw fail(PositionNotFound);
  return [openPosition.key({ userId, positionId }), completedPosition.key({ userId, positionId })];
}

/** The position of what was read at its keys. @throws Torn, for it may have moved between the two reads */
export function found(...items: readonly (Table.Item | undefined)[]): Position {
  const item = items.find((one) => one !== undefined);
  if (!item) throw new Torn(fail(PositionNotFound), 2);
  return positionItem.parse(item);
}

/** A position's stake is one hold in the ledger, which is named after it. */
export const holdOf = (
  positionId: string,
  wallet: { readonly account: string; readonly asset: string },
): HoldRef => ({ ...wallet, holdId: `hld_${positionId.slice("stk_".length)}` });

/** The write of a position that was not there before. */
export const created = (position: Position): Table.Write => ({
  put: { ...openPosition.key(position), ...position },
  condition: "attribute_not_exists(pk)",
});

/**
 * The writes that change a position, refused if it is no longer the one that was read. With nothing staked and nothing to
 * be paid it moves to the completed ones.
 */
export function saved(seen: Position, change: Partial<Position>): Table.Write[] {
  const position = { ...seen, ...change, version: seen.version + 1n };
  const same = { condition: "version = :seen", values: { ":seen": seen.version } };
  const { duePk: _pk, dueSk: _sk, ...settled } = position;
  if (position.status === "active") return [{ put: { ...openPosition.key(position), ...position }, ...same }];
  if (position.rewards > 0n) return [{ put: { ...openPosition.key(position), ...settled }, ...same }];
  return [
    { remove: openPosition.key(position), ...same },
    { put: { ...completedPosition.key(position), ...settled }, condition: "attribute_not_exists(pk)" },
  ];
}

/** What a position's rewards depend on. */
export const accruing = ({ amount, rewards, index, startDate }: Position): Accruing => ({
  amount,
  rewards,
  index,
  startMs: BigInt(Date.parse(startDate)),
});

/** The position as it is now. */
export const view = (position: Position, { rate, multiplierTenths }: Pool): PositionView => ({
  id: position.positionId,
  poolId: position.poolId,
  amount: position.amount,
  rewards: settle(accruing(position), rate, BigInt(Clock.nowMs())).rewards,
  startDate: position.startDate,
  unlockDate: position.unlockDate,
  status: position.status,
  powerTenths: position.amount * multiplierTenths,
});
