import * as z from "zod";
import { mode } from "../../kernel/mode.ts";
import type { BaseUnits } from "../../kernel/money/index.ts";

/** What of a pool governance can change. */
export const poolTerms = z.object({
  /** Basis points a year: 800 is 8 %. */
  apyBps: z.bigint(),
  /** Least and most of one stake, in base units. */
  minStake: z.bigint(),
  maxStake: z.bigint(),
  /** Whether it takes new stakes. */
  active: z.boolean(),
});
export type PoolTerms = z.output<typeof poolTerms>;

/** A pool that governance has changed. */
export const poolItem = poolTerms.extend({ index: z.bigint(), sinceMs: z.bigint(), version: z.bigint() });

/** A part of what is staked in a pool, and of what its stakes have earned. */
export const stakedPart = z.object({
  staked: z.bigint(),
  /**
   * What the staked amounts would have earned since the pool's index was 0, less what they have: with the
   * index of now it says what the pool owes.
   */
  unearned: z.bigint(),
});
export type StakedPart = z.output<typeof stakedPart>;

/** A position as its item keeps it. Amounts are base units of the platform's token. */
export const position = z.object({
  mode,
  positionId: z.string(),
  userId: z.string(),
  poolId: z.string(),
  /** What is left of the stake; its hold in the ledger has as much. */
  amount: z.bigint(),
  /** Accrued up to the last settlement, and not paid yet. */
  rewards: z.bigint(),
  /** The pool's rate index at the last settlement. */
  index: z.bigint(),
  startDate: z.string(),
  /** Missing where the pool does not lock. */
  unlockDate: z.string().optional(),
  status: z.enum(["active", "completed"]),
  version: z.bigint(),
  unlockedAt: z.string().optional(),
  /** When its rewards are added to it next: ISO 8601; missing where they are not. */
  compoundsAt: z.string().optional(),
});
export type Position = z.output<typeof position>;

/** That a position's rewards are added to it daily; the position itself says when next. */
export const compoundingPlan = z.object({ mode, userId: z.string(), positionId: z.string() });
export type CompoundingPlan = z.output<typeof compoundingPlan>;

/** How rewards are paid: when they are claimed, with the last of a stake that is taken back, or into the stake. */
export const rewardKinds = ["claimed", "unstaked", "compounded"] as const;
export type RewardKind = (typeof rewardKinds)[number];

/** Rewards that one entry of the ledger has paid. */
export const paidReward = z.object({
  mode,
  userId: z.string(),
  /** Of the entry. */
  entryId: z.string(),
  positionId: z.string(),
  /** The pool that the position was in then. */
  poolId: z.string(),
  kind: z.enum(rewardKinds),
  amount: z.bigint(),
  transactionHash: z.string(),
  createdAt: z.string(),
});
export type PaidReward = z.output<typeof paidReward>;

/** All that a user was paid in rewards by one pool. */
export const paidSum = z.object({
  paid: z.bigint(),
  /** What of that was added to stakes. */
  compounded: z.bigint(),
});
export type PaidSum = z.output<typeof paidSum>;

/** What a user has staked now. */
export const totals = z.object({
  staked: z.bigint(),
  /** Staked times the pools' multipliers, in tenths of a base unit. */
  tenths: z.bigint(),
  /** In how many positions. */
  open: z.bigint(),
  /** When it last changed. */
  atMs: z.bigint(),
  /** Until when a lock of the user weighs in a vote that the user has cast. */
  votingUntilMs: z.bigint().optional(),
  version: z.bigint(),
});
export type Totals = z.output<typeof totals>;

/** A position as its owner sees it at an instant. */
export interface PositionView {
  readonly id: string;
  readonly poolId: string;
  readonly amount: BaseUnits;
  /** Accrued up to this instant, and not paid yet. */
  readonly rewards: BaseUnits;
  readonly startDate: string;
  readonly unlockDate: string | undefined;
  readonly status: Position["status"];
  /** Amount times the pool's multiplier, in tenths of a base unit. */
  readonly powerTenths: bigint;
  /** When its rewards are added to it next; undefined where they are not. */
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
  /** Of the entry that paid; empty where there was nothing to pay. */
  readonly entryId: string;
  readonly createdAt: string;
  readonly positionId: string;
  readonly claimed: BaseUnits;
  /** What is still owed: 0 unless the rewards account was short. */
  readonly rewards: BaseUnits;
  /** Empty where there was nothing to pay. */
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

/** What a user has earned in one pool. */
export interface PoolRewards extends PaidSum {
  readonly poolId: string;
  /** Accrued up to this instant, and not paid yet. */
  readonly pending: BaseUnits;
}

export interface RewardsPage {
  readonly pools: readonly PoolRewards[];
  /** Newest first. */
  readonly rewards: readonly PaidReward[];
  /** The entry of the last one of the page, where there are more. */
  readonly next: string | undefined;
}
