import type { Limit } from "./limit.ts";
import type { Plan } from "./schema.ts";

/** The limits of the plans (spec 1, section 8): burst, minute and day hold together, in one item. */

const minute = (plan: Plan, max: number, burst: number, perDay?: number): Limit => ({
  bucket: `plan-${plan}`,
  max,
  windowSeconds: 60,
  burst,
  ...(perDay !== undefined && { perDay }),
});

export const limitOf: Readonly<Record<Plan, Limit>> = {
  free: minute("free", 60, 10, 1_000),
  pro: minute("pro", 600, 100, 100_000),
  enterprise: minute("enterprise", 6_000, 1_000),
};
