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
import { type StakeEvent, stakeEvent } from "./events.ts";
import { type Pool, stakedWrite } from "./pools.ts";
import { type Accruing, indexAt, type Rate, settle } from "./rewards.ts";
import type { Position, PositionView, RewardKind } from "./schema.ts";

/** Positions: their items, their rewards at an instant, and the writes that change them. */

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

export const openRange = ({ mode, userId }: Owner) => wholePartition(openPosition, { mode, userId });

export const completedRange = ({ mode, userId }: Owner) =>
  wholePartition(completedPosition, { mode, userId });

/**
 * Returns the two possible keys of a position: open and completed.
 * @throws POSITION_NOT_FOUND for a malformed id
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
 * Parses the position read at its keys. A batch read is not atomic: a position found at neither key may have been
 * completed between the two reads, so the second key is read again.
 * @throws POSITION_NOT_FOUND
 */
export async function positionOf(
  [, completedKey]: readonly [Key, Key],
  open: Table.Item | undefined,
  completed: Table.Item | undefined,
): Promise<Position> {
  if (open) return openPosition.parse(open);
  // Prefetched items would be older.
  const item = completed ?? (await Table.withoutPrefetched(() => Table.get(completedKey)));
  if (!item) throw fail(PositionNotFound);
  return completedPosition.parse(item);
}

/** Returns the ledger's hold of a position's stake. Its id derives from the position's. */
export const holdOf = (positionId: string, { account, asset }: AccountRef): HoldRef => ({
  account,
  asset,
  holdId: `hld_${positionId.slice("stk_".length)}`,
});

export const createWrite = (position: Position): Table.Write => ({
  put: {
    ...openPosition.item(position),
    ...(position.unlockDate !== undefined && unlockDue.at(position.positionId, position.unlockDate)),
  },
  where: Where.absent,
});

/**
 * Returns the writes that change a position if its version is unchanged. A position without stake stops
 * compounding; a position without stake and rewards moves to the completed ones.
 */
export function changeWrites(before: Position, requested: Partial<Position>): Table.Write[] {
  const isOver = (requested.status ?? before.status) === "completed";
  const change = { ...requested, ...(isOver && { compoundsAt: undefined }) };
  const position = { ...before, ...change, version: before.version + 1n };
  const key = openPosition.key(position);
  const where = openPosition.unchanged(before);
  const plan = planWrites(before, position);
  if (isOver && position.rewards === 0n)
    return [{ remove: key, where }, { put: completedPosition.item(position), where: Where.absent }, ...plan];
  return [{ update: key, set: { ...change, ...(isOver && Due.done) }, add: { version: 1n }, where }, ...plan];
}

/** Returns the write that schedules the compounding, if it changes. */
function planWrites(before: Position, { mode, userId, positionId, compoundsAt }: Position): Table.Write[] {
  if (before.compoundsAt === compoundsAt) return [];
  const plan = compoundingStake.item({ mode, userId, positionId });
  if (compoundsAt === undefined) return [{ remove: compoundingStake.key(plan) }];
  return [{ put: { ...plan, ...compoundDue.at(positionId, compoundsAt) } }];
}

/** The amounts that an entry moved, for the event and the record of rewards. */
interface Moved {
  readonly type: StakeEvent;
  readonly moved: bigint;
  readonly penalty?: bigint;
  readonly paid: { readonly kind: RewardKind; readonly amount: bigint };
}

/** Returns the reference, writes and events of an entry that changes a position. @param more further writes */
export const changeParts = (
  position: Position,
  change: Partial<Position>,
  more: readonly Table.Write[],
  { type, moved, penalty = 0n, paid }: Moved,
) => ({
  reference: { kind: "stake" as const, id: position.positionId },
  extraWrites: (entry: After): Table.Write[] => [
    ...changeWrites(position, change),
    ...more,
    stakedWrite(position, position, { ...position, ...change }),
    ...paidWrites(position, paid.kind, paid.amount, entry),
  ],
  events: ({ transactionHash }: After): Table.Write[] => [
    stakeEvent(
      type,
      { ...position, ...change, version: position.version + 1n },
      { moved, penalty, transactionHash },
    ),
  ],
});

/** Returns the writes that record paid rewards. */
const paidWrites = (
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

const accruingOf = ({ amount, rewards, index, startDate }: Position): Accruing => ({
  amount,
  rewards,
  index,
  startMs: BigInt(Date.parse(startDate)),
});

/**
 * Returns a position's rewards at an instant. A locked position accrues up to its unlock date. Afterwards it accrues at
 * the flexible pool's rate, when `schedules.ts` has moved it there.
 */
export function settledAt(position: Position, rate: Rate, atMs: bigint): ReturnType<typeof settle> {
  const { unlockDate, unlockedAt } = position;
  const endMs = unlockDate === undefined || unlockedAt !== undefined ? atMs : BigInt(Date.parse(unlockDate));
  return settle(accruingOf(position), rate, endMs < atMs ? endMs : atMs);
}

/** Returns the position as of now. */
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
