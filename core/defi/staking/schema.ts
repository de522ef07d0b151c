import * as z from "zod";
import type { BaseUnits } from "../../kernel/money/index.ts";

/** A position as its item keeps it. Amounts are base units of the platform's token. */
export const positionItem = z.object({
  positionId: z.string(),
  userId: z.string(),
  poolId: z.string(),
  /** What is left of the stake; its hold in the ledger has as much. */
  amount: z.bigint(),
  /** Accrued up to the last settlement, and not paid yet. */
  rewards: z.bigint(),
  /** Where the pool's rate index stood at the last settlement. */
  index: z.bigint(),
  startDate: z.string(),
  /** Missing where the pool does not lock. */
  unlockDate: z.string().optional(),
  status: z.enum(["active", "completed"]),
  version: z.bigint(),
  /** In the index of what is due, until its owner was told that it is unlocked. */
  duePk: z.string().optional(),
  dueSk: z.string().optional(),
  unlockedAt: z.string().optional(),
});
export type Position = z.output<typeof positionItem>;

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
  readonly positionId: string;
  readonly claimed: BaseUnits;
  /** What is left to claim: 0. */
  readonly rewards: BaseUnits;
  /** Empty where there was nothing to pay. */
  readonly transactionHash: string;
}

export interface Unstaked {
  readonly transactionHash: string;
  readonly amount: BaseUnits;
  readonly penalty: BaseUnits;
  /** `amount` less `penalty`. */
  readonly received: BaseUnits;
  /** Paid on top of `received`. */
  readonly rewardsPaid: BaseUnits;
  readonly position: PositionView;
}
