import * as Clock from "../kernel/clock/index.ts";
import type { Tick } from "../prices/latest.ts";

/**
 * The newest tick of each symbol. A tick is news by its figures: what a source says of its time may lag by
 * minutes, and a price that stays the same gets a new time with every look.
 */
export class NewestTicks {
  readonly #ticks = new Map<string, { readonly tick: Tick; readonly sinceMs: number }>();

  /** Keeps ticks. @returns those whose price, change or volume is another than was known */
  take(ticks: Iterable<Tick>): Tick[] {
    const fresh = [...ticks].filter((tick) => !sameFigures(this.#ticks.get(tick.symbol)?.tick, tick));
    for (const tick of fresh) this.#ticks.set(tick.symbol, { tick, sinceMs: Clock.nowMs() });
    return fresh;
  }

  /** Keeps ticks of symbols that nothing is known of yet. @returns those */
  fill(ticks: Iterable<Tick>): Tick[] {
    return this.take([...ticks].filter(({ symbol }) => !this.#ticks.has(symbol)));
  }

  /** The newest tick of a symbol, if it was taken since then. */
  of(symbol: string, sinceMs: number): Tick | undefined {
    const known = this.#ticks.get(symbol);
    return known && known.sinceMs >= sinceMs ? known.tick : undefined;
  }
}

const sameFigures = (known: Tick | undefined, { price, change24h, volume24h }: Tick): boolean =>
  known?.price === price && known.change24h === change24h && known.volume24h === volume24h;
