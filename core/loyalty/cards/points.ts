import { min, sum } from "../../kernel/money/index.ts";
import { DAY_MS, toIso } from "../../kernel/time.ts";
import type { Cause, LineType, Lot, Tier } from "./schema.ts";

/**
 * A card's points as an immutable value, in lots by the day on which they were earned. A balance is never negative:
 * if spent points are taken back, the card owes them, and the next earned points pay the debt first. At any time
 * `balance - owed` is the sum of points earned, less the points taken back, spent and expired. Pure.
 */
export interface Points {
  /** Oldest first, one a day. */
  readonly lots: readonly Lot[];
  readonly owed: bigint;
}

/** A change of one card's points. */
export interface Move {
  readonly programId: string;
  /** The card's owner, if a decision changes cards of several users. */
  readonly userId?: string;
  readonly type: LineType;
  readonly cause: Cause;
  /** Returns the points after the change. Pure: it may be called more than once. */
  readonly to: (points: Points) => Points;
}

export const NONE: Points = { lots: [], owed: 0n };

export const balanceOf = ({ lots }: Pick<Points, "lots">): bigint => sum(lots.map(({ left }) => left));

/** Returns the points earned on the days that have not expired, which determine the tier. */
export const earnedOf = ({ lots }: Pick<Points, "lots">): bigint => sum(lots.map(({ earned }) => earned));

/** Adds points that were earned on a day; owed points are paid from them first. */
export function addPoints({ lots, owed }: Points, day: string, amount: bigint): Points {
  const paid = min(owed, amount);
  const known = lots.find((lot) => lot.day === day) ?? { day, earned: 0n, left: 0n };
  const more = { day, earned: known.earned + amount, left: known.left + amount - paid };
  const others = lots.filter((lot) => lot.day !== day);
  return { lots: [...others, more].sort((a, b) => (a.day < b.day ? -1 : 1)), owed: owed - paid };
}

/**
 * Takes back points that were earned on a day: from that day's lot, then from the oldest others; the rest is owed.
 * Points of an expired day no longer exist, so nothing is taken back.
 */
export function takeBack(points: Points, day: string, amount: bigint): Points {
  const known = points.lots.find((lot) => lot.day === day);
  if (!known) return points;
  const own = min(known.left, amount);
  const less = { day, earned: known.earned - min(known.earned, amount), left: known.left - own };
  const { lots, missing } = takeOldest(
    points.lots.map((lot) => (lot === known ? less : lot)),
    amount - own,
  );
  return { lots, owed: points.owed + missing };
}

/** Spends points, oldest first. @returns undefined if the balance is too low */
export function spend({ lots: all, owed }: Points, amount: bigint): Points | undefined {
  const { lots, missing } = takeOldest(all, amount);
  return missing > 0n ? undefined : { lots, owed };
}

/** Drops the lots of expired days. */
export const expire = ({ lots, owed }: Points, hasExpired: (day: string) => boolean): Points => ({
  lots: lots.filter(({ day }) => !hasExpired(day)),
  owed,
});

/** Takes an amount from lots, oldest first. Returns the remaining lots and the missing amount. */
function takeOldest(
  lots: readonly Lot[],
  amount: bigint,
): { readonly lots: Lot[]; readonly missing: bigint } {
  let missing = amount;
  const after = lots.map((lot) => {
    const part = min(lot.left, missing);
    missing -= part;
    return part === 0n ? lot : { ...lot, left: lot.left - part };
  });
  return { lots: after, missing };
}

/** Returns the day of an instant, UTC. @param iso ISO 8601 */
export const dayOf = (iso: string): string => iso.slice(0, 10);

/** Returns when a day's points expire: at the end of the UTC day 12 months later. ISO 8601. */
export function expiryOf(day: string): string {
  const date = new Date(`${day}T00:00:00.000Z`);
  date.setUTCFullYear(date.getUTCFullYear() + 1);
  return toIso(date.getTime() + DAY_MS);
}

export const daysAfter = (iso: string, days: number): string => toIso(Date.parse(iso) + days * DAY_MS);

/** The minimum points of each tier, lowest first. */
const THRESHOLDS: readonly (readonly [tier: Tier, points: bigint])[] = [
  ["bronze", 0n],
  ["silver", 1000n],
  ["gold", 5000n],
  ["platinum", 20_000n],
];

export interface TierStatus {
  readonly tier: Tier;
  readonly nextTier: Tier | undefined;
  /** 0 in the highest tier. */
  readonly pointsToNextTier: bigint;
}

/** Returns the tier for the points earned within 12 months, spent or not, and the distance to the next one. */
export function tierStatusOf(points: bigint): TierStatus {
  const [next] = THRESHOLDS.filter(([, from]) => from > points);
  const [tier] = THRESHOLDS.findLast(([, from]) => from <= points) ?? ["bronze"];
  return { tier, nextTier: next?.[0], pointsToNextTier: next ? next[1] - points : 0n };
}
