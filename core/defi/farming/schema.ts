import * as z from "zod";
import { mode } from "../../kernel/mode.ts";
import type { BaseUnits } from "../../kernel/money/index.ts";

/** What farming keeps, and what its verbs give. Amounts are base units: of shares, and of the platform's token. */

/** Per-token figures pass the 38 digits that the table keeps of a number. */
const long = z.string().regex(/^\d+$/).transform(BigInt);

/** A farm as its item keeps it; what the engine knows of one keeps the engine's names. */
export const farm = z.object({
  mode,
  farmId: z.string(),
  /** The pair whose shares it takes. */
  pairId: z.string(),
  /** Seconds, as the engine's times are. */
  rewardsDuration: z.bigint(),
  periodFinish: z.bigint(),
  rewardRate: z.bigint(),
  lastUpdateTime: z.bigint(),
  rewardPerTokenStored: long,
  totalSupply: z.bigint(),
  /** What the farm's rewards account has. */
  rewardsBalance: z.bigint(),
  /** Governance has ended it: it takes no shares until it is funded again. */
  paused: z.boolean(),
  /** What was emitted while anything was staked: no less than all have earned. */
  emitted: z.bigint(),
  /** What of it was paid. */
  paid: z.bigint(),
  createdAt: z.string(),
  version: z.bigint(),
});
export type Farm = z.output<typeof farm>;

/** What a user has in one farm. */
export const position = z.object({
  positionId: z.string(),
  mode,
  userId: z.string(),
  farmId: z.string(),
  /** The farm's. */
  pairId: z.string(),
  /** Shares; 0 once all were taken back. */
  balance: z.bigint(),
  userRewardPerTokenPaid: long,
  /** Earned up to the last change, and not paid yet. */
  rewards: z.bigint(),
  /** All that was paid since the beginning. */
  paid: z.bigint(),
  createdAt: z.string(),
  version: z.bigint(),
});
export type Position = z.output<typeof position>;

/**
 * - `active`: it emits rewards. `finished`: its emission is over, and it takes shares until it is funded again.
 * - `ended`: by governance. It takes no shares; what is in it can be taken back, and what was earned harvested.
 */
export const farmStatuses = ["active", "finished", "ended"] as const;
export type FarmStatus = (typeof farmStatuses)[number];

/** A farm as everybody sees it at an instant. All but the amounts and times are decimal strings. */
export interface FarmView {
  readonly id: string;
  readonly pairId: string;
  readonly status: FarmStatus;
  /** Shares that are farmed. */
  readonly totalShares: BaseUnits;
  /** What it emits each second now; 0 unless it is active. */
  readonly emissionPerSecond: BaseUnits;
  /** How long an emission lasts that is funded from now on, in seconds. */
  readonly durationSeconds: bigint;
  /** ISO 8601: until when the emission is funded, which is when it ends; undefined before the first. */
  readonly periodFinish: string | undefined;
  /** What the farm's rewards account has, what of it was earned and not harvested, and what is yet to be emitted. */
  readonly rewardsBalance: BaseUnits;
  readonly rewardsOwed: BaseUnits;
  readonly rewardsToCome: BaseUnits;
  /** US dollars, rounded down: what the shares in the farm are worth, and what is in the whole pool. */
  readonly tvl: string;
  readonly poolTvl: string;
  /**
   * Percent a year: the emission's worth by what is in the pool. It is what a share earns where all of the pool
   * is farmed, and never less than that.
   */
  readonly apr: string;
  /** Percent a year of what is farmed now; undefined while nothing is. */
  readonly farmedApr: string | undefined;
  readonly createdAt: string;
}

export const positionStatuses = ["active", "closed"] as const;

/** A position as its owner sees it at an instant. */
export interface PositionView {
  readonly id: string;
  readonly farmId: string;
  readonly pairId: string;
  /** Closed: nothing is farmed, and nothing left to harvest. */
  readonly status: (typeof positionStatuses)[number];
  readonly shares: BaseUnits;
  /** Earned and not harvested. */
  readonly earned: BaseUnits;
  /** Harvested since the beginning. */
  readonly harvested: BaseUnits;
  /** US dollars, rounded down: what burning the shares would give now. */
  readonly value: string;
  readonly createdAt: string;
  /** Raised by each change. */
  readonly version: bigint;
}

/** What each verb answers; plain, so that it is kept under an idempotency key. */
export interface Farmed {
  readonly position: PositionView;
  readonly transactionHash: string;
}

export interface Withdrawn extends Farmed {
  /** Shares that can be removed from the pool again. */
  readonly withdrawn: BaseUnits;
}

export interface Harvested extends Farmed {
  /** Paid to the wallet; 0 where there was nothing, and no transaction. */
  readonly harvested: BaseUnits;
}

export interface Exited extends Withdrawn, Harvested {}
