import * as Clock from "../kernel/clock/index.ts";
import { fail, RateLimited } from "../kernel/errors.ts";
import { sha256Hex } from "../kernel/sha256.ts";
import { DAY_SECONDS } from "../kernel/time.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as RateLimit from "../platform/ratelimit/index.ts";
import { callerOfIp } from "../platform/ratelimit/limit.ts";
import { type Key, keyOfItem } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { wholePartition } from "../platform/table/list.ts";
import { knownClient } from "./entity.ts";
import * as Events from "./events.ts";
import {
  ACCOUNT_ATTEMPTS,
  ACCOUNT_ATTEMPTS_SECONDS,
  CONFIRMATION_ATTEMPTS,
  CONFIRMATION_ATTEMPTS_SECONDS,
} from "./schema.ts";
import type { User } from "./user.ts";

/**
 * Limits the password attempts on one account. All clients (IP addresses or devices) from which its owner has never signed in
 * share one limit. Known clients do not count against it; only the general limit per IP address applies to them. So an
 * attacker can block unknown clients, but not the owner at home (OWASP, "Device cookies"). When the shared limit is reached,
 * the owner gets an email whose link makes the IP address known from which it is opened.
 */

const attemptLimit: RateLimit.Limit = {
  bucket: "sign-in-account",
  max: ACCOUNT_ATTEMPTS,
  windowSeconds: ACCOUNT_ATTEMPTS_SECONDS,
};

/** Limits these emails to one in 30 minutes, the lifetime of its link. */
const emailLimit: RateLimit.Limit = { bucket: "sign-in-letter", max: 1, windowSeconds: 1800 };

/** Identifies an email address in rate limits, with or without an account, so that a limit does not reveal whether one exists. */
const callerOf = (email: string): string => `email:${sha256Hex(email)}`;

/**
 * Counts an attempt from an unknown client, before the password is compared. At the limit the owner gets an email. The event's
 * consumer finds the account, so that an address without an account gets the same response.
 * @param email the normalized address
 * @throws RATE_LIMITED, whose `challenge` states that an email lets the owner sign in. It is sent once in 30 minutes, and only
 *   to an address with an account
 */
export async function countAttempt(email: string): Promise<void> {
  const { allowed, retryAfterSeconds: retryAfter } = await RateLimit.take(attemptLimit, callerOf(email));
  if (allowed) return;
  const { allowed: mayEmail } = await RateLimit.take(emailLimit, callerOf(email));
  if (mayEmail) await Table.put(Outbox.write(Events.signInChallenged, { email }).put);
  throw fail(RateLimited, { details: { retryAfter, challenge: "email" } });
}

/** Resets the counted attempts after a right password. */
export const clearAttempts = (email: string): Promise<void> => RateLimit.clear(attemptLimit, callerOf(email));

const confirmationLimit: RateLimit.Limit = {
  bucket: "password-confirmation",
  max: CONFIRMATION_ATTEMPTS,
  windowSeconds: CONFIRMATION_ATTEMPTS_SECONDS,
};

/** Counts an attempt to confirm an action with an account's password, in any of its sessions. @throws RATE_LIMITED */
export const countConfirmation = (userId: string): Promise<void> =>
  RateLimit.spend(confirmationLimit, userId);

/** Resets the counted attempts after the right password. */
export const clearConfirmations = (userId: string): Promise<void> =>
  RateLimit.clear(confirmationLimit, userId);

/** How long an address or a device stays known after the latest sign-in. */
const KNOWN_SECONDS = 90 * DAY_SECONDS;

export const addressKey = (userId: string, ip: string): Key =>
  knownClient.key({ userId, client: callerOfIp(ip) });

export const deviceKey = (userId: string, deviceId: string): Key =>
  knownClient.key({ userId, client: `device:${deviceId}` });

/** Returns whether the account's current owner has signed in from an address or device. */
export function isKnown(item: Table.Item | undefined, { ownershipId }: Pick<User, "ownershipId">): boolean {
  const known = item && knownClient.parse(item);
  return known?.ownershipId === ownershipId && known.ttl > Clock.nowSeconds();
}

const knownClientWrite = (key: Key, { ownershipId }: User): Table.Write => ({
  put: { ...key, ownershipId, ttl: Clock.nowSeconds() + KNOWN_SECONDS },
});

/** Returns the write that makes an address known, for the transaction that starts a session. */
export const knownAddressWrite = (user: User, ip: string): Table.Write =>
  knownClientWrite(addressKey(user.userId, ip), user);

export const knownDeviceWrite = (user: User, deviceId: string): Table.Write =>
  knownClientWrite(deviceKey(user.userId, deviceId), user);

/** Makes an address known for a user who has proven the ownership of the account without a session. */
export const rememberAddress = (user: User, ip: string): Promise<void> =>
  Table.commit([knownAddressWrite(user, ip)]);

/** Returns the known addresses and devices of a user, in a form that can be compared with another user's. */
export async function clientsOf(userId: string): Promise<ReadonlySet<string>> {
  const items = await Table.queryAll(wholePartition(knownClient, { userId }));
  return new Set(items.map((item) => knownClient.paramsOf(keyOfItem(item))?.["client"] ?? ""));
}
