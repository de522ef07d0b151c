import type { Tier } from "./schema.ts";

/** Tiers: by the points that were earned within 12 months, whether they were spent or not. Pure. */

/** From how many points on, the lowest first. */
export const THRESHOLDS: readonly (readonly [tier: Tier, points: bigint])[] = [
  ["bronze", 0n],
  ["silver", 1000n],
  ["gold", 5000n],
  ["platinum", 20_000n],
];

export interface Standing {
  readonly tier: Tier;
  readonly nextTier: Tier | undefined;
  /** 0 in the highest tier. */
  readonly pointsToNextTier: bigint;
}

/** The tier that points of 12 months give, and what the next one takes. */
export function standingOf(points: bigint): Standing {
  const [next] = THRESHOLDS.filter(([, from]) => from > points);
  const [tier] = THRESHOLDS.findLast(([, from]) => from <= points) ?? ["bronze"];
  return { tier, nextTier: next?.[0], pointsToNextTier: next ? next[1] - points : 0n };
}
