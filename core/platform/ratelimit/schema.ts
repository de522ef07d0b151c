import type { Limit } from "./limit.ts";

/** What a developer may have: each plan has limits of its own (spec 1, section 8). */
export const plans = ["free", "pro", "enterprise"] as const;
export type Plan = (typeof plans)[number];

interface Allowance {
  readonly perMinute: number;
  /** Left out: as many as there are. */
  readonly perDay?: number;
  /** How many may come at once. */
  readonly burst: number;
}

export const allowances: Readonly<Record<Plan, Allowance>> = {
  free: { perMinute: 60, perDay: 1_000, burst: 10 },
  pro: { perMinute: 600, perDay: 100_000, burst: 100 },
  enterprise: { perMinute: 6_000, burst: 1_000 },
};

/** The limit of a plan: burst, minute and day hold together, in one item. */
export function limitOf(plan: Plan): Limit {
  const { perMinute, ...more } = allowances[plan];
  return { bucket: `plan-${plan}`, max: perMinute, windowSeconds: 60, ...more };
}
