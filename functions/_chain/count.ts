import type { Limit, RouteSpec } from "../../contract/route.ts";
import type { UserActor } from "../../core/identity/actor.ts";
import type { Presented } from "../../core/identity/api-keys/text.ts";
import { envInt } from "../../core/kernel/env.ts";
import { callerOfIp, callerOfUser } from "../../core/platform/ratelimit/caller.ts";
import * as RateLimit from "../../core/platform/ratelimit/index.ts";
import * as PlanLimit from "../../core/platform/ratelimit/plan.ts";
import type { Plan } from "../../core/platform/ratelimit/schema.ts";
import * as KeyPlans from "./key-plans.ts";

/** How requests are counted against a route's limit. */

/** Counts by address, where the route's limit does: nothing need be known of the caller. */
export const countAddress = async (
  { limit }: RouteSpec,
  ip: string,
): Promise<RateLimit.Decision | undefined> =>
  limit !== undefined && limit !== "plan" && limit.by === "ip"
    ? RateLimit.take(asSet(limit), callerOfIp(ip))
    : undefined;

/** The limit with the `max` that a variable sets, where it names one that is set. */
export const asSet = (limit: Limit): Limit =>
  limit.setting ? { ...limit, max: envInt(limit.setting, limit.max) } : limit;

/** Counts for the account that is known by now, for nobody in particular by address. */
export async function countCaller(
  { limit }: RouteSpec,
  actor: UserActor | undefined,
  ip: string,
): Promise<RateLimit.Decision | undefined> {
  if (limit === undefined || (limit !== "plan" && limit.by === "ip")) return undefined;
  const caller = actor ? callerOfUser(actor) : callerOfIp(ip);
  return RateLimit.take(limit === "plan" ? PlanLimit.limitOf(planOf(actor)) : asSet(limit), caller);
}

/** Counts for the owner of a key that held a moment ago, by the plan that it had; undefined of any other. */
export async function countKey(
  { limit }: RouteSpec,
  presented: Presented,
): Promise<{ readonly plan: Plan; readonly decision: RateLimit.Decision } | undefined> {
  const plan = limit === "plan" ? KeyPlans.planOf(presented) : undefined;
  if (plan === undefined) return undefined;
  const { ownerId: userId, mode } = presented;
  return { plan, decision: await RateLimit.take(PlanLimit.limitOf(plan), callerOfUser({ userId, mode })) };
}

/** A session has the free plan's limits, and so has whoever guesses keys. */
const planOf = (actor: UserActor | undefined) => (actor?.door === "apiKey" ? actor.apiKey.plan : "free");
