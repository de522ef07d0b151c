import { AddressNotAllowed } from "../identity/api-keys/errors.ts";
import * as ApiKey from "../identity/api-keys/open.ts";
import * as Clock from "../kernel/clock/index.ts";
import { Forbidden, fail, SvcError } from "../kernel/errors.ts";
import { text } from "../kernel/texts/index.ts";
import { DAY_SECONDS, MINUTE_MS } from "../kernel/time.ts";
import * as Sockets from "../platform/connections.ts";
import * as RateLimit from "../platform/ratelimit/index.ts";
import { callerOfIp } from "../platform/ratelimit/limit.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { liveConnection, liveHolder } from "./entity.ts";
import { InvalidApiKey, TooManyConnections, TooManyConnects } from "./errors.ts";
import { MAX_CONNECTIONS } from "./schema.ts";
import { announce, keyOf, type Subscriber, shardOf } from "./subscribers.ts";
import * as Tickets from "./tickets.ts";

/**
 * Opens and closes connections to the live prices. Each is one transaction over the connection and its holder's set of
 * connections, so the limit of five is exact under parallel requests, and holders do not wait for each other.
 */

/** API Gateway ends a connection after 2 hours, so an older one has ended even if no event reported it. */
export const MAX_AGE_MS = 130 * MINUTE_MS;
/** API Gateway waits up to 29 seconds for `$connect`, so it may not know a younger connection yet. */
const SETTLING_MS = 60_000;
const CHECK_TIMEOUT_MS = 2000;
/** More than any client needs for five connections. */
const CONNECT_LIMIT = { bucket: "prices-live-connect", max: 60, windowSeconds: 60 } as const;
/** The limit of checks with API Gateway for a holder that has five connections. */
const CHECK_LIMIT = { bucket: "prices-live-look", max: 1, windowSeconds: 10 } as const;

/** Opens a connection of a holder, an API key or an address. @throws RATE_LIMITED, TOO_MANY_CONNECTIONS */
export async function open(connectionId: string, holder: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await RateLimit.take(CONNECT_LIMIT, holder);
  if (!allowed) throw fail(TooManyConnects, { details: { retryAfter: retryAfterSeconds } });
  try {
    while (!(await add(connectionId, holder)))
      if (!(await forgetEnded(holder))) throw fail(TooManyConnections);
  } catch (error) {
    // The write may have succeeded despite the error, and the client is rejected.
    if (!(error instanceof SvcError && error.is(TooManyConnections)))
      await close(connectionId).catch(() => undefined);
    throw error;
  }
}

/** @returns false if the holder has five connections */
function add(connectionId: string, holder: string): Promise<boolean> {
  const ttl = Clock.nowSeconds() + DAY_SECONDS;
  return Table.tryCommit([
    {
      update: liveHolder.key({ holder }),
      set: { ttl },
      add: { connections: new Set([connectionId]) },
      where: Where.any(Where.lacks("connections"), Where.size("connections", "<", MAX_CONNECTIONS)),
    },
    {
      put: {
        ...keyOf(connectionId),
        ...{ connectionId, holder, openedMs: Clock.nowMs(), quietUntilMs: 0, ttl },
      },
    },
  ]);
}

/** Deletes ended connections of a holder, because API Gateway may fail to report an end. @returns whether the holder has room for a connection */
async function forgetEnded(holder: string): Promise<boolean> {
  const ids = [...((await Table.find(liveHolder, { holder }))?.connections ?? [])];
  if (ids.length < MAX_CONNECTIONS) return true;
  const items = await Table.getMany(ids.map((id) => keyOf(id)));
  const ages = new Map(
    items.map((item, index) => {
      const openedMs = item ? liveConnection.parse(item).openedMs : Number.NEGATIVE_INFINITY;
      return [ids[index], Clock.nowMs() - openedMs];
    }),
  );
  const olderThan = (ageMs: number) => ids.filter((id) => (ages.get(id) ?? 0) > ageMs);
  const expired = olderThan(MAX_AGE_MS);
  const ended = expired.length > 0 ? expired : await disconnectedOf(olderThan(SETTLING_MS), holder);
  await Promise.all(ended.map((id) => forget({ shard: shardOf(id), connectionId: id, holder })));
  return ended.length > 0;
}

/** Returns the connections that API Gateway does not know. A failed call counts as connected. */
async function disconnectedOf(connectionIds: readonly string[], holder: string): Promise<string[]> {
  if (connectionIds.length === 0 || !(await RateLimit.take(CHECK_LIMIT, holder)).allowed) return [];
  const connected = await Promise.all(
    connectionIds.map((id) => Sockets.isConnected(id, CHECK_TIMEOUT_MS).catch(() => true)),
  );
  return connectionIds.filter((_, index) => !connected[index]);
}

/** Deletes a connection and its subscriptions, if it exists. */
export async function close(connectionId: string): Promise<void> {
  const shard = shardOf(connectionId);
  const found = await Table.find(liveConnection, { shard: String(shard), connectionId });
  if (found) await forget({ ...found, shard });
}

/** Deletes a connection and its subscriptions. */
export async function forget(one: Pick<Subscriber, "shard" | "connectionId" | "holder">): Promise<void> {
  const { shard, connectionId, holder } = one;
  const key = liveHolder.key({ holder });
  await Table.commit([
    { remove: liveConnection.key({ shard: String(shard), connectionId }) },
    {
      update: key,
      initial: { ttl: Clock.nowSeconds() + DAY_SECONDS },
      discard: { connections: new Set([connectionId]) },
    },
  ]);
  announce({ shard, connectionId, subscriber: undefined });
  await Table.ignoreConditionFailure(Table.remove(key, Where.lacks("connections")));
}

const SCOPE = "prices:read";

/**
 * Returns the holder of a connection: its API key, or its IP address without a key (DESIGN section 4, Prices). Uses up a ticket.
 * @throws INVALID_TICKET; INVALID_API_KEY, API_KEY_ADDRESS_NOT_ALLOWED, FORBIDDEN for a key without the scope `prices:read`
 */
export async function holderOf(client: {
  readonly ip: string;
  readonly apiKey: string | undefined;
  readonly ticket: string | undefined;
}): Promise<string> {
  // The creation of the ticket has verified the key.
  if (client.ticket !== undefined) return holderOfKey(await Tickets.redeem(client.ticket));
  if (client.apiKey === undefined) return callerOfIp(client.ip);
  const key = await ApiKey.fromText(client.apiKey);
  if (!key) throw fail(InvalidApiKey);
  if (!ApiKey.allowsAddress(key, client.ip)) throw fail(AddressNotAllowed);
  if (!ApiKey.allows(key.actor.apiKey, SCOPE))
    throw fail(Forbidden, {
      message: text(
        `This API key does not have the scope ${SCOPE}. Use a key that has it.`,
        `Cette clé d'API n'a pas la portée ${SCOPE}. Utilisez une clé qui l'a.`,
      ),
      details: { scope: SCOPE },
    });
  await ApiKey.recordUse(key);
  return holderOfKey(key.stored.keyId);
}

const holderOfKey = (keyId: string): string => `key:${keyId}`;
