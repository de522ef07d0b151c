import { randomUUID } from "node:crypto";
import * as Clock from "../kernel/clock/index.ts";
import { fail, SvcError, Unavailable } from "../kernel/errors.ts";
import * as Sockets from "../platform/connections.ts";
import { log } from "../platform/log.ts";
import { exclusive } from "../platform/mutex/index.ts";
import * as RateLimit from "../platform/ratelimit/index.ts";
import * as Table from "../platform/table/index.ts";
import { announce } from "./changes.ts";
import { liveConnection, liveHolder, liveMember } from "./entity.ts";
import { TooManyConnections, TooManyConnects } from "./errors.ts";
import { MAX_CONNECTIONS } from "./schema.ts";
import * as Shards from "./shards.ts";

/**
 * The connections to the live prices. Opening and closing are one transaction each over the connection, its holder's list
 * and its shard's list, so these never tell different stories. Opening counts in with it, since a shard has so much room and
 * no more; closing counts out after it, so that any number may end at once (`recount.ts` mends what is not counted).
 */

/** API Gateway ends a connection after 2 hours; one older than this is not there, whatever was heard of its end. */
export const LONGEST_MS = 130 * 60_000;
/** API Gateway waits 29 seconds for `$connect`: a younger connection may not stand yet. */
const SETTLING_MS = 60_000;
const LOOK_TIMEOUT_MS = 2000;
const TTL_SECONDS = 86_400;
const MAX_ATTEMPTS = 20;
/** Closing gives up after it, long before its Lambda has to: a connection that is gone is found out later, too. */
const CLOSE_WITHIN_MS = 3000;
/** Connects of a holder: more than any client needs that keeps its five. */
const CONNECT_LIMIT = { bucket: "prices-live-connect", max: 60, windowSeconds: 60 } as const;
/** How often a full holder's connections are looked at. */
const LOOK_LIMIT = { bucket: "prices-live-look", max: 1, windowSeconds: 10 } as const;

/** Connection ids of a holder and when each was opened, in milliseconds. */
type Held = ReadonlyMap<string, number>;

interface Holder {
  readonly held: Held;
  /** Changes with every write: a write under the same one cannot have missed another. */
  readonly token: string | undefined;
}

async function readHolder(holder: string): Promise<Holder> {
  const item = await Table.get(liveHolder.key({ holder }));
  const held = Object.entries((item?.["held"] ?? {}) as Record<string, bigint>);
  return {
    held: new Map(held.map(([id, at]) => [id, Number(at)])),
    token: item && String(item["token"]),
  };
}

function writeHolder(holder: string, held: Held, { token }: Holder): Table.Write {
  const key = liveHolder.key({ holder });
  const unchanged =
    token === undefined
      ? { condition: "attribute_not_exists(pk)" }
      : { condition: "#token = :token", names: { "#token": "token" }, values: { ":token": token } };
  if (held.size === 0) return { remove: key, ...unchanged };
  const item = { held: Object.fromEntries(held), token: randomUUID(), ttl: Clock.nowSeconds() + TTL_SECONDS };
  return { put: { ...key, ...item }, ...unchanged };
}

const living = (held: Held): Held =>
  new Map([...held].filter(([, openedMs]) => Clock.nowMs() - openedMs < LONGEST_MS));

/** How an attempt to open ended. `full` carries the connections that fill it. */
type Outcome = "open" | "again" | "crowded" | { readonly full: Held };

async function tryOpen(connectionId: string, holder: string, crowded: number): Promise<Outcome> {
  const [before, shards] = await Promise.all([readHolder(holder), Shards.list()]);
  const held = living(before.held);
  if (held.size >= MAX_CONNECTIONS) return { full: held };
  const shard = Shards.roomIn(shards, crowded);
  const openedMs = Clock.nowMs();
  const ttl = Clock.nowSeconds() + TTL_SECONDS;
  const member = liveMember.key({ shard: String(shard), connectionId });
  try {
    await Table.transact([
      writeHolder(holder, new Map([...held, [connectionId, openedMs]]), before),
      { put: { ...liveConnection.key({ connectionId }), holder, shard, ttl } },
      { put: { ...member, connectionId, openedMs, quietUntilMs: 0, ttl } },
      Shards.countIn(shard),
    ]);
    return "open";
  } catch (error) {
    if (!(error instanceof Table.TransactionRefused)) throw error;
    return error.refusals[3] ? "crowded" : "again";
  }
}

/**
 * Lets a connection in.
 * @param holder who is counted: an API key or an address
 * @throws RATE_LIMITED, TOO_MANY_CONNECTIONS
 */
export async function open(connectionId: string, holder: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await RateLimit.take(CONNECT_LIMIT, holder);
  if (!allowed) throw fail(TooManyConnects, { details: { retryAfter: retryAfterSeconds } });
  try {
    await admit(connectionId, holder);
  } catch (error) {
    // What failed may have been written all the same, and its client is refused.
    if (!(error instanceof SvcError && error.is(TooManyConnections)))
      await close(connectionId).catch(() => undefined);
    throw error;
  }
}

async function admit(connectionId: string, holder: string): Promise<void> {
  let crowded = 0;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const outcome = await exclusive("prices-live", () => tryOpen(connectionId, holder, crowded));
    if (outcome === "open") return;
    if (typeof outcome === "object") {
      if (!(await closeGone(holder, outcome.full))) throw fail(TooManyConnections);
      continue;
    }
    if (outcome === "crowded") crowded++;
    await Table.pause(attempt);
  }
  throw fail(Unavailable);
}

/** API Gateway may fail to tell of an end: before its holder is refused, those that seem to stand are looked at. */
async function closeGone(holder: string, held: Held): Promise<boolean> {
  const settled = [...held].filter(([, openedMs]) => Clock.nowMs() - openedMs > SETTLING_MS);
  if (settled.length === 0 || !(await RateLimit.take(LOOK_LIMIT, holder)).allowed) return false;
  const closed = await Promise.all(
    settled.map(async ([connectionId]) => {
      // In doubt it stands.
      if (await Sockets.stands(connectionId, LOOK_TIMEOUT_MS).catch(() => true)) return false;
      await close(connectionId);
      return true;
    }),
  );
  return closed.includes(true);
}

/**
 * Forgets a connection and all that it was subscribed to; nothing if that has been done.
 * @throws UNAVAILABLE after some seconds
 */
export async function close(connectionId: string): Promise<void> {
  const untilMs = performance.now() + CLOSE_WITHIN_MS;
  for (let attempt = 1; performance.now() < untilMs; attempt++) {
    if (await tryClose(connectionId)) return;
    await Table.pause(attempt);
  }
  throw fail(Unavailable);
}

/** @returns whether it is closed; only others of its holder can be in the way */
async function tryClose(connectionId: string): Promise<boolean> {
  const key = liveConnection.key({ connectionId });
  const connection = await Table.get(key);
  if (!connection) return true;
  const holder = String(connection["holder"]);
  const shard = Number(connection["shard"]);
  const before = await readHolder(holder);
  const left = new Map([...before.held].filter(([id]) => id !== connectionId));
  try {
    await Table.transact([
      { remove: key, condition: "attribute_exists(pk)" },
      { remove: liveMember.key({ shard: String(shard), connectionId }) },
      ...(left.size < before.held.size ? [writeHolder(holder, left, before)] : []),
    ]);
  } catch (error) {
    if (!(error instanceof Table.TransactionRefused)) throw error;
    return false;
  }
  announce({ shard, connectionId, member: undefined });
  await Shards.countOut(shard, connectionId).catch((error: unknown) =>
    log.warn("a connection was not counted out of its shard", { shard, connectionId, error }),
  );
  return true;
}
