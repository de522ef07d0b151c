import type { BaseUnits } from "../../kernel/money/index.ts";

/**
 * The arithmetic of staking in bigint, every division floored in the pool's favour.
 * Rewards are simple interest by the second (DESIGN section 4, Staking): amount x APY x seconds / 365 days. A pool's
 * index is the integral of its rate over time, and a position stores the index of its last settlement (as in Synthetix'
 * StakingRewards), so a changed rate applies from its change on.
 */

/** A pool's rate from an instant on. */
export interface Rate {
  /** Basis points a year: 800 is 8 %. */
  readonly apyBps: bigint;
  /** The integral of the rate up to `sinceMs`, in basis points x milliseconds. */
  readonly index: bigint;
  /** The start of this rate, in milliseconds since the epoch. */
  readonly sinceMs: bigint;
}

/** A year has 365 days in all calculations. */
export const YEAR_SECONDS = 31_536_000n;
/** The penalty for withdrawing a locked stake early, in percent of the amount (spec 2, section 8). */
const PENALTY_PERCENT = 10n;
const PER_INDEX = 10_000n * YEAR_SECONDS * 1000n;

/** Returns a pool's index at an instant, or at its last change if that is later. */
export const indexAt = ({ apyBps, index, sinceMs }: Rate, atMs: bigint): bigint =>
  atMs <= sinceMs ? index : index + apyBps * (atMs - sinceMs);

/** Returns the rewards of an amount between two index values. */
export const rewardOf = (amount: BaseUnits, from: bigint, to: bigint): BaseUnits =>
  to <= from ? 0n : (amount * (to - from)) / PER_INDEX;

/** The inputs of a position's rewards. */
export interface Accruing {
  readonly amount: BaseUnits;
  /** Accrued up to the last settlement, and not yet paid. */
  readonly rewards: BaseUnits;
  /** The pool's index at the last settlement. */
  readonly index: bigint;
  readonly startMs: bigint;
}

/**
 * Returns a position's rewards at an instant, and the index of this settlement. Rewards accrue by whole seconds since
 * the position's start. At a change of the rate, they accrue up to the instant of the change.
 */
export function settle(
  position: Accruing,
  rate: Rate,
  atMs: bigint,
): { readonly rewards: BaseUnits; readonly index: bigint } {
  const elapsedMs = atMs > position.startMs ? atMs - position.startMs : 0n;
  const reached = indexAt(rate, position.startMs + (elapsedMs / 1000n) * 1000n);
  // If the last settlement used a rate from just before it fell, the position's index is ahead. It must not decrease.
  const index = reached > position.index ? reached : position.index;
  return { rewards: position.rewards + rewardOf(position.amount, position.index, index), index };
}

export const rewardsPerYear = (amount: BaseUnits, { apyBps }: Rate): BaseUnits => (amount * apyBps) / 10_000n;

/** Returns a position's part of its pool's `unearned`. */
export const unearnedOf = ({ amount, rewards, index }: Omit<Accruing, "startMs">): BaseUnits =>
  rewardOf(amount, 0n, index) - rewards;

/** Returns a pool's unpaid rewards at an instant: exact to a unit per position, and never less than their sum. */
export const owedAt = (
  { staked, unearned }: { readonly staked: BaseUnits; readonly unearned: BaseUnits },
  rate: Rate,
  atMs: bigint,
): BaseUnits => rewardOf(staked, 0n, indexAt(rate, atMs)) - unearned;

/** Returns the penalty for withdrawing an amount early: rounded up, for the treasury. */
export const penaltyOf = (amount: BaseUnits): BaseUnits => (amount * PENALTY_PERCENT + 99n) / 100n;
