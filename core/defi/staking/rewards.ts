import type { BaseUnits } from "../../kernel/money/index.ts";

/**
 * The arithmetic of staking: pure, over bigint, every division floored in the pool's favour.
 * Rewards are simple interest by the second (DESIGN section 4, Staking): amount x APY x seconds / 365 days. A
 * pool's index is the integral of its rate over time, and a position stores the index of its last settlement
 * (as in Synthetix' StakingRewards), so a changed rate counts from its change on.
 */

/** A pool's rate from an instant on. */
export interface Rate {
  /** Basis points a year: 800 is 8 %. */
  readonly apyBps: bigint;
  /** The integral of the rate up to `sinceMs`, in basis points x milliseconds. */
  readonly index: bigint;
  /** When this rate began, in milliseconds since the epoch. */
  readonly sinceMs: bigint;
}

/** Every year has 365 days here. */
export const YEAR_SECONDS = 31_536_000n;
/** The penalty for taking a locked stake back early, in percent of the amount (spec 2, section 8). */
const PENALTY_PERCENT = 10n;
const PER_INDEX = 10_000n * YEAR_SECONDS * 1000n;

/** Returns a pool's index at an instant, or at its last change if that is later. */
export const indexAt = ({ apyBps, index, sinceMs }: Rate, atMs: bigint): bigint =>
  atMs <= sinceMs ? index : index + apyBps * (atMs - sinceMs);

/** Returns the rewards of an amount between two values of the index. */
export const rewardOf = (amount: BaseUnits, from: bigint, to: bigint): BaseUnits =>
  to <= from ? 0n : (amount * (to - from)) / PER_INDEX;

/** The inputs of a position's rewards. */
export interface Accruing {
  readonly amount: BaseUnits;
  /** Accrued up to the last settlement, and not paid yet. */
  readonly rewards: BaseUnits;
  /** The pool's index at the last settlement. */
  readonly index: bigint;
  readonly startMs: bigint;
}

/**
 * A position's rewards at an instant, and the index that they are settled at. They come by whole seconds
 * since its start, and never before it. A change of the rate settles within a second: up to the instant of
 * the change.
 */
export function settle(
  position: Accruing,
  rate: Rate,
  atMs: bigint,
): { readonly rewards: BaseUnits; readonly index: bigint } {
  const elapsedMs = atMs > position.startMs ? atMs - position.startMs : 0n;
  const reached = indexAt(rate, position.startMs + (elapsedMs / 1000n) * 1000n);
  // A rate that was read just before it fell may have taken the position a little ahead: it waits there.
  const index = reached > position.index ? reached : position.index;
  return { rewards: position.rewards + rewardOf(position.amount, position.index, index), index };
}

/** What an amount earns in a year at a rate. */
export const rewardsPerYear = (amount: BaseUnits, { apyBps }: Rate): BaseUnits => (amount * apyBps) / 10_000n;

/** What a position adds to its pool's `unearned`. */
export const unearnedOf = ({ amount, rewards, index }: Omit<Accruing, "startMs">): BaseUnits =>
  rewardOf(amount, 0n, index) - rewards;

/**
 * Returns what a pool owes at an instant: to the unit per position, and never less than the sum of its
 * positions.
 */
export const owedAt = (
  { staked, unearned }: { readonly staked: BaseUnits; readonly unearned: BaseUnits },
  rate: Rate,
  atMs: bigint,
): BaseUnits => rewardOf(staked, 0n, indexAt(rate, atMs)) - unearned;

/** Returns the penalty for taking an amount back early: rounded up, for the treasury. */
export const penaltyOf = (amount: BaseUnits): BaseUnits => (amount * PENALTY_PERCENT + 99n) / 100n;
