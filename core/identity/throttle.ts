import * as Clock from "../kernel/clock/index.ts";
import { fail, RateLimited } from "../kernel/errors.ts";
import { sha256Hex } from "../kernel/sha256.ts";
import * as Outbox from "../platform/outbox/index.ts";
import { callerOfIp } from "../platform/ratelimit/caller.ts";
import * as RateLimit from "../platform/ratelimit/index.ts";
import type { Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { knownClient } from "./entity.ts";
import * as Events from "./events.ts";
import { ACCOUNT_TRIES, ACCOUNT_TRIES_SECONDS } from "./schema.ts";
import type { User } from "./user.ts";

/**
 * How often a password may be tried on one account, from however many addresses. Tries from addresses where the
 * account was never signed in share one allowance; an address where it was has its own, that of every address.
 * So a stranger slows other strangers down and never the owner at home (OWASP, "Device cookies"). An owner who
 * is elsewhere is written to: the letter's link makes the client that opens it a known one.
 */

const limit: RateLimit.Limit = {
  bucket: "sign-in-account",
  max: ACCOUNT_TRIES,
  windowSeconds: ACCOUNT_TRIES_SECONDS,
};

/** Strangers have no more letters sent than these: as long as a letter's link holds. */
const letters: RateLimit.Limit = { bucket: "sign-in-letter", max: 1, windowSeconds: 1800 };

/** Of an address that has no account as of one that has: who tries learns nothing. */
const callerOf = (email: string): string => `email:${sha256Hex(email)}`;

/**
 * Counts a try from an unknown client, before the password is looked at. One too many has the owner written to,
 * whom the consumer of the event looks up: an address without an account is answered the same.
 * @param email as it is stored
 * @throws RATE_LIMITED, whose `challenge` says that the way in is a letter
 */
export async function take(email: string): Promise<void> {
  const { allowed, retryAfterSeconds: retryAfter } = await RateLimit.take(limit, callerOf(email));
  if (allowed) return;
  const letter = await RateLimit.take(letters, callerOf(email));
  if (letter.allowed) await Table.put(Outbox.write(Events.signInChallenged, { email }).put);
  throw fail(RateLimited, { details: { retryAfter, challenge: CHALLENGE } });
}

/** What a refusal's `challenge` says: that a letter went to the account's address, if there is one. */
export const CHALLENGE = "email";

/** Forgets the tries before one that was right. */
export const clear = (email: string): Promise<void> => RateLimit.clear(limit, callerOf(email));

/** How long an address or a device is known after the latest sign-in there. */
const KNOWN_SECONDS = 90 * 86_400;

/** The key of what says that an account was signed in from an address. */
export const keyOf = (userId: string, ip: string): Key => knownClient.key({ userId, client: callerOfIp(ip) });

/** The key of what says that an account was signed in on a device. */
export const keyOfDevice = (userId: string, deviceId: string): Key =>
  knownClient.key({ userId, client: `device:${deviceId}` });

/** Whether it says so of who owns the account now. */
export function isKnown(item: Table.Item | undefined, { ownershipId }: Pick<User, "ownershipId">): boolean {
  const known = item && knownClient.parse(item);
  return known?.ownershipId === ownershipId && known.ttl > Clock.nowSeconds();
}

const known = (key: Key, { ownershipId }: User): Table.Write => ({
  put: { ...key, ownershipId, ttl: Clock.nowSeconds() + KNOWN_SECONDS },
});

/** The write that an account was signed in from an address, for the transaction that starts the session. */
export const noting = (user: User, ip: string): Table.Write => known(keyOf(user.userId, ip), user);

/** The same of a device. */
export const notingDevice = (user: User, deviceId: string): Table.Write =>
  known(keyOfDevice(user.userId, deviceId), user);

/** Notes it apart from a session: the client of somebody who has proven to own the account otherwise. */
export const note = (user: User, ip: string): Promise<void> => Table.commit([noting(user, ip)]);
