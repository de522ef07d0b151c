import * as z from "zod";
import { mode } from "../../kernel/mode.ts";
import type { BaseUnits } from "../../kernel/money/index.ts";

/** Farming's stored data and results. Amounts are base units of shares and of the platform's token. */

/** Figures per token exceed the 38 digits of a number in the table. */
const long = z.string().regex(/^\d+$/).transform(BigInt);

/** A stored farm. The engine's fields have the engine's names. */
export const farm = z.object({
  mode,
  farmId: z.string(),
  /** The pair whose shares it accepts. */
  pairId: z.string(),
  /** Seconds, like all times of the engine. */
  rewardsDuration: z.bigint(),
  periodFinish: z.bigint(),
  rewardRate: z.bigint(),
  lastUpdateTime: z.bigint(),
  rewardPerTokenStored: long,
  totalSupply: z.bigint(),
  /** The balance of the farm's rewards account. */
  rewardsBalance: z.bigint(),
  /** Ended by governance: it accepts no shares until it is funded again. */
  paused: z.boolean(),
  /** The emission while anything was staked: at least the sum of all rewards. */
  emitted: z.bigint(),
  /** The paid part of the emission. */
  paid: z.bigint(),
  createdAt: z.string(),
  version: z.bigint(),
});
export type Farm = z.output<typeof farm>;

/** A user's stake in one farm. */
export const position = z.object({
  positionId: z.string(),
  mode,
  userId: z.string(),
  farmId: z.string(),
  /** The farm's. */
  pairId: z.string(),
  /** Shares; 0 once all are withdrawn. */
  balance: z.bigint(),
  userRewardPerTokenPaid: long,
  /** Earned up to the last change, and not paid yet. */
  rewards: z.bigint(),
  /** All payments since the beginning. */
  paid: z.bigint(),
  createdAt: z.string(),
  /** Raised by each change. */
  version: z.bigint(),
});
export type Position = z.output<typeof position>;

/**
 * - `active`: emits rewards.
 * - `finished`: its emission is over. It still accepts shares.
 * - `ended`: by governance. It accepts no shares; shares can be withdrawn and rewards harvested.
 */
export const farmStatuses = ["active", "finished", "ended"] as const;
export type FarmStatus = (typeof farmStatuses)[number];

export const positionStatuses = ["active", "closed"] as const;

/** The owner's view of a position at an instant. */
export interface PositionView extends Pick<Position, "farmId" | "pairId" | "createdAt" | "version"> {
  readonly id: string;
  /** A closed position has neither shares nor unpaid rewards. */
  readonly status: (typeof positionStatuses)[number];
  readonly shares: BaseUnits;
  /** Earned and not harvested. */
  readonly earned: BaseUnits;
  /** Harvested since the beginning. */
  readonly harvested: BaseUnits;
  /** US dollars, rounded down: the current worth of the shares. */
  readonly value: string;
}

/** The operations' results. Plain data, so that they can be recorded under an idempotency key. */
export interface Farmed {
  readonly position: PositionView;
  readonly transactionHash: string;
}

export interface Withdrawn extends Farmed {
  /** Shares that can be removed from the pool again. */
  readonly withdrawn: BaseUnits;
}

export interface Harvested extends Farmed {
  /** Paid to the wallet; 0 if nothing was earned, without a transaction. */
  readonly harvested: BaseUnits;
}

export interface Exited extends Withdrawn, Harvested {}
