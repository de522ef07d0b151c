import * as z from "zod";
import { mode } from "../../kernel/mode.ts";
import type { BaseUnits } from "../../kernel/money/index.ts";

/** The terms of a pool that governance can change. */
export const poolTerms = z.object({
  /** Basis points a year: 800 is 8 %. */
  apyBps: z.bigint(),
  /** Minimum and maximum of one stake, in base units. */
  minStake: z.bigint(),
  maxStake: z.bigint(),
  /** Whether it accepts new stakes. */
  active: z.boolean(),
});
export type PoolTerms = z.output<typeof poolTerms>;

/** A pool that governance has changed. */
export const poolItem = poolTerms.extend({ index: z.bigint(), sinceMs: z.bigint(), version: z.bigint() });

/** A shard of a pool's sums. */
export const stakedPart = z.object({
  staked: z.bigint(),
  /**
   * The hypothetical rewards of the staked amounts since the pool's index was 0, less their actual rewards. With the
   * current index it yields the pool's unpaid rewards.
   */
  unearned: z.bigint(),
});
export type StakedPart = z.output<typeof stakedPart>;

/** A stored position. Amounts are base units of the platform's token. */
export const position = z.object({
  mode,
  positionId: z.string(),
  userId: z.string(),
  poolId: z.string(),
  /** The rest of the stake, equal to its hold in the ledger. */
  amount: z.bigint(),
  /** Accrued up to the last settlement, and not paid yet. */
  rewards: z.bigint(),
  /** The pool's rate index at the last settlement. */
  index: z.bigint(),
  startDate: z.string(),
  /** Missing if the pool does not lock. */
  unlockDate: z.string().optional(),
  status: z.enum(["active", "completed"]),
  version: z.bigint(),
  unlockedAt: z.string().optional(),
  /** The next compounding: ISO 8601. Missing if it is off. */
  compoundsAt: z.string().optional(),
});
export type Position = z.output<typeof position>;

export const compoundingPlan = z.object({ mode, userId: z.string(), positionId: z.string() });

/** Rewards are paid by a claim, with the complete withdrawal of a stake, or into the stake. */
export const rewardKinds = ["claimed", "unstaked", "compounded"] as const;
export type RewardKind = (typeof rewardKinds)[number];

/** The rewards paid by one ledger entry. */
export const paidReward = z.object({
  mode,
  userId: z.string(),
  entryId: z.string(),
  positionId: z.string(),
  /** The position's pool at that time. */
  poolId: z.string(),
  kind: z.enum(rewardKinds),
  amount: z.bigint(),
  transactionHash: z.string(),
  createdAt: z.string(),
});
export type PaidReward = z.output<typeof paidReward>;

/** All rewards that one pool has paid a user. */
export const paidSum = z.object({
  paid: z.bigint(),
  /** The part that was added to stakes. */
  compounded: z.bigint(),
});
export type PaidSum = z.output<typeof paidSum>;

/** A user's current stakes. */
export const totals = z.object({
  staked: z.bigint(),
  /** Staked amounts times the pools' multipliers, in tenths of a base unit. */
  tenths: z.bigint(),
  /** The number of open positions. */
  open: z.bigint(),
  /** The time of the last change. */
  atMs: z.bigint(),
  /** The end of the last vote in which a lock counts. */
  votingUntilMs: z.bigint().optional(),
  version: z.bigint(),
});
export type Totals = z.output<typeof totals>;

/** The owner's view of a position at an instant. */
export interface PositionView extends Pick<Position, "poolId" | "amount" | "startDate" | "status"> {
  readonly id: string;
  /** Accrued up to this instant, and not paid yet. */
  readonly rewards: BaseUnits;
  readonly unlockDate: string | undefined;
  /** Amount times the pool's multiplier, in tenths of a base unit. */
  readonly powerTenths: bigint;
  /** The next compounding. Undefined if it is off. */
  readonly compoundsAt: string | undefined;
}

export interface Positions {
  readonly positions: readonly PositionView[];
  readonly totalStaked: BaseUnits;
  readonly totalRewards: BaseUnits;
  readonly totalPowerTenths: bigint;
}

export interface Staked {
  readonly position: PositionView;
  readonly transactionHash: string;
}

export interface Claimed {
  /** Empty if nothing was paid. */
  readonly entryId: string;
  readonly createdAt: string;
  readonly positionId: string;
  readonly claimed: BaseUnits;
  /** Still owed: 0 unless the rewards account was short. */
  readonly rewards: BaseUnits;
  /** Empty if nothing was paid. */
  readonly transactionHash: string;
}

export interface Unstaked {
  readonly entryId: string;
  readonly createdAt: string;
  readonly transactionHash: string;
  readonly amount: BaseUnits;
  readonly penalty: BaseUnits;
  /** `amount` less `penalty`. */
  readonly received: BaseUnits;
  /** Paid on top of `received`. */
  readonly rewardsPaid: BaseUnits;
  readonly position: PositionView;
}

export interface PoolRewards extends PaidSum {
  readonly poolId: string;
  /** Accrued up to this instant, and not paid yet. */
  readonly pending: BaseUnits;
}

export interface RewardsPage {
  readonly pools: readonly PoolRewards[];
  /** Newest first. */
  readonly rewards: readonly PaidReward[];
  /** The entry of the last reward of the page, if there are more. */
  readonly next: string | undefined;
}
