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

/** Counts requests against a route's limit. */

/** A decision; undefined if the request was not counted. */
type Counted = RateLimit.Decision | undefined;

/** Returns the limit with the `max` of its environment variable, if that is set. */
export const withSetting = (limit: Limit): Limit =>
  limit.setting ? { ...limit, max: envInt(limit.setting, limit.max) } : limit;

/** Counts by address, if the route's limit is by address. Does not need the caller. */
export const countAddress = async ({ limit }: RouteSpec, ip: string): Promise<Counted> =>
  limit !== undefined && limit !== "plan" && limit.by === "ip"
    ? RateLimit.take(withSetting(limit), callerOfIp(ip))
    : undefined;

/** Counts an authenticated caller by account, and an anonymous one by address with the free plan's limits. */
export async function countCaller(
  { limit }: RouteSpec,
  actor: UserActor | undefined,
  ip: string,
): Promise<Counted> {
  if (limit === undefined || (limit !== "plan" && limit.by === "ip")) return undefined;
  const caller = actor ? callerOfUser(actor) : callerOfIp(ip);
  const plan = actor ? (planOf(actor) ?? "session") : "free";
  return RateLimit.take(limit === "plan" ? PlanLimit.limitOf(plan) : withSetting(limit), caller);
}

/**
 * Counts for the recent holder of a credential before the credential is checked. Not for windows longer than a minute: a
 * count for a credential that has ended would last too long.
 */
export async function countHolder(
  { limit }: RouteSpec,
  holder: Holder | undefined,
): Promise<{ readonly holder: Holder; readonly decision: RateLimit.Decision } | undefined> {
  if (!holder || limit === undefined) return undefined;
  if (limit !== "plan" && (limit.by === "ip" || limit.windowSeconds > MINUTE_SECONDS)) return undefined;
  const counted = limit === "plan" ? PlanLimit.limitOf(holder.plan ?? "session") : withSetting(limit);
  return { holder, decision: await RateLimit.take(counted, callerOfUser(holder)) };
}

export const planOf = (actor: UserActor | undefined) =>
  actor?.channel === "apiKey" ? actor.apiKey.plan : undefined;

/** Runs a count concurrently with the handler. */
export function countConcurrently(state: State, decision: Counted | Promise<Counted>): void {
  state.pendingCount = Promise.resolve(decision);
  // `admit` handles a failure when the response waits for the count.
  state.pendingCount.catch(() => undefined);
}

/** Rejects a caller over the limit. @param onRejected gets the seconds until the next allowed request. @throws RATE_LIMITED */
export function checkLimit(state: State, decision: Counted, onRejected?: (seconds: number) => void): void {
  if (!decision) return;
  state.limit = decision;
  if (decision.allowed) return;
  onRejected?.(decision.retryAfterSeconds ?? 1);
  throw fail(RateLimited, { details: { retryAfter: decision.retryAfterSeconds } });
}
