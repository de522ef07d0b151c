import * as Clock from "../../kernel/clock/ledger.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { Owner } from "../../kernel/mode.ts";
import { DAY_MS, toIso } from "../../kernel/time.ts";
import type { After } from "../../ledger/draft.ts";
import type { AccountRef, HoldRef } from "../../ledger/schema.ts";
import * as Due from "../../platform/due/index.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { wholePartition } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import {
  completedPosition,
  compoundDue,
  compoundingStake,
  openPosition,
  paidReward,
  paidSum,
  unlockDue,
} from "./entity.ts";
import { PositionNotFound } from "./errors.ts";
import type { Pool } from "./pools.ts";
import { type Accruing, indexAt, type Rate, settle } from "./rewards.ts";
import type { Position, PositionView, RewardKind } from "./schema.ts";

/** Positions: their items, what they are worth at an instant, and the writes that change them. */

/** A new position in a pool, from this instant on. */
export const newPosition = (
  { mode, userId }: Owner,
  positionId: string,
  pool: Pool,
  amount: bigint,
  nowMs: number,
): Position => ({
  mode,
  positionId,
  userId,
  poolId: pool.id,
  amount,
  rewards: 0n,
  index: indexAt(pool.rate, BigInt(nowMs)),
  startDate: toIso(nowMs),
  status: "active",
  version: 1n,
  ...(pool.lockDays > 0 && { unlockDate: toIso(nowMs + pool.lockDays * DAY_MS) }),
});

/** The query for a user's open positions. */
export const openOf = ({ mode, userId }: Owner) => wholePartition(openPosition, { mode, userId });

/** The query for a user's completed positions. */
export const completedOf = ({ mode, userId }: Owner) => wholePartition(completedPosition, { mode, userId });

/**
 * The two keys that a position may have: of an open one and of a completed one.
 * @throws POSITION_NOT_FOUND where the id is none
 */
export function positionKeys(
  { mode, userId }: Owner,
  positionId: string,
): readonly [open: Key, completed: Key] {
  if (!Ids.pattern("stake").test(positionId)) throw fail(PositionNotFound);
  return [
    openPosition.key({ mode, userId, positionId }),
    completedPosition.key({ mode, userId, positionId }),
  ];
}

/**
 * The position that was read at its keys. Items that are read together are not read in one instant: what was
 * neither open nor completed may have been completed between the two, and is looked for once more.
 * @throws POSITION_NOT_FOUND
 */
export async function positionOf(
  [, completedKey]: readonly [Key, Key],
  open: Table.Item | undefined,
  completed: Table.Item | undefined,
): Promise<Position> {
  if (open) return openPosition.parse(open);
  // Whatever was read ahead: that was no later.
  const item = completed ?? (await Table.withoutPrefetched(() => Table.get(completedKey)));
  if (!item) throw fail(PositionNotFound);
  return completedPosition.parse(item);
}

/** A position's stake is one hold in the ledger, which is named after it. */
export const holdOf = (positionId: string, { account, asset }: AccountRef): HoldRef => ({
  account,
  asset,
  holdId: `hld_${positionId.slice("stk_".length)}`,
});

/** The write of a new position. */
export const createWrite = (position: Position): Table.Write => ({
  put: {
    ...openPosition.item(position),
    ...(position.unlockDate !== undefined && unlockDue.at(position.positionId, position.unlockDate)),
  },
  where: Where.absent,
});

/**
 * The writes that change a position, over exactly the version that was read. With nothing staked nothing is
 * added to it any more; with nothing to be paid either it moves to the completed ones.
 */
export function changeWrites(before: Position, asked: Partial<Position>): Table.Write[] {
  const isOver = (asked.status ?? before.status) === "completed";
  const change = { ...asked, ...(isOver && { compoundsAt: undefined }) };
  const position = { ...before, ...change, version: before.version + 1n };
  const key = openPosition.key(position);
  const where = Where.is({ version: before.version });
  const plan = planWrites(before, position);
  if (isOver && position.rewards === 0n)
    return [{ remove: key, where }, { put: completedPosition.item(position), where: Where.absent }, ...plan];
  return [{ update: key, set: { ...change, ...(isOver && Due.done) }, add: { version: 1n }, where }, ...plan];
}

/** The write that lets the schedule find when a position is to be added to; none where that stays as it is. */
function planWrites(before: Position, { mode, userId, positionId, compoundsAt }: Position): Table.Write[] {
  if (before.compoundsAt === compoundsAt) return [];
  const plan = compoundingStake.item({ mode, userId, positionId });
  if (compoundsAt === undefined) return [{ remove: compoundingStake.key(plan) }];
  return [{ put: { ...plan, ...compoundDue.at(positionId, compoundsAt) } }];
}

/** The writes that go with an entry that pays rewards; none where it pays none. */
export const paidWrites = (
  { mode, userId, positionId, poolId }: Pick<Position, "mode" | "userId" | "positionId" | "poolId">,
  kind: RewardKind,
  amount: bigint,
  { entryId, transactionHash, createdAt }: Pick<After, "entryId" | "transactionHash" | "createdAt">,
): Table.Write[] => {
  if (amount === 0n) return [];
  const paid = { mode, userId, entryId, positionId, poolId, kind, amount, transactionHash, createdAt };
  return [
    { put: paidReward.item(paid) },
    {
      update: paidSum.key({ mode, userId, poolId }),
      add: { paid: amount, compounded: kind === "compounded" ? amount : 0n },
    },
  ];
};

/** What a position's rewards depend on. */
const accruing = ({ amount, rewards, index, startDate }: Position): Accruing => ({
  amount,
  rewards,
  index,
  startMs: BigInt(Date.parse(startDate)),
});

/**
 * A position's rewards at an instant. What a lock adds ends with it: a locked position accrues up to its unlock
 * date, and from then on as one of the flexible pool, once `unlock.ts` has moved it there.
 */
export function settledAt(position: Position, rate: Rate, atMs: bigint): ReturnType<typeof settle> {
  const { unlockDate, unlockedAt } = position;
  const endMs = unlockDate === undefined || unlockedAt !== undefined ? atMs : BigInt(Date.parse(unlockDate));
  return settle(accruing(position), rate, endMs < atMs ? endMs : atMs);
}

/** The position as of now. */
export const view = (position: Position, { rate, multiplierTenths }: Pool): PositionView => ({
  id: position.positionId,
  poolId: position.poolId,
  amount: position.amount,
  rewards: settledAt(position, rate, BigInt(Clock.nowMs())).rewards,
  startDate: position.startDate,
  unlockDate: position.unlockDate,
  status: position.status,
  powerTenths: position.amount * multiplierTenths,
  compoundsAt: position.compoundsAt,
});
