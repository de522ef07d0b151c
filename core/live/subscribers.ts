import * as Clock from "../kernel/clock/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { liveConnection } from "./entity.ts";
import { keyOf, shardCount, shardOf } from "./shard.ts";

/** Who of a shard is subscribed to what. */

export interface Subscriber {
  readonly shard: number;
  readonly connectionId: string;
  readonly holder: string;
  readonly openedMs: number;
  readonly symbols: ReadonlySet<string>;
  /** Until then the answer to its last subscription goes first: no price may overtake it. */
  readonly quietUntilMs: number;
}

/** What an answer to a subscription takes at most, as a rule; beyond it a price might come before it. */
const QUIET_MS = 250;

/** When a connection last subscribed to something. */
export const subscribedMs = ({ quietUntilMs }: Subscriber): number => quietUntilMs - QUIET_MS;

const read = (shard: number, item: Table.Item): Subscriber => ({ shard, ...liveConnection.parse(item) });

/** Items of a page: decoding a thousand at once would hold up the posts for a tick's length. */
const PAGE = 100;

/** The connections of a shard, those that are subscribed to nothing included. */
export async function list(shard: number): Promise<Subscriber[]> {
  const found: Subscriber[] = [];
  for await (const items of Table.pages({
    pk: liveConnection.partition({ shard: String(shard) }),
    limit: PAGE,
  }))
    found.push(...items.map((item) => read(shard, item)));
  return found;
}

/** Whether anybody is connected. */
export async function isAnybody(): Promise<boolean> {
  const shards = Array.from({ length: shardCount() }, (_, shard) => String(shard));
  const found = await Promise.all(
    shards.map((shard) => Table.query({ pk: liveConnection.partition({ shard }), limit: 1 })),
  );
  return found.some(({ items }) => items.length > 0);
}

/** Subscribes a connection, for all that is to come. @returns false when there is no such connection */
export const subscribe = (connectionId: string, symbols: readonly string[]): Promise<boolean> =>
  change(connectionId, {
    set: { quietUntilMs: Clock.nowMs() + QUIET_MS },
    add: { symbols: new Set(symbols) },
  });

/** Ends subscriptions, where there are any. @returns false when there is no such connection */
export const unsubscribe = (connectionId: string, symbols: readonly string[]): Promise<boolean> =>
  change(connectionId, { discard: { symbols: new Set(symbols) } });

async function change(connectionId: string, changes: Table.Changes): Promise<boolean> {
  const item = await Table.unlessRefused(
    Table.update(keyOf(connectionId), { ...changes, where: Where.exists }),
  );
  if (!item) return false;
  const shard = shardOf(connectionId);
  announce({ shard, connectionId, subscriber: read(shard, item) });
  return true;
}

/** A change that this very process made. Other processes learn of it from the table. */
export interface Change {
  readonly shard: number;
  readonly connectionId: string;
  /** As it is now; undefined when it is gone. */
  readonly subscriber: Subscriber | undefined;
}

const listeners = new Set<(change: Change) => void>();

export function announce(change: Change): void {
  for (const listener of listeners) listener(change);
}

/**
 * Tells of the changes that this process makes: on one machine nobody waits for the next look at the table.
 * @returns how to stop
 */
export function onChange(listener: (change: Change) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
