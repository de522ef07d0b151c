import { log } from "../platform/log.ts";
import * as CandleStore from "./candle-store.ts";
import type { Progress, Tick } from "./latest.ts";
import { aggregate, bucketStart, covering, extend, first } from "./sources/candles.ts";
import { type Candle, type Interval, intervalMs, intervals } from "./sources/schema.ts";
import { type PriceSource, SourceFailure } from "./sources/source.ts";

/** The time in which a source finishes a candle after its end. */
const SETTLE_MS = 2_000;
const MINUTE_MS = intervalMs["1m"];
/** Older minutes without ticks are filled by history: the platform was off, or its clock was moved. */
const MAX_BACKLOG_MS = 10 * MINUTE_MS;

/** Returns the end of the last minute whose candle can be stored. */
const closable = (nowMs: number): number => bucketStart(nowMs - SETTLE_MS, "1m");

/**
 * Stores candles after their end. A minute's candle opens with the first published tick, closes with the last, and
 * covers all of them; the source adds other trades and the volume. Without ticks, the source's candle is stored. Longer
 * candles are aggregated from shorter ones. A candle that cannot be stored is a gap, which history fills from the
 * source.
 */
export class CandleCloser {
  readonly #source: PriceSource;
  readonly #lastTicks = new Map<string, string>();
  #progress: Progress;

  constructor(source: PriceSource, progress: Progress) {
    this.#source = source;
    this.#progress = progress;
  }

  get progress(): Progress {
    return this.#progress;
  }

  add(ticks: readonly Tick[]): void {
    const minutes = new Map(this.#progress.minutes);
    for (const { symbol, price, timestamp } of ticks) {
      // A source without news repeats its last tick.
      const tick = `${price} ${timestamp}`;
      if (this.#lastTicks.get(symbol) === tick) continue;
      this.#lastTicks.set(symbol, tick);
      minutes.set(symbol, withTick(minutes.get(symbol) ?? [], price, Date.parse(timestamp)));
    }
    this.#progress = { ...this.#progress, minutes };
  }

  /** Returns whether candles have ended since the last run, or late ticks belong to a stored candle. */
  isDue(nowMs: number): boolean {
    const { untilMs, minutes } = this.#progress;
    if (closable(nowMs) > untilMs) return true;
    return [...minutes.values()].some((all) => all.some(({ startMs }) => startMs < untilMs));
  }

  /** Stores all candles that are due. */
  async close(symbols: readonly string[], nowMs: number): Promise<void> {
    const { untilMs, minutes } = this.#progress;
    const toMs = Math.max(closable(nowMs), untilMs);
    const range = { untilMs, fromMs: Math.max(untilMs, toMs - MAX_BACKLOG_MS), toMs };
    const ofTicks = new Map(
      [...minutes].map(([symbol, all]) => [symbol, all.filter(({ startMs }) => startMs < toMs)]),
    );
    await Promise.all(
      symbols.map(async (symbol) => {
        const stored = await storeMinutes(this.#source, symbol, ofTicks.get(symbol) ?? [], range);
        await storeLonger(this.#source, symbol, stored, range);
      }),
    );
    // A candle that a late tick changed concurrently is stored next time.
    const remaining = [...this.#progress.minutes].map(
      ([symbol, all]) => [symbol, all.filter((one) => !ofTicks.get(symbol)?.includes(one))] as const,
    );
    this.#progress = { ...this.#progress, untilMs: toMs, minutes: new Map(remaining) };
  }
}

function withTick(candles: readonly Candle[], price: string, atMs: number): readonly Candle[] {
  const startMs = bucketStart(atMs, "1m");
  const known = candles.find((one) => one.startMs === startMs);
  if (known) return candles.map((one) => (one === known ? extend(one, { atMs, price }) : one));
  return [...candles, first(startMs, { atMs, price })];
}

/** The minutes to store: those with ticks that end by `toMs`, and all that begin in [fromMs, toMs). */
interface Closing {
  /** Minutes before this instant are already stored. */
  readonly untilMs: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Stores the candles of minutes. @returns their starts */
async function storeMinutes(
  source: PriceSource,
  symbol: string,
  ofTicks: readonly Candle[],
  { untilMs, fromMs, toMs }: Closing,
): Promise<readonly number[]> {
  const series = { source: source.name, symbol, interval: "1m" } as const;
  const known = new Map<number, Candle>();
  for (const one of await fromSource(source, symbol, "1m", fromMs, toMs)) known.set(one.startMs, one);
  for (const { startMs } of ofTicks.filter((one) => one.startMs < fromMs)) {
    const [endMs, isStored] = [startMs + MINUTE_MS, startMs < untilMs];
    const [one] = isStored
      ? await CandleStore.read(series, startMs, endMs)
      : await fromSource(source, symbol, "1m", startMs, endMs);
    if (one) known.set(startMs, one);
  }
  for (const one of ofTicks) {
    const before = known.get(one.startMs);
    if (!before) known.set(one.startMs, one);
    // The first of late ticks was not the minute's first.
    else if (one.startMs < untilMs) known.set(one.startMs, { ...covering(one, before), open: before.open });
    else known.set(one.startMs, covering(one, before));
  }
  await Promise.all([...known.values()].map((candle) => CandleStore.save(series, candle)));
  return [...known.keys()];
}

/**
 * Stores the ended longer candles that contain these minutes, and the one that was in progress when the feed paused, so
 * that every candle with stored minutes is stored.
 */
async function storeLonger(
  source: PriceSource,
  symbol: string,
  minutes: readonly number[],
  { untilMs, toMs }: Closing,
): Promise<void> {
  for (const [index, interval] of intervals.entries()) {
    const shorter = intervals[index - 1];
    if (!shorter) continue;
    const starts = new Set(
      [untilMs - MINUTE_MS, ...minutes].map((startMs) => bucketStart(startMs, interval)),
    );
    for (const startMs of starts) {
      const isOver = startMs + intervalMs[interval] <= toMs;
      const isChanged = startMs + intervalMs[interval] > untilMs || minutes.some((one) => one < untilMs);
      const candle = isOver && isChanged && (await longerCandle(source, symbol, interval, shorter, startMs));
      if (candle) await CandleStore.save({ source: source.name, symbol, interval }, candle);
    }
  }
}

async function longerCandle(
  source: PriceSource,
  symbol: string,
  interval: Interval,
  shorter: Interval,
  startMs: number,
): Promise<Candle | undefined> {
  const [step, part] = [intervalMs[interval], intervalMs[shorter]];
  const series = { source: source.name, symbol, interval: shorter };
  // The candle before the first shows whether the first has trades of its own.
  const stored = await CandleStore.read(series, startMs - part, startMs + step);
  const before = stored.find((one) => one.startMs < startMs);
  const parts = new Map(stored.filter((one) => one !== before).map((one) => [one.startMs, one]));
  if (parts.size === 0) return (await fromSource(source, symbol, interval, startMs, startMs + step))[0];
  if (parts.size < step / part) {
    // While the feed did not run, no ticks were published.
    for (const one of await fromSource(source, symbol, shorter, startMs, startMs + step))
      if (!parts.has(one.startMs)) parts.set(one.startMs, one);
  }
  const candles = [...parts.values()].sort((a, b) => a.startMs - b.startMs);
  const [made] = aggregate(candles, interval, before?.close);
  if (!made || parts.size === step / part) return made;
  const [whole] = await fromSource(source, symbol, interval, startMs, startMs + step);
  return whole && { ...covering(made, whole), open: whole.open, close: whole.close };
}

async function fromSource(
  source: PriceSource,
  symbol: string,
  interval: Interval,
  fromMs: number,
  toMs: number,
): Promise<readonly Candle[]> {
  try {
    return await source.candles(symbol, interval, fromMs, toMs);
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    log.debug("price feed: source returned no candles, computed from stored ones if possible", {
      symbol,
      interval,
      error,
    });
    return [];
  }
}
