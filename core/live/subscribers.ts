import { createHash } from "node:crypto";
import * as Clock from "../kernel/clock/index.ts";
import { envInt } from "../kernel/env.ts";
import type { Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { liveConnection } from "./entity.ts";

/**
 * Returns the number of shards (`LIVE_SHARDS`). Connections are spread over shards by a hash of their id, and one process
 * serves each shard. After a change of the number, servers end the connections that hash to another shard, and the
 * clients reconnect.
 */
export const shardCount = (): number => Math.max(1, envInt("LIVE_SHARDS", 1));

/** The number of connections that one process serves well. */
export const SHARD_SIZE = 1000;

export const shardOf = (connectionId: string): number =>
  createHash("sha256").update(connectionId).digest().readUInt32BE(0) % shardCount();

export const keyOf = (connectionId: string): Key =>
  liveConnection.key({ shard: String(shardOf(connectionId)), connectionId });

export type Subscriber = Readonly<ReturnType<typeof read>>;

/** The usual maximal time of an answer to a subscription. */
const QUIET_MS = 250;

/** Returns when a connection last subscribed. */
export const subscribedMs = ({ quietUntilMs }: Subscriber): number => quietUntilMs - QUIET_MS;

const read = (shard: number, item: Table.Item) => ({ shard, ...liveConnection.parse(item) });

/** Small pages, because decoding a thousand items at once would delay posts by a tick. */
const PAGE = 100;

/** Returns the connections of a shard, including those without subscriptions. */
export async function list(shard: number): Promise<Subscriber[]> {
  const found: Subscriber[] = [];
  for await (const items of Table.pages({
    pk: liveConnection.partition({ shard: String(shard) }),
    limit: PAGE,
  }))
    found.push(...items.map((item) => read(shard, item)));
  return found;
}

/** Returns whether any client is connected. */
export async function hasConnections(): Promise<boolean> {
  const shards = Array.from({ length: shardCount() }, (_, shard) => String(shard));
  const found = await Promise.all(
    shards.map((shard) => Table.query({ pk: liveConnection.partition({ shard }), limit: 1 })),
  );
  return found.some(({ items }) => items.length > 0);
}

/** Subscribes a connection. @returns false if the connection does not exist */
export const subscribe = (connectionId: string, symbols: readonly string[]): Promise<boolean> =>
  change(connectionId, {
    set: { quietUntilMs: Clock.nowMs() + QUIET_MS },
    add: { symbols: new Set(symbols) },
  });

/** Ends subscriptions. @returns false if the connection does not exist */
export const unsubscribe = (connectionId: string, symbols: readonly string[]): Promise<boolean> =>
  change(connectionId, { discard: { symbols: new Set(symbols) } });

async function change(connectionId: string, changes: Table.Changes): Promise<boolean> {
  const item = await Table.ignoreConditionFailure(
    Table.update(keyOf(connectionId), { ...changes, where: Where.exists }),
  );
  if (!item) return false;
  const shard = shardOf(connectionId);
  announce({ shard, connectionId, subscriber: read(shard, item) });
  return true;
}

/** A change by this process. Other processes read it from the table. */
export interface Change {
  readonly shard: number;
  readonly connectionId: string;
  /** Undefined after the connection ended. */
  readonly subscriber: Subscriber | undefined;
}

const listeners = new Set<(change: Change) => void>();

export function announce(change: Change): void {
  for (const listener of listeners) listener(change);
}

/** Calls a listener for the changes of this process, without waiting for the next poll. @returns a function that stops it */
export function onChange(listener: (change: Change) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
