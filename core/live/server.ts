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
/** A post that takes longer is given up on: by then there may be a newer price. */
const POST_TIMEOUT_MS = 2000;
/** What was published so long before a subscription is in the table by then, and part of the answer to it. */
const SAVED_WITHIN_MS = 50;

/**
 * Posts ticks to the subscribers of one shard, whose list it keeps in memory and reads again every second.
 * One process at a time serves a shard.
 *
 * Whoever is new to a symbol since the last look is offered its newest tick, for those in between passed it
 * by; so is everybody when a server begins, for the one before may have ended before it posted all. A price
 * that does not change again would be missed for good otherwise. At worst somebody gets a price twice.
 */
export class ShardServer {
  /** Resolves once the subscribers are known, or could not be read for now. */
  readonly ready: Promise<void>;
  readonly #shard: number;
  readonly #newest = new NewestTicks();
  readonly #delivery: Delivery;
  readonly #timer: NodeJS.Timeout;
  readonly #unlisten: () => void;
  #subscribers = new Map<string, Subscriber>();
  /** Whose change was heard of while the list was being read: it may show the time before. */
  readonly #changed = new Set<string>();
  #refreshing: Promise<void> | undefined;
  #knowsLatest = false;

  constructor(shard: number) {
    this.#shard = shard;
    this.#delivery = new Delivery({
      post: (id, tick) => Sockets.post(id, encode(tick), { timeoutMs: POST_TIMEOUT_MS }),
      gone: (id) => this.#drop(id),
    });
    this.#unlisten = onChange((change) => this.#apply(change));
    this.ready = this.#refresh();
    this.#timer = setInterval(() => this.#refresh(), REFRESH_MS);
    this.#timer.unref();
  }

  /** Has ticks posted to those who are subscribed, but for what they had before. Returns at once. */
  publish(ticks: Iterable<Tick>): void {
    this.#push(this.#newest.take(ticks));
  }

  /** Ends it; posts under way end within 2 seconds. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#unlisten();
    await Promise.all([this.#refreshing, this.#delivery.close()]);
    const connections = this.#subscribers.size;
    log.info("live prices: server closed", { shard: this.#shard, connections, ...this.#delivery.figures });
    if (connections > SHARD_SIZE)
      log.warn("live prices: shard over capacity, raise LIVE_SHARDS", {
        shard: this.#shard,
        connections,
      });
  }

  #push(ticks: readonly Tick[]): void {
    if (ticks.length === 0) return;
    for (const { connectionId, symbols, quietUntilMs } of this.#subscribers.values())
      for (const tick of ticks)
        if (symbols.has(tick.symbol)) this.#delivery.offer(connectionId, tick, quietUntilMs);
  }

  /** Offers the newest tick of each symbol that is new to a subscriber, unless the answer had it. */
  #welcome(subscriber: Subscriber, before: Subscriber | undefined): void {
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
      this.#welcome(subscriber, before);
    } else {
      this.#subscribers.delete(connectionId);
      this.#delivery.forget(connectionId);
    }
  }

  #refresh(): Promise<void> {
    this.#refreshing ??= this.#look()
      // The list that it has is good enough until the next look.
      .catch((error: unknown) =>
        log.warn("live prices: reading subscribers failed, the previous list stays in use", {
          shard: this.#shard,
          error,
        }),
      )
      .finally(() => {
        this.#refreshing = undefined;
      });
    return this.#refreshing;
  }

  async #look(): Promise<void> {
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
    for (const one of after.values()) this.#welcome(one, before.get(one.connectionId));
    for (const id of before.keys()) if (!after.has(id)) this.#delivery.forget(id);
    for (const one of listed) if (this.#isStray(one)) this.#drop(one.connectionId);
    if (!this.#knowsLatest) this.#push(this.#newest.fill((await latest()).values()));
    this.#knowsLatest = true;
  }

  /** Its end was not reported, or the number of shards has changed: then its client comes again. */
  #isStray({ connectionId, openedMs }: Subscriber): boolean {
    return Clock.nowMs() - openedMs > Connections.LONGEST_MS || shardOf(connectionId) !== this.#shard;
  }

  #drop(connectionId: string): void {
    const subscriber = this.#subscribers.get(connectionId);
    this.#subscribers.delete(connectionId);
    if (!subscriber) return;
    Promise.all([Sockets.end(connectionId, POST_TIMEOUT_MS), Connections.forget(subscriber)]).catch(
      (error: unknown) => log.warn("live prices: closed connection not cleaned up", { connectionId, error }),
    );
  }
}
