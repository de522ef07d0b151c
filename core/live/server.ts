import * as Clock from "../kernel/clock/index.ts";
import * as Sockets from "../platform/connections.ts";
import { log } from "../platform/log.ts";
import { latest, type Tick } from "../prices/latest.ts";
import * as Connections from "./connections.ts";
import { Delivery } from "./delivery.ts";
import {
  type Change,
  list,
  onChange,
  SHARD_SIZE,
  type Subscriber,
  shardOf,
  subscribedMs,
} from "./subscribers.ts";
import { encode, NewestTicks } from "./ticks.ts";

/** How often the list of subscribers is read. */
const REFRESH_MS = 1000;
/** The timeout of a post. By then a newer price may exist. */
const POST_TIMEOUT_MS = 2000;
/** The time within which a published tick is in the table, so that the answer to a later subscription includes it. */
const SAVED_WITHIN_MS = 50;

/**
 * Posts ticks to the subscribers of one shard. It holds their list in memory and reads it again every second. One process
 * at a time serves a shard.
 *
 * A new subscriber of a symbol is sent its newest tick, because it missed the ticks since the last refresh. All subscribers
 * are sent the newest ticks when a server starts, because the previous server may have ended before it posted all ticks.
 * Otherwise a subscriber would never get a price that does not change again. At worst a subscriber gets a price twice.
 */
export class ShardServer {
  /** Resolves after the first attempt to read the subscribers. */
  readonly ready: Promise<void>;
  readonly #shard: number;
  readonly #newest = new NewestTicks();
  readonly #delivery: Delivery;
  readonly #timer: NodeJS.Timeout;
  readonly #stopListening: () => void;
  #subscribers = new Map<string, Subscriber>();
  /** The connections that changed while the list was being read. The list may contain their former state. */
  readonly #changed = new Set<string>();
  #refreshing: Promise<void> | undefined;
  #knowsLatest = false;

  constructor(shard: number) {
    this.#shard = shard;
    this.#delivery = new Delivery({
      post: (id, tick) => Sockets.post(id, encode(tick), { timeoutMs: POST_TIMEOUT_MS }),
      gone: (id) => this.#drop(id),
    });
    this.#stopListening = onChange((change) => this.#apply(change));
    this.ready = this.#refresh();
    this.#timer = setInterval(() => this.#refresh(), REFRESH_MS);
    this.#timer.unref();
  }

  /** Queues changed ticks for their subscribers. */
  publish(ticks: Iterable<Tick>): void {
    this.#offerAll(this.#newest.take(ticks));
  }

  /** Closes the server. Running posts end within 2 seconds. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopListening();
    await Promise.all([this.#refreshing, this.#delivery.close()]);
    const connections = this.#subscribers.size;
    log.info("live prices: server closed", { shard: this.#shard, connections, ...this.#delivery.figures });
    if (connections > SHARD_SIZE)
      log.warn("live prices: shard over capacity, raise LIVE_SHARDS", {
        shard: this.#shard,
        connections,
      });
  }

  #offerAll(ticks: readonly Tick[]): void {
    if (ticks.length === 0) return;
    for (const { connectionId, symbols, quietUntilMs } of this.#subscribers.values())
      for (const tick of ticks)
        if (symbols.has(tick.symbol)) this.#delivery.offer(connectionId, tick, quietUntilMs);
  }

  /** Offers the newest tick of each newly subscribed symbol, unless the answer to the subscription included it. */
  #offerNew(subscriber: Subscriber, before: Subscriber | undefined): void {
    const sinceMs = subscribedMs(subscriber) - SAVED_WITHIN_MS;
    for (const symbol of subscriber.symbols) {
      const tick = before?.symbols.has(symbol) ? undefined : this.#newest.of(symbol, sinceMs);
      if (tick) this.#delivery.offer(subscriber.connectionId, tick, subscriber.quietUntilMs);
    }
  }

  #apply({ shard, connectionId, subscriber }: Change): void {
    if (shard !== this.#shard) return;
    this.#changed.add(connectionId);
    const before = this.#subscribers.get(connectionId);
    if (subscriber) {
      this.#subscribers.set(connectionId, subscriber);
      this.#offerNew(subscriber, before);
    } else {
      this.#subscribers.delete(connectionId);
      this.#delivery.forget(connectionId);
    }
  }

  #refresh(): Promise<void> {
    this.#refreshing ??= this.#readSubscribers()
      // The previous list is good enough until the next refresh.
      .catch((error: unknown) =>
        log.warn("live prices: reading subscribers failed, the previous list remains in use", {
          shard: this.#shard,
          error,
        }),
      )
      .finally(() => {
        this.#refreshing = undefined;
      });
    return this.#refreshing;
  }

  async #readSubscribers(): Promise<void> {
    this.#changed.clear();
    const listed = await list(this.#shard);
    const before = this.#subscribers;
    const after = new Map(listed.map((one) => [one.connectionId, one]));
    for (const id of this.#changed) {
      const current = before.get(id);
      if (current) after.set(id, current);
      else after.delete(id);
    }
    this.#subscribers = after;
    for (const one of after.values()) this.#offerNew(one, before.get(one.connectionId));
    for (const id of before.keys()) if (!after.has(id)) this.#delivery.forget(id);
    for (const one of listed) if (this.#isStray(one)) this.#drop(one.connectionId);
    if (!this.#knowsLatest) this.#offerAll(this.#newest.fill((await latest()).values()));
    this.#knowsLatest = true;
  }

  /** Returns whether the end of a connection was not reported, or the number of shards changed and its client must reconnect. */
  #isStray({ connectionId, openedMs }: Subscriber): boolean {
    return Clock.nowMs() - openedMs > Connections.MAX_AGE_MS || shardOf(connectionId) !== this.#shard;
  }

  #drop(connectionId: string): void {
    const subscriber = this.#subscribers.get(connectionId);
    this.#subscribers.delete(connectionId);
    if (!subscriber) return;
    Promise.all([Sockets.end(connectionId, POST_TIMEOUT_MS), Connections.forget(subscriber)]).catch(
      (error: unknown) =>
        log.warn(
          "live prices: connection not ended or its item not deleted; a remaining item is retried at the next refresh",
          { connectionId, error },
        ),
    );
  }
}
