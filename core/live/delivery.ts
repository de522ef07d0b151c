import * as Clock from "../kernel/clock/index.ts";
import type { Tick } from "../prices/latest.ts";

/**
 * Deliveries to many connections at once. Each connection has a letter box that holds the newest tick of each symbol: who
 * has not taken the last post yet finds only the newest price when it has. A connection gets one post at a time, in order.
 *
 * Posts share a bounded number of lanes. A connection that let a post fail goes by the few slow lanes until it takes one,
 * so however many hang, the others do not wait for them. A tick that was not taken is tried again, a little later each time,
 * unless a newer one waits: a price that does not change for an hour must not be lost to a moment's throttling.
 */

export const FAST_LANES = 512;
export const SLOW_LANES = 32;
/** Posts of a tick to a connection, the first included. */
export const MAX_TRIES = 5;

/** How long a connection is left alone after so many posts in a row that failed, in milliseconds. */
const backOff = (failures: number): number => Math.min(2000, 125 * 2 ** failures);

export interface DeliveryOptions {
  /** Posts a tick. @returns false when the connection is gone @throws Error when it was not taken */
  readonly post: (connectionId: string, tick: Tick) => Promise<boolean>;
  /** Told once of a connection that is gone. */
  readonly gone: (connectionId: string) => void;
  readonly fastLanes?: number;
  readonly slowLanes?: number;
  readonly backOffMs?: (failures: number) => number;
}

export interface Figures {
  readonly posted: number;
  /** Updates that a newer one replaced before they were posted. */
  readonly conflated: number;
  /** Updates that were given up on. */
  readonly dropped: number;
}

export interface Delivery {
  /** Puts a tick into a connection's box. @param notBeforeMs in milliseconds of the platform's clock */
  offer(connectionId: string, tick: Tick, notBeforeMs?: number): void;
  /** Empties a connection's box. */
  forget(connectionId: string): void;
  figures(): Figures;
  /** Takes no more, and waits for the posts under way. What waits is left to the shard's next server. */
  close(): Promise<void>;
}

interface Letter {
  readonly tick: Tick;
  /** Posts of it that failed. */
  readonly tries: number;
}

interface Box {
  readonly connectionId: string;
  /** The newest tick by symbol, the symbol that waits longest first. */
  readonly waiting: Map<string, Letter>;
  /** In a lane, in line for one, or held back: whoever puts it there sees to it that it goes on. */
  moving: boolean;
  /** Posts in a row that failed: beyond none, it goes by the slow lanes. */
  failures: number;
}

/** Boxes in line for a number of lanes. */
interface Lanes {
  readonly line: Set<Box>;
  readonly most: number;
  busy: number;
}

export function startDelivery(options: DeliveryOptions): Delivery {
  const boxes = new Map<string, Box>();
  const fast: Lanes = { line: new Set(), most: options.fastLanes ?? FAST_LANES, busy: 0 };
  const slow: Lanes = { line: new Set(), most: options.slowLanes ?? SLOW_LANES, busy: 0 };
  const underWay = new Set<Promise<void>>();
  const held = new Map<Box, NodeJS.Timeout>();
  const count = { posted: 0, conflated: 0, dropped: 0 };
  const { backOffMs = backOff } = options;
  let closed = false;

  function forget(connectionId: string): void {
    const box = boxes.get(connectionId);
    if (!box) return;
    boxes.delete(connectionId);
    box.waiting.clear();
  }

  async function deliver(box: Box): Promise<void> {
    const [next] = box.waiting;
    if (!next) return;
    const [symbol, letter] = next;
    box.waiting.delete(symbol);
    try {
      const there = await options.post(box.connectionId, letter.tick);
      box.failures = 0;
      if (there) count.posted++;
      else if (boxes.get(box.connectionId) === box) {
        forget(box.connectionId);
        options.gone(box.connectionId);
      }
    } catch {
      box.failures++;
      putBack(box, symbol, letter);
    }
  }

  function putBack(box: Box, symbol: string, { tick, tries }: Letter): void {
    const isWanted = !closed && boxes.get(box.connectionId) === box;
    if (isWanted && box.waiting.has(symbol)) count.conflated++;
    else if (isWanted && tries + 1 < MAX_TRIES) box.waiting.set(symbol, { tick, tries: tries + 1 });
    else count.dropped++;
  }

  /** Lets boxes into lanes as long as there are both. */
  function move(lanes: Lanes): void {
    while (lanes.busy < lanes.most) {
      const [box] = lanes.line;
      if (!box) return;
      lanes.line.delete(box);
      lanes.busy++;
      const delivery = deliver(box).then(() => {
        underWay.delete(delivery);
        lanes.busy--;
        const forMs = box.failures > 0 && box.waiting.size > 0 && !closed ? backOffMs(box.failures) : 0;
        if (forMs > 0) hold(box, forMs);
        else queue(box);
        move(lanes);
      });
      underWay.add(delivery);
    }
  }

  function queue(box: Box): void {
    box.moving = box.waiting.size > 0 && !closed;
    if (!box.moving) return;
    const lanes = box.failures > 0 ? slow : fast;
    lanes.line.add(box);
    move(lanes);
  }

  function hold(box: Box, forMs: number): void {
    const timer = setTimeout(() => {
      held.delete(box);
      queue(box);
    }, forMs);
    timer.unref();
    held.set(box, timer);
    box.moving = true;
  }

  return {
    offer(connectionId, tick, notBeforeMs = 0) {
      if (closed) return;
      const known = boxes.get(connectionId);
      const box: Box = known ?? { connectionId, waiting: new Map(), moving: false, failures: 0 };
      if (!known) boxes.set(connectionId, box);
      if (box.waiting.has(tick.symbol)) count.conflated++;
      box.waiting.set(tick.symbol, { tick, tries: 0 });
      if (box.moving) return;
      const forMs = notBeforeMs - Clock.nowMs();
      if (forMs > 0) hold(box, forMs);
      else queue(box);
    },
    forget,
    figures: () => ({ ...count }),
    async close() {
      closed = true;
      for (const timer of held.values()) clearTimeout(timer);
      for (const box of boxes.values()) box.waiting.clear();
      await Promise.all(underWay);
    },
  };
}
