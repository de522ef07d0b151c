import * as Clock from "../kernel/clock/index.ts";
import { fail, SvcError } from "../kernel/errors.ts";
import * as Sockets from "../platform/connections.ts";
import * as RateLimit from "../platform/ratelimit/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { liveConnection, liveHolder } from "./entity.ts";
import { TooManyConnections, TooManyConnects } from "./errors.ts";
import { MAX_CONNECTIONS } from "./schema.ts";
import { keyOf, shardOf } from "./shard.ts";
import { announce, type Subscriber } from "./subscribers.ts";

/**
 * The connections to the live prices. Opening and closing are one transaction each over the connection and
 * the set of its holder's connections, so the limit of five is exact however many come at once, and no holder
 * waits for another.
 */

/** API Gateway ends a connection after 2 hours: one older than this has ended, whether or not it said so. */
export const LONGEST_MS = 130 * 60_000;
/** API Gateway waits 29 seconds for `$connect`: it does not know a younger connection yet. */
const SETTLING_MS = 60_000;
const LOOK_TIMEOUT_MS = 2000;
const TTL_SECONDS = 86_400;
/** Connects of a holder: more than any client needs that keeps its five. */
const CONNECT_LIMIT = { bucket: "prices-live-connect", max: 60, windowSeconds: 60 } as const;
/** How often API Gateway is asked about the connections of a holder that has five. */
const LOOK_LIMIT = { bucket: "prices-live-look", max: 1, windowSeconds: 10 } as const;

/**
 * Lets a connection in.
 * @param holder who is counted: an API key or an address
 * @throws RATE_LIMITED, TOO_MANY_CONNECTIONS
 */
export async function open(connectionId: string, holder: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await RateLimit.take(CONNECT_LIMIT, holder);
  if (!allowed) throw fail(TooManyConnects, { details: { retryAfter: retryAfterSeconds } });
  try {
    while (!(await add(connectionId, holder)))
      if (!(await forgetEnded(holder))) throw fail(TooManyConnections);
  } catch (error) {
    // What failed may have been written all the same, and its client is refused.
    if (!(error instanceof SvcError && error.is(TooManyConnections)))
      await close(connectionId).catch(() => undefined);
    throw error;
  }
}

/** @returns false where the holder has five */
function add(connectionId: string, holder: string): Promise<boolean> {
  const ttl = Clock.nowSeconds() + TTL_SECONDS;
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

/** API Gateway may fail to tell of an end, so a holder's connections are looked at before it is refused. */
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
  const over = olderThan(LONGEST_MS);
  const ended = over.length > 0 ? over : await goneOf(olderThan(SETTLING_MS), holder);
  await Promise.all(ended.map((id) => forget({ shard: shardOf(id), connectionId: id, holder })));
  return ended.length > 0;
}

/** Those that API Gateway does not know any more. What it does not answer about counts as connected. */
async function goneOf(connectionIds: readonly string[], holder: string): Promise<string[]> {
  if (connectionIds.length === 0 || !(await RateLimit.take(LOOK_LIMIT, holder)).allowed) return [];
  const connected = await Promise.all(
    connectionIds.map((id) => Sockets.isConnected(id, LOOK_TIMEOUT_MS).catch(() => true)),
  );
  return connectionIds.filter((_, index) => !connected[index]);
}

/** Forgets a connection and all that it was subscribed to; nothing if that has been done. */
export async function close(connectionId: string): Promise<void> {
  const shard = shardOf(connectionId);
  const found = await Table.find(liveConnection, { shard: String(shard), connectionId });
  if (found) await forget({ ...found, shard });
}

export async function forget(one: Pick<Subscriber, "shard" | "connectionId" | "holder">): Promise<void> {
  const { shard, connectionId, holder } = one;
  const key = liveHolder.key({ holder });
  await Table.commit([
    { remove: liveConnection.key({ shard: String(shard), connectionId }) },
    {
      update: key,
      initial: { ttl: Clock.nowSeconds() + TTL_SECONDS },
      discard: { connections: new Set([connectionId]) },
    },
  ]);
  announce({ shard, connectionId, subscriber: undefined });
  await Table.unlessRefused(Table.remove(key, Where.lacks("connections")));
}
