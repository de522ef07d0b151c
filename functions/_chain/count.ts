import type { Limit, RouteSpec } from "../../contract/route.ts";
import type { UserActor } from "../../core/identity/actor.ts";
import { envInt } from "../../core/kernel/env.ts";
import { callerOfIp, callerOfUser } from "../../core/platform/ratelimit/caller.ts";
import * as RateLimit from "../../core/platform/ratelimit/index.ts";
import * as PlanLimit from "../../core/platform/ratelimit/plan.ts";
import type { Held } from "./held.ts";

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

/** The longest window of a limit that somebody whose credential has ended meanwhile may take of. */
const SHORT_SECONDS = 60;

/**
 * Counts for whom a credential stood that held a moment ago, with the plan that it had; undefined of any other, and of
 * a limit that it would take long to have back.
 */
export async function countHeld(
  { limit }: RouteSpec,
  held: Held | undefined,
): Promise<{ readonly held: Held; readonly decision: RateLimit.Decision } | undefined> {
  if (!held || limit === undefined) return undefined;
  if (limit !== "plan" && (limit.by === "ip" || limit.windowSeconds > SHORT_SECONDS)) return undefined;
  const counted = limit === "plan" ? PlanLimit.limitOf(held.plan ?? "free") : asSet(limit);
  return { held, decision: await RateLimit.take(counted, callerOfUser(held)) };
}

/** A session has the free plan's limits, and so has whoever guesses keys. */
const planOf = (actor: UserActor | undefined) => (actor?.door === "apiKey" ? actor.apiKey.plan : "free");
