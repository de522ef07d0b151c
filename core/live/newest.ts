import * as Clock from "../kernel/clock/index.ts";
import type { Tick } from "../prices/latest.ts";

/**
 * The newest tick of each symbol that a server has seen. A tick is news by its figures: what a source says of its time may
 * lag by minutes, and a price that stands still gets a new time with every look.
 */
export class Newest {
  readonly #ticks = new Map<string, Tick>();
  /** When each was learned, in milliseconds of the platform's clock. */
  readonly #learnedMs = new Map<string, number>();

  /** Keeps ticks. @returns those whose price, change or volume is another than was known */
  take(ticks: Iterable<Tick>): Tick[] {
    const fresh = [...ticks].filter((one) => !sameFigures(this.#ticks.get(one.symbol), one));
    for (const one of fresh) {
      this.#ticks.set(one.symbol, one);
      this.#learnedMs.set(one.symbol, Clock.nowMs());
    }
    return fresh;
  }

  /** Keeps ticks of symbols that nothing is known of yet. @returns those */
  fill(ticks: Iterable<Tick>): Tick[] {
    return this.take([...ticks].filter(({ symbol }) => !this.#ticks.has(symbol)));
  }

  /** The newest tick of a symbol, if it was learned since then. */
  of(symbol: string, sinceMs: number): Tick | undefined {
    return (this.#learnedMs.get(symbol) ?? 0) >= sinceMs ? this.#ticks.get(symbol) : undefined;
  }
}

const sameFigures = (known: Tick | undefined, { price, change24h, volume24h }: Tick): boolean =>
  known?.price === price && known.change24h === change24h && known.volume24h === volume24h;
