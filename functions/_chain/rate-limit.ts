import type { Limit, RouteSpec } from "../../contract/route.ts";
import type { UserActor } from "../../core/identity/actor.ts";
import { envInt } from "../../core/kernel/env.ts";
import { fail, RateLimited } from "../../core/kernel/errors.ts";
import { MINUTE_SECONDS } from "../../core/kernel/time.ts";
import * as RateLimit from "../../core/platform/ratelimit/index.ts";
import { callerOfIp, callerOfUser } from "../../core/platform/ratelimit/limit.ts";
import * as PlanLimit from "../../core/platform/ratelimit/schema.ts";
import type { Holder } from "./credential.ts";
import type { State } from "./request.ts";

/** How requests count against a route's limit. */

/** A decision; undefined if nothing was counted. */
type Counted = RateLimit.Decision | undefined;

/** Returns the limit with the `max` of its environment variable, if that is set. */
export const asSet = (limit: Limit): Limit =>
  limit.setting ? { ...limit, max: envInt(limit.setting, limit.max) } : limit;

/** Counts by address, if the route's limit is by address: it needs to know nothing of the caller. */
export const countAddress = async ({ limit }: RouteSpec, ip: string): Promise<Counted> =>
  limit !== undefined && limit !== "plan" && limit.by === "ip"
    ? RateLimit.take(asSet(limit), callerOfIp(ip))
    : undefined;

/** Counts for the authenticated account, or for an anonymous caller by address. Sessions have the free plan's limits. */
export async function countCaller(
  { limit }: RouteSpec,
  actor: UserActor | undefined,
  ip: string,
): Promise<Counted> {
  if (limit === undefined || (limit !== "plan" && limit.by === "ip")) return undefined;
  const caller = actor ? callerOfUser(actor) : callerOfIp(ip);
  return RateLimit.take(limit === "plan" ? PlanLimit.limitOf(planOf(actor) ?? "free") : asSet(limit), caller);
}

/**
 * Counts for the recent holder of a credential, before the credential is checked. A longer window than a minute would
 * take too long to recover from if the credential has ended.
 */
export async function countHolder(
  { limit }: RouteSpec,
  holder: Holder | undefined,
): Promise<{ readonly holder: Holder; readonly decision: RateLimit.Decision } | undefined> {
  if (!holder || limit === undefined) return undefined;
  if (limit !== "plan" && (limit.by === "ip" || limit.windowSeconds > MINUTE_SECONDS)) return undefined;
  const counted = limit === "plan" ? PlanLimit.limitOf(holder.plan ?? "free") : asSet(limit);
  return { holder, decision: await RateLimit.take(counted, callerOfUser(holder)) };
}

export const planOf = (actor: UserActor | undefined) =>
  actor?.door === "apiKey" ? actor.apiKey.plan : undefined;

/** Lets a count run concurrently with the handler. */
export function countBeside(state: State, decision: Counted | Promise<Counted>): void {
  state.counting = Promise.resolve(decision);
  // `admit` handles a failure when the response waits for the count.
  state.counting.catch(() => undefined);
}

/** @param onRejected gets the seconds that the caller has to wait. @throws RATE_LIMITED */
export function checkLimit(state: State, decision: Counted, onRejected?: (seconds: number) => void): void {
  if (!decision) return;
  state.limit = decision;
  if (decision.allowed) return;
  onRejected?.(decision.retryAfterSeconds ?? 1);
  throw fail(RateLimited, { details: { retryAfter: decision.retryAfterSeconds } });
}
