import { log } from "../platform/log.ts";
import * as CandleStore from "./candle-store.ts";
import type { Tick } from "./latest.ts";
import type { Progress } from "./snapshot.ts";
import { aggregate, bucketStart, extend, first } from "./sources/candles.ts";
import { type Candle, type Interval, intervalMs, intervals } from "./sources/schema.ts";
import { type PriceSource, SourceFailure } from "./sources/source.ts";

/** How long a source gets to finish a candle that is over. */
const SETTLE_MS = 2_000;
/** Minutes longer ago are history's to fill: the platform was off, or its clock was moved. */
const MAX_BACKLOG_MS = 10 * intervalMs["1m"];

/** Up to where candles can be stored by now. */
const closable = (nowMs: number): number => bucketStart(nowMs - SETTLE_MS, "1m");

/**
 * Stores candles when they are over. A minute's candle is the source's own, which knows every trade and its
 * volume; where it has none, the one that the feed made of its ticks. Longer candles come out of shorter
 * ones, or from the source where one of those is missing. What cannot be stored stays a gap, which history
 * fills from the source.
 */
export class CandleCloser {
  readonly #source: PriceSource;
  #progress: Progress;

  constructor(source: PriceSource, progress: Progress) {
    this.#source = source;
    this.#progress = progress;
  }

  get progress(): Progress {
    return this.#progress;
  }

  /** Takes the ticks of an instant into the candles of its minute. */
  add(ticks: readonly Tick[], atMs: number): void {
    const startMs = bucketStart(atMs, "1m");
    const minutes = new Map(this.#progress.minutes);
    for (const { symbol, price } of ticks) {
      const candles = minutes.get(symbol) ?? [];
      const last = candles.at(-1);
      const isOfMinute = last?.startMs === startMs;
      const candle = isOfMinute ? extend(last, { atMs, price }) : first(startMs, { atMs, price });
      minutes.set(symbol, [...(isOfMinute ? candles.slice(0, -1) : candles), candle]);
    }
    this.#progress = { ...this.#progress, minutes };
  }

  /** Whether candles have ended since the last time. */
  isDue(nowMs: number): boolean {
    return closable(nowMs) > this.#progress.untilMs;
  }

  /** Stores all candles that ended since the last time. */
  async close(symbols: readonly string[], nowMs: number): Promise<void> {
    const toMs = closable(nowMs);
    const { untilMs, minutes } = this.#progress;
    const fromMs = Math.max(untilMs, toMs - MAX_BACKLOG_MS);
    await Promise.all(
      symbols.map(async (symbol) => {
        await storeMinutes(this.#source, symbol, minutes.get(symbol) ?? [], fromMs, toMs);
        await storeLonger(this.#source, symbol, fromMs, toMs);
      }),
    );
    const left = [...this.#progress.minutes].map(
      ([symbol, candles]) => [symbol, candles.filter(({ startMs }) => startMs >= toMs)] as const,
    );
    this.#progress = { untilMs: toMs, minutes: new Map(left) };
  }
}

async function storeMinutes(
  source: PriceSource,
  symbol: string,
  ofTicks: readonly Candle[],
  fromMs: number,
  toMs: number,
): Promise<void> {
  const ofSource = await fromSource(source, symbol, "1m", fromMs, toMs);
  const ended = ofTicks.filter(({ startMs }) => startMs >= fromMs && startMs < toMs);
  const best = new Map([...ended, ...ofSource].map((one) => [one.startMs, one]));
  const series = { source: source.name, symbol, interval: "1m" } as const;
  await Promise.all([...best.values()].map((candle) => CandleStore.save(series, candle)));
}

/** Stores the longer candles that end in (fromMs, toMs], each interval after the one that it is made of. */
async function storeLonger(source: PriceSource, symbol: string, fromMs: number, toMs: number): Promise<void> {
  for (const [index, interval] of intervals.entries()) {
    const shorter = intervals[index - 1];
    if (!shorter) continue;
    const step = intervalMs[interval];
    for (let endMs = bucketStart(fromMs, interval) + step; endMs <= toMs; endMs += step) {
      const candle = await longer(source, symbol, interval, shorter, endMs - step);
      if (candle) await CandleStore.save({ source: source.name, symbol, interval }, candle);
    }
  }
}

async function longer(
  source: PriceSource,
  symbol: string,
  interval: Interval,
  shorter: Interval,
  startMs: number,
): Promise<Candle | undefined> {
  const [step, part] = [intervalMs[interval], intervalMs[shorter]];
  const series = { source: source.name, symbol, interval: shorter };
  // By the one before the first it shows whether the first has trades of its own.
  const stored = await CandleStore.read(series, startMs - part, startMs + step);
  const parts = stored.filter((one) => one.startMs >= startMs);
  const before = stored.find((one) => one.startMs < startMs);
  if (parts.length === step / part) return aggregate(parts, interval, before?.close)[0];
  return (await fromSource(source, symbol, interval, startMs, startMs + step))[0];
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
    log.debug("a source gave no candle", { symbol, interval, error });
    return [];
  }
}
