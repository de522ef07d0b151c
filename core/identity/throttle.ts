import { createHash } from "node:crypto";
import * as Clock from "../kernel/clock/index.ts";
import { fail, RateLimited } from "../kernel/errors.ts";
import { callerOfIp } from "../platform/ratelimit/caller.ts";
import * as RateLimit from "../platform/ratelimit/index.ts";
import type { Key } from "../platform/table/entity.ts";
import type * as Table from "../platform/table/index.ts";
import { knownClient } from "./entity.ts";
import { ACCOUNT_TRIES, ACCOUNT_TRIES_SECONDS } from "./schema.ts";
import type { User } from "./user.ts";

/**
 * How often a password may be tried on one account, from however many addresses. Tries from addresses where the
 * account was never signed in share one allowance; an address where it was has its own, that of every address.
 * So a stranger slows other strangers down and never the owner at home (OWASP, "Device cookies").
 */

const limit: RateLimit.Limit = {
  bucket: "sign-in-account",
  max: ACCOUNT_TRIES,
  windowSeconds: ACCOUNT_TRIES_SECONDS,
};

/** Of an address that has no account as of one that has: who tries learns nothing. */
const callerOf = (email: string): string => `email:${createHash("sha256").update(email).digest("hex")}`;

/**
 * Counts a try from an unknown client, before the password is looked at.
 * @param email as it is stored
 * @throws RATE_LIMITED
 */
export async function take(email: string): Promise<void> {
  const { allowed, retryAfterSeconds: retryAfter } = await RateLimit.take(limit, callerOf(email));
  if (!allowed) throw fail(RateLimited, { details: { retryAfter } });
}

/** Forgets the tries before one that was right. */
export const clear = (email: string): Promise<void> => RateLimit.clear(limit, callerOf(email));

/** How long an address is known after the latest sign-in from it. */
const KNOWN_SECONDS = 90 * 86_400;

/** The key of what says that an account was signed in from an address. */
export const keyOf = (userId: string, ip: string): Key => knownClient.key({ userId, client: callerOfIp(ip) });

/** Whether it says so of who owns the account now. */
export function isKnown(item: Table.Item | undefined, { ownershipId }: Pick<User, "ownershipId">): boolean {
  const known = item && knownClient.parse(item);
  return known?.ownershipId === ownershipId && known.ttl > Clock.nowSeconds();
}

/** The write that an account was signed in from an address, for the transaction that starts the session. */
export const noting = ({ userId, ownershipId }: User, ip: string): Table.Write => ({
  put: { ...keyOf(userId, ip), ownershipId, ttl: Clock.nowSeconds() + KNOWN_SECONDS },
});
