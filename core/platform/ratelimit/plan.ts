import type { Limit } from "./limit.ts";
import { allowances, type Plan } from "./schema.ts";

/** The limit of a plan: burst, minute and day hold together, in one item. */
export function limitOf(plan: Plan): Limit {
  const { perMinute, ...more } = allowances[plan];
  return { bucket: `plan-${plan}`, max: perMinute, windowSeconds: 60, ...more };
}
