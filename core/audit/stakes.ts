import * as z from "zod";
import * as Staking from "../defi/staking/entity.ts";
import { defaults } from "../defi/staking/pools.ts";
import { holdOf } from "../defi/staking/position.ts";
import { unearnedOf } from "../defi/staking/rewards.ts";
import * as Schema from "../defi/staking/schema.ts";
import { token } from "../defi/staking/token.ts";
import * as Ids from "../kernel/ids/index.ts";
import { mode } from "../kernel/mode.ts";
import { walletId } from "../ledger/accounts.ts";
import { refName } from "../ledger/draft.ts";
import type { HoldRef } from "../ledger/schema.ts";
import { type Checker, entryKind, holdKind, kindOf, reading, strict } from "./kinds.ts";
import { nameIn, OpenSums, problemUnless, show, walletAccountOf } from "./texts.ts";

/** Stakes, and the kinds of items of staking. Their schemas are strict. */

const due = {
  duePk: z.string().optional(),
  dueSk: z.string().optional(),
  ledgerDueAt: z.string().optional(),
};

const position = strict(Schema.position).extend({
  ...due,
  positionId: z.string().regex(Ids.pattern("stake")),
  userId: z.string().regex(Ids.pattern("user")),
});
const completed = position.extend({
  amount: z.literal(0n),
  rewards: z.literal(0n),
  status: z.literal("completed"),
});

export const openKind = kindOf(Staking.openPosition, position);
export const completedKind = kindOf(Staking.completedPosition, completed);
export const planKind = kindOf(Staking.compoundingStake, strict(Schema.compoundingPlan).extend(due));
export const paidKind = kindOf(Staking.paidReward, strict(Schema.paidReward));

// The parameters of the other keys are part of their content.

const ofPool = { mode, poolId: z.string() };
const ofUser = { mode, userId: z.string() };
const shard = z.string().regex(new RegExp(`^[0-${Staking.STAKED_SHARDS - 1}]$`));

export const poolKind = kindOf(Staking.stakingPool, strict(Schema.poolItem).extend(ofPool), {
  fromKey: ["mode", "poolId"],
});
export const stakedKind = kindOf(
  Staking.stakedShard,
  strict(Schema.stakedPart).extend({ ...ofPool, shard }),
  { fromKey: ["mode", "poolId", "shard"] },
);
export const totalsKind = kindOf(Staking.stakeTotals, strict(Schema.totals).extend(ofUser), {
  fromKey: ["mode", "userId"],
});
export const paidSumKind = kindOf(
  Staking.paidSum,
  strict(Schema.paidSum).extend({ ...ofUser, poolId: z.string() }),
  { fromKey: ["mode", "userId", "poolId"] },
);

type Part = Schema.StakedPart;
type Totals = Pick<Schema.Totals, "staked" | "tenths" | "open">;

const NO_PART: Part = { staked: 0n, unearned: 0n };
const NO_TOTALS: Totals = { staked: 0n, tenths: 0n, open: 0n };

/**
 * Each position repeats the remaining amount of its hold, and the totals of users and pools repeat the positions, so that
 * votes and pools need one read. Each stake in the journal has its position.
 */
export function stakes(): Checker {
  const problems: string[] = [];
  /**
   * The stake by its position, by its hold and by the journal's stakes and unstakes, by account and hold. The journal
   * distinguishes a stake from money that is held for another purpose.
   */
  const open = new OpenSums({ position: 0n, hold: 0n, journal: 0n });
  const computedTotals = new Map<string, Totals>();
  const storedTotals = new Map<string, Totals>();
  const computedPools = new Map<string, Part>();
  const storedPools = new Map<string, Part>();

  function addPosition(position: Schema.Position): void {
    const { mode: ledger, positionId, userId, poolId, amount, status } = position;
    const account = walletAccountOf(walletId(ledger, userId, token.symbol));
    open.add(nameOfHold(holdOf(positionId, account)), { position: amount });
    const isCompleted = status === "completed";
    if (isCompleted !== (amount === 0n))
      problems.push(`the stake ${positionId} is ${status}, with ${format(amount)} staked in it`);
    const pool = defaults.find(({ id }) => id === poolId);
    if (!pool) {
      problems.push(`the stake ${positionId} is in ${poolId}, which is not a pool`);
      return;
    }
    const owner = nameIn(ledger, userId);
    const before = computedTotals.get(owner) ?? NO_TOTALS;
    computedTotals.set(owner, {
      staked: before.staked + amount,
      tenths: before.tenths + amount * pool.multiplierTenths,
      open: before.open + (isCompleted ? 0n : 1n),
    });
    addPart(computedPools, nameIn(ledger, poolId), { staked: amount, unearned: unearnedOf(position) });
  }

  return {
    reads: [
      reading(openKind, addPosition),
      reading(completedKind, addPosition),
      reading(totalsKind, ({ mode: ledger, userId, staked, tenths, open: count }) =>
        storedTotals.set(nameIn(ledger, userId), { staked, tenths, open: count }),
      ),
      reading(stakedKind, (part) => addPart(storedPools, nameIn(part.mode, part.poolId), part)),
      // A pool only needs to be readable.
      reading(poolKind, () => {}),
      reading(holdKind, (hold) => open.add(nameOfHold(hold), { hold: hold.remaining })),
      reading(entryKind, ({ type, holds }) => {
        if (type === "STAKE" || type === "UNSTAKE" || type === "REWARD")
          for (const hold of holds) open.add(nameOfHold(hold), { journal: hold.change });
      }),
    ],
    compare: () => [
      ...problems,
      ...[...open].flatMap(([name, { position, hold, journal }]) => {
        const [account, asset = "", holdId] = name.split(" ");
        return problemUnless(
          position === hold || (position === 0n && journal === 0n),
          () =>
            `the stake of the hold ${holdId} (${account}) is ${show(position, { asset })} by its position, ` +
            `but the hold has ${show(hold, { asset })} left`,
        );
      }),
      ...namesOf(computedTotals, storedTotals).flatMap((name) =>
        problemsOfTotals(name, storedTotals.get(name), computedTotals.get(name)),
      ),
      ...namesOf(computedPools, storedPools).flatMap((name) =>
        problemsOfPool(name, storedPools.get(name), computedPools.get(name)),
      ),
    ],
  };
}

const format = (amount: bigint): string => show(amount, { asset: token.symbol });

const nameOfHold = (ref: HoldRef): string => `${refName(ref)} ${ref.holdId}`;

const namesOf = (...maps: readonly ReadonlyMap<string, unknown>[]): string[] => [
  ...new Set(maps.flatMap((map) => [...map.keys()])),
];

function problemsOfTotals(userId: string, stored = NO_TOTALS, computed = NO_TOTALS): string[] {
  const formats = {
    staked: format,
    tenths: (amount: bigint) => `${amount} tenths`,
    open: (count: bigint) => `${count} open`,
  };
  return (["staked", "tenths", "open"] as const)
    .filter((figure) => stored[figure] !== computed[figure])
    .map(
      (figure) =>
        `the totals of ${userId} state ${formats[figure](stored[figure])}, ` +
        `but the stakes come to ${formats[figure](computed[figure])}`,
    );
}

function addPart(parts: Map<string, Part>, name: string, { staked, unearned }: Part): void {
  const before = parts.get(name) ?? NO_PART;
  parts.set(name, { staked: before.staked + staked, unearned: before.unearned + unearned });
}

const problemsOfPool = (poolId: string, stored = NO_PART, computed = NO_PART): string[] => [
  ...problemUnless(
    stored.staked === computed.staked,
    () =>
      `the shards of the staking pool ${poolId} come to ${format(stored.staked)}, ` +
      `but the stakes in it to ${format(computed.staked)}`,
  ),
  ...problemUnless(
    stored.unearned === computed.unearned,
    () =>
      `by the shards of the staking pool ${poolId} its stakes have not earned ${format(stored.unearned)}, ` +
      `by the stakes in it ${format(computed.unearned)}`,
  ),
];
