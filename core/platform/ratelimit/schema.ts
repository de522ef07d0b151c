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

/**
 * The limit of a web session where keys have their plan's (own). A screen of the console sends several requests at once and
 * refreshes its figures, which must not use up what the account's keys may do.
 */
const sessionLimit: Limit = { bucket: "plan-session", max: 300, windowSeconds: 60, burst: 60 };

/** Returns the rate limit of a plan, or of a web session. One item counts burst, minute and day. */
export function limitOf(plan: Plan | "session"): Limit {
  if (plan === "session") return sessionLimit;
  const { perMinute, ...more } = allowances[plan];
  return { bucket: `plan-${plan}`, max: perMinute, windowSeconds: 60, ...more };
}
