import type { Lot } from "./schema.ts";

/**
 * The points of a card, as a value: by the day on which they were earned. Every verb gives the points after
 * it. Nothing is ever below zero: what is taken back and was spent is owed, and the next points pay it first.
 * At all times balance - owed is what was given, less what was taken back, spent and expired. Pure.
 */

export interface Points {
  /** Oldest first, one a day. */
  readonly lots: readonly Lot[];
  readonly owed: bigint;
}

export const NONE: Points = { lots: [], owed: 0n };

export const balanceOf = ({ lots }: Pick<Points, "lots">): bigint =>
  lots.reduce((sum, { left }) => sum + left, 0n);

/** What was earned on the days that it still has: what a tier counts. */
export const earnedOf = ({ lots }: Pick<Points, "lots">): bigint =>
  lots.reduce((sum, { earned }) => sum + earned, 0n);

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Gives points that were earned on a day; what is owed is paid of them. */
export function give({ lots, owed }: Points, day: string, amount: bigint): Points {
  const paid = least(owed, amount);
  const known = lots.find((lot) => lot.day === day) ?? { day, earned: 0n, left: 0n };
  const more = { day, earned: known.earned + amount, left: known.left + amount - paid };
  const others = lots.filter((lot) => lot.day !== day);
  return { lots: [...others, more].sort((a, b) => (a.day < b.day ? -1 : 1)), owed: owed - paid };
}

/**
 * Takes points back that were earned on a day: those of that day, then the oldest others, and what is not
 * there is owed. Of a day that has expired nothing is taken: its points are gone already.
 */
export function takeBack(points: Points, day: string, amount: bigint): Points {
  const known = points.lots.find((lot) => lot.day === day);
  if (!known) return points;
  const own = least(known.left, amount);
  const less = { day, earned: known.earned - least(known.earned, amount), left: known.left - own };
  const { lots, missing } = taken(
    points.lots.map((lot) => (lot === known ? less : lot)),
    amount - own,
  );
  return { lots, owed: points.owed + missing };
}

/** Spends points, the oldest first. @returns undefined where there are too few */
export function spend({ lots: all, owed }: Points, amount: bigint): Points | undefined {
  const { lots, missing } = taken(all, amount);
  return missing > 0n ? undefined : { lots, owed };
}

/** Drops the days whose points have expired. */
export const expire = ({ lots, owed }: Points, hasExpired: (day: string) => boolean): Points => ({
  lots: lots.filter(({ day }) => !hasExpired(day)),
  owed,
});

/** What is left when so much is taken, the oldest first, and how much was not there. */
function taken(lots: readonly Lot[], amount: bigint): { readonly lots: Lot[]; readonly missing: bigint } {
  let missing = amount;
  const after = lots.map((lot) => {
    const part = least(lot.left, missing);
    missing -= part;
    return part === 0n ? lot : { ...lot, left: lot.left - part };
  });
  return { lots: after, missing };
}
