import { setTimeout as sleep } from "node:timers/promises";
import * as Clock from "../kernel/clock/index.ts";
import type { Tick } from "../prices/latest.ts";

/**
 * Posts ticks to many connections at once. For each connection the newest tick of each symbol waits: who has
 * not taken the last post finds only the newest price when it has. A connection gets one post at a time, in
 * order.
 *
 * Posts share a bounded number of slots. A connection that let a post fail uses the few slow slots until it
 * takes one, so however many hang, the others do not wait for them. A tick that was not taken is tried again,
 * a little later each time, unless a newer one waits: a price that does not change for an hour must not be
 * lost to a moment's throttling.
 */

export const FAST_SLOTS = 512;
export const SLOW_SLOTS = 32;
/** Posts of a tick to a connection, the first included. */
export const MAX_TRIES = 5;

/** How long a connection is left alone after so many posts in a row that failed, in milliseconds. */
const backOff = (failures: number): number => Math.min(2000, 125 * 2 ** failures);

export interface DeliveryOptions {
  /** Posts a tick. @returns false when the connection is gone @throws Error when it was not taken */
  readonly post: (connectionId: string, tick: Tick) => Promise<boolean>;
  /** Called once for a connection that is gone. */
  readonly gone: (connectionId: string) => void;
  readonly fastSlots?: number;
  readonly slowSlots?: number;
  readonly backOffMs?: (failures: number) => number;
}

interface Mailbox {
  readonly connectionId: string;
  /** The newest tick by symbol and how many posts of it failed; the symbol that waits longest comes first. */
  readonly waiting: Map<string, { readonly tick: Tick; readonly tries: number }>;
  /** Whether it is being emptied. */
  busy: boolean;
  /** Posts in a row that failed. */
  failures: number;
}

/** Lets a number of posts run at once; the others wait in line. */
class Slots {
  #free: number;
  readonly #line: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async run(work: () => Promise<void>): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#line.push(resolve));
    try {
      await work();
    } finally {
      const next = this.#line.shift();
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
  readonly #underWay = new Set<Promise<void>>();
  readonly #closed = new AbortController();
  readonly #count = { posted: 0, conflated: 0, dropped: 0 };

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#fast = new Slots(options.fastSlots ?? FAST_SLOTS);
    this.#slow = new Slots(options.slowSlots ?? SLOW_SLOTS);
  }

  /** Counts updates: posted, replaced by a newer one before (conflated), and given up on (dropped). */
  get figures() {
    return { ...this.#count };
  }

  /** Has a tick posted. @param notBeforeMs in milliseconds of the platform's clock */
  offer(connectionId: string, tick: Tick, notBeforeMs = 0): void {
    if (this.#closed.signal.aborted) return;
    const known = this.#mailboxes.get(connectionId);
    const mailbox: Mailbox = known ?? { connectionId, waiting: new Map(), busy: false, failures: 0 };
    if (!known) this.#mailboxes.set(connectionId, mailbox);
    if (mailbox.waiting.has(tick.symbol)) this.#count.conflated++;
    mailbox.waiting.set(tick.symbol, { tick, tries: 0 });
    if (mailbox.busy) return;
    const emptied = this.#empty(mailbox, notBeforeMs).finally(() => this.#underWay.delete(emptied));
    this.#underWay.add(emptied);
  }

  /** Drops what waits for a connection. */
  forget(connectionId: string): void {
    this.#mailboxes.get(connectionId)?.waiting.clear();
    this.#mailboxes.delete(connectionId);
  }

  /** Takes no more, and waits for the posts under way. What waits is left to the shard's next server. */
  async close(): Promise<void> {
    this.#closed.abort();
    for (const connectionId of this.#mailboxes.keys()) this.forget(connectionId);
    await Promise.all(this.#underWay);
  }

  async #empty(mailbox: Mailbox, notBeforeMs: number): Promise<void> {
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
      const isThere = await this.#options.post(connectionId, tick);
      mailbox.failures = 0;
      if (isThere) this.#count.posted++;
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

  /** Whether the connection was not forgotten meanwhile. */
  #isKnown(mailbox: Mailbox): boolean {
    return this.#mailboxes.get(mailbox.connectionId) === mailbox;
  }
}
