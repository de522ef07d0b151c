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
import { ACCOUNT_TRIES, ACCOUNT_TRIES_SECONDS } from "./schema.ts";
import type { User } from "./user.ts";

/**
 * Limits how often a password may be tried on one account. Tries from addresses where the account was never signed in share
 * one limit; a known address has the limit that every address has. So a stranger slows down other strangers, but not the
 * owner at home (OWASP, "Device cookies"). An owner elsewhere gets an email, whose link makes the client a known one.
 */

const limit: RateLimit.Limit = {
  bucket: "sign-in-account",
  max: ACCOUNT_TRIES,
  windowSeconds: ACCOUNT_TRIES_SECONDS,
};

/** Limits the emails that strangers cause to one for as long as its link holds. */
const emails: RateLimit.Limit = { bucket: "sign-in-letter", max: 1, windowSeconds: 1800 };

/** Counts an address whether it has an account or not, so that the limit does not reveal it. */
const callerOf = (email: string): string => `email:${sha256Hex(email)}`;

/**
 * Counts a try from an unknown client before the password is compared. At the limit the owner gets an email. The consumer of
 * the event looks the account up, so an address without one gets the same response.
 * @param email as it is stored
 * @throws RATE_LIMITED, whose `challenge` says that an email was sent
 */
export async function take(email: string): Promise<void> {
  const { allowed, retryAfterSeconds: retryAfter } = await RateLimit.take(limit, callerOf(email));
  if (allowed) return;
  const { allowed: mayWrite } = await RateLimit.take(emails, callerOf(email));
  if (mayWrite) await Table.put(Outbox.write(Events.signInChallenged, { email }).put);
  throw fail(RateLimited, { details: { retryAfter, challenge: "email" } });
}

/** Forgets the tries before a right password. */
export const clear = (email: string): Promise<void> => RateLimit.clear(limit, callerOf(email));

/** How long an address or a device is known after the latest sign-in. */
const KNOWN_SECONDS = 90 * DAY_SECONDS;

/** Returns the key of a client's address. */
export const keyOf = (userId: string, ip: string): Key => knownClient.key({ userId, client: callerOfIp(ip) });

export const keyOfDevice = (userId: string, deviceId: string): Key =>
  knownClient.key({ userId, client: `device:${deviceId}` });

/** Returns whether the account's present owner was signed in there. */
export function isKnown(item: Table.Item | undefined, { ownershipId }: Pick<User, "ownershipId">): boolean {
  const known = item && knownClient.parse(item);
  return known?.ownershipId === ownershipId && known.ttl > Clock.nowSeconds();
}

const known = (key: Key, { ownershipId }: User): Table.Write => ({
  put: { ...key, ownershipId, ttl: Clock.nowSeconds() + KNOWN_SECONDS },
});

/** Returns the write that makes an address known, for the transaction that starts the session. */
export const noting = (user: User, ip: string): Table.Write => known(keyOf(user.userId, ip), user);

export const notingDevice = (user: User, deviceId: string): Table.Write =>
  known(keyOfDevice(user.userId, deviceId), user);

/** Makes the address of a user known who has proven to own the account without a session. */
export const note = (user: User, ip: string): Promise<void> => Table.commit([noting(user, ip)]);

/** Returns the addresses and devices known of a user. Those of two users can be compared. */
export async function clientsOf(userId: string): Promise<ReadonlySet<string>> {
  const items = await Table.queryAll(wholePartition(knownClient, { userId }));
  return new Set(items.map((item) => knownClient.paramsOf(keyOfItem(item))?.["client"] ?? ""));
}
