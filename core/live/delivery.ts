import { setTimeout as sleep } from "node:timers/promises";
import * as Clock from "../kernel/clock/index.ts";
import type { Tick } from "../prices/latest.ts";

/**
 * Posts ticks to many connections. A connection gets one post at a time. Only the newest tick of each symbol waits for it, so
 * a slow connection skips intermediate prices.
 *
 * Posts share a bounded number of slots. After a failed post a connection uses the few slow slots until a post succeeds, so
 * that hanging connections do not delay the others. A failed tick is retried with increasing pauses unless a newer one
 * waits: otherwise throttling could lose a price that does not change for an hour.
 */

export const FAST_SLOTS = 512;
export const SLOW_SLOTS = 32;
/** The limit of posts of one tick to one connection. */
export const MAX_TRIES = 5;

/** Returns the pause after a number of consecutive failed posts, in milliseconds. */
const backOff = (failures: number): number => Math.min(2000, 125 * 2 ** failures);

export interface DeliveryOptions {
  /** Posts a tick. @returns false if the connection has ended @throws Error if the client did not receive it */
  readonly post: (connectionId: string, tick: Tick) => Promise<boolean>;
  /** Called once for a connection that has ended. */
  readonly gone: (connectionId: string) => void;
  readonly fastSlots?: number;
  readonly slowSlots?: number;
  readonly backOffMs?: (failures: number) => number;
}

interface Mailbox {
  readonly connectionId: string;
  /** The newest tick of each symbol and the number of its failed posts, longest waiting first. */
  readonly waiting: Map<string, { readonly tick: Tick; readonly tries: number }>;
  /** Whether its ticks are being posted. */
  busy: boolean;
  /** Consecutive failed posts. */
  failures: number;
}

/** Limits the number of concurrent posts. */
class Slots {
  #free: number;
  readonly #queue: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async run(work: () => Promise<void>): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
    try {
      await work();
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#free++;
    }
  }
}

export class Delivery {
  readonly #options: DeliveryOptions;
  readonly #fast: Slots;
  readonly #slow: Slots;
  readonly #mailboxes = new Map<string, Mailbox>();
  readonly #running = new Set<Promise<void>>();
  readonly #closed = new AbortController();
  readonly #count = { posted: 0, conflated: 0, dropped: 0 };

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#fast = new Slots(options.fastSlots ?? FAST_SLOTS);
    this.#slow = new Slots(options.slowSlots ?? SLOW_SLOTS);
  }

  /** The number of updates: posted, replaced by a newer one (conflated), and dropped after all tries. */
  get figures() {
    return { ...this.#count };
  }

  /** Queues a tick for a connection. @param notBeforeMs in milliseconds of the platform's clock */
  offer(connectionId: string, tick: Tick, notBeforeMs = 0): void {
    if (this.#closed.signal.aborted) return;
    const known = this.#mailboxes.get(connectionId);
    const mailbox: Mailbox = known ?? { connectionId, waiting: new Map(), busy: false, failures: 0 };
    if (!known) this.#mailboxes.set(connectionId, mailbox);
    if (mailbox.waiting.has(tick.symbol)) this.#count.conflated++;
    mailbox.waiting.set(tick.symbol, { tick, tries: 0 });
    if (mailbox.busy) return;
    const posting = this.#postAll(mailbox, notBeforeMs).finally(() => this.#running.delete(posting));
    this.#running.add(posting);
  }

  /** Drops the waiting ticks of a connection. */
  forget(connectionId: string): void {
    this.#mailboxes.get(connectionId)?.waiting.clear();
    this.#mailboxes.delete(connectionId);
  }

  /** Accepts no more ticks, and waits for the running posts. The shard's next server posts the waiting ticks. */
  async close(): Promise<void> {
    this.#closed.abort();
    for (const connectionId of this.#mailboxes.keys()) this.forget(connectionId);
    await Promise.all(this.#running);
  }

  async #postAll(mailbox: Mailbox, notBeforeMs: number): Promise<void> {
    mailbox.busy = true;
    const waitMs = notBeforeMs - Clock.nowMs();
    if (waitMs > 0) await this.#pause(waitMs);
    while (mailbox.waiting.size > 0) {
      await (mailbox.failures > 0 ? this.#slow : this.#fast).run(() => this.#postNext(mailbox));
      if (mailbox.failures > 0 && mailbox.waiting.size > 0)
        await this.#pause((this.#options.backOffMs ?? backOff)(mailbox.failures));
    }
    mailbox.busy = false;
  }

  async #pause(ms: number): Promise<void> {
    const { signal } = this.#closed;
    if (ms > 0) await sleep(ms, undefined, { ref: false, signal }).catch(() => undefined);
  }

  async #postNext(mailbox: Mailbox): Promise<void> {
    const { connectionId, waiting } = mailbox;
    const [next] = waiting;
    if (!next) return;
    const [symbol, { tick, tries }] = next;
    waiting.delete(symbol);
    try {
      const isConnected = await this.#options.post(connectionId, tick);
      mailbox.failures = 0;
      if (isConnected) this.#count.posted++;
      else if (this.#isKnown(mailbox)) {
        this.forget(connectionId);
        this.#options.gone(connectionId);
      }
    } catch {
      mailbox.failures++;
      if (waiting.has(symbol)) this.#count.conflated++;
      else if (this.#isKnown(mailbox) && tries + 1 < MAX_TRIES)
        waiting.set(symbol, { tick, tries: tries + 1 });
      else this.#count.dropped++;
    }
  }

  /** Returns whether the connection was not forgotten concurrently. */
  #isKnown(mailbox: Mailbox): boolean {
    return this.#mailboxes.get(mailbox.connectionId) === mailbox;
  }
}
