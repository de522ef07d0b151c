import * as Clock from "../kernel/clock/index.ts";
import type { Tick } from "../prices/latest.ts";
import type { ServerMessage } from "./schema.ts";

/**
 * Stores the newest tick of each symbol. A tick is new if its figures changed. Its time is ignored, because it may lag by
 * minutes and changes with every quote of the same price.
 */
export class NewestTicks {
  readonly #ticks = new Map<string, { readonly tick: Tick; readonly sinceMs: number }>();

  /** Stores ticks. @returns those with a new price, change or volume */
  take(ticks: Iterable<Tick>): Tick[] {
    const fresh = [...ticks].filter((tick) => !sameFigures(this.#ticks.get(tick.symbol)?.tick, tick));
    for (const tick of fresh) this.#ticks.set(tick.symbol, { tick, sinceMs: Clock.nowMs() });
    return fresh;
  }

  /** Stores ticks of unknown symbols. @returns these ticks */
  fill(ticks: Iterable<Tick>): Tick[] {
    return this.take([...ticks].filter(({ symbol }) => !this.#ticks.has(symbol)));
  }

  /** Returns the newest tick of a symbol, if it was stored since then. */
  of(symbol: string, sinceMs: number): Tick | undefined {
    const known = this.#ticks.get(symbol);
    return known && known.sinceMs >= sinceMs ? known.tick : undefined;
  }
}

const sameFigures = (known: Tick | undefined, { price, change24h, volume24h }: Tick): boolean =>
  known?.price === price && known.change24h === change24h && known.volume24h === volume24h;

export const priceUpdate = ({ symbol, price, change24h, volume24h, timestamp }: Tick): ServerMessage => ({
  type: "price_update",
  symbol,
  price,
  change24h,
  volume24h,
  timestamp,
});

const encoded = new WeakMap<Tick, Buffer>();

/** Returns the message as bytes, encoded once for all subscribers. */
export function encode(tick: Tick): Buffer {
  const known = encoded.get(tick);
  if (known) return known;
  const bytes = Buffer.from(JSON.stringify(priceUpdate(tick)));
  encoded.set(tick, bytes);
  return bytes;
}
