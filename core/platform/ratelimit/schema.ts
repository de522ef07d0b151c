import type { Limit } from "./limit.ts";

/** The plans of developers, each with its own limits (spec 1, section 8). */
export const plans = ["free", "pro", "enterprise"] as const;
export type Plan = (typeof plans)[number];

interface Allowance {
  readonly perMinute: number;
  /** Undefined if unlimited. */
  readonly perDay?: number;
  /** The maximum of requests at the same time. */
  readonly burst: number;
}

export const allowances: Readonly<Record<Plan, Allowance>> = {
  free: { perMinute: 60, perDay: 1_000, burst: 10 },
  pro: { perMinute: 600, perDay: 100_000, burst: 100 },
  enterprise: { perMinute: 6_000, burst: 1_000 },
};

/** Returns the rate limit of a plan. One item counts burst, minute and day. */
export function limitOf(plan: Plan): Limit {
  const { perMinute, ...more } = allowances[plan];
  return { bucket: `plan-${plan}`, max: perMinute, windowSeconds: 60, ...more };
}
