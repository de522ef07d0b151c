import * as Sandbox from "../../identity/sandboxes/index.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import type { Owner } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import * as Due from "../../platform/due/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { catchUp, type PositionRef } from "./compounding.ts";
import { compoundDue, compoundingStake, openPosition, unlockDue } from "./entity.ts";
import { stakeEvent, stakeUnlocked } from "./events.ts";
import { FLEXIBLE, NO_PART, type Pool, poolKeys, poolsOf, stakedWrite } from "./pools.ts";
import { openRange, settledAt } from "./position.ts";
import { indexAt } from "./rewards.ts";
import type { Position, Totals } from "./schema.ts";
import { token } from "./token.ts";
import { totalsKey, totalsOf, totalsWrites } from "./weight.ts";

/**
 * The schedules of staking for all ledgers: unlock dates and compounding. Whether a stake can be withdrawn depends only
 * on the time; the schedule notifies the owner once and ends the lock's rate and weight.
 */

/**
 * Moves every position that has reached its unlock date to the flexible pool, and emits `stake-unlocked`.
 * @returns the number of moved positions
 */
export const unlock = (): Promise<number> =>
  Sandbox.sweep(unlockDue, (item) => openPosition.parse(item).mode, move);

/** An owner's positions with an outstanding unlock. */
export const unlocks = {
  open: async (owner: Owner): Promise<Table.Item[]> =>
    (await Table.queryAll(openRange(owner))).filter(Due.isOpen),
  work: move,
} as const;

async function move(found: Table.Item): Promise<boolean> {
  const position = openPosition.parse(found);
  // Due times within the lock come first.
  await catchUp(position);
  return unlockIfDue(position);
}

/** Moves a position after its unlock date. @returns false if it was moved or withdrawn concurrently */
const unlockIfDue = (ref: PositionRef): Promise<boolean> =>
  Table.change(
    () => Table.getMany([openPosition.key(ref), totalsKey(ref), ...poolKeys(ref.mode)]),
    ([item, totals, ...pools]) => {
      const position = item?.["duePk"] === undefined ? undefined : openPosition.parse(item);
      return position?.unlockDate === undefined || Date.parse(position.unlockDate) > Clock.nowMs()
        ? { writes: [], result: false }
        : { writes: unlockWrites(position, totalsOf(totals), poolsOf(pools)), result: true };
    },
  );

/**
 * Returns the writes of a move. Rewards accrue under the lock up to its exact end, even if the schedule runs late, and
 * in the flexible pool from then on.
 */
function unlockWrites(position: Position, totals: Totals, poolAt: (poolId: string) => Pool): Table.Write[] {
  const { mode, userId, positionId, poolId, amount, unlockDate = "" } = position;
  const [locked, flexible] = [poolAt(poolId), poolAt(FLEXIBLE)];
  const endMs = BigInt(Date.parse(unlockDate));
  const { rewards } = settledAt(position, locked.rate, endMs);
  const moved = { poolId: FLEXIBLE, rewards, index: indexAt(flexible.rate, endMs) };
  const tenthsChange = amount * (flexible.multiplierTenths - locked.multiplierTenths);
  return [
    {
      update: openPosition.key(position),
      set: { ...moved, unlockedAt: Clock.nowIso(), ...Due.done },
      add: { version: 1n },
      where: Where.all(Where.has("duePk"), openPosition.unchanged(position)),
    },
    stakedWrite(position, position, NO_PART),
    stakedWrite({ ...position, ...moved }, NO_PART, { ...position, ...moved }),
    ...totalsWrites(position, totals, { staked: 0n, tenths: tenthsChange, open: 0n }, BigInt(Clock.nowMs())),
    stakeEvent("stake.unlocked", { ...position, ...moved, version: position.version + 1n }, {}),
    Outbox.write(stakeUnlocked, {
      mode,
      userId,
      positionId,
      poolId,
      unlockDate,
      amount: Money.format(amount, token.decimals),
      asset: token.symbol,
    }),
  ];
}

/**
 * Processes the due times of every compounding stake.
 * @returns the number of stakes with a due time, also if nothing was added
 */
export const compound = (): Promise<number> =>
  Sandbox.sweep(compoundDue, (item) => compoundingStake.parse(item).mode, work);

export const compoundings = {
  open: async ({ mode, userId }: Owner): Promise<Table.Item[]> => {
    const pk = compoundingStake.partition({ mode, userId });
    return (await Table.queryAll({ pk, beginsWith: compoundingStake.prefix })).filter(Due.isOpen);
  },
  work,
} as const;

async function work(found: Table.Item): Promise<boolean> {
  const ref = compoundingStake.parse(found);
  const before = await catchUp(ref);
  // Due times after the end of the lock belong to the flexible pool.
  const after = (await unlockIfDue(ref)) && (await catchUp(ref));
  return before || after;
}
