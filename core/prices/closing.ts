import { log } from "../platform/log.ts";
import * as CandleStore from "./candle-store.ts";
import { aggregate, bucketStart } from "./sources/candles.ts";
import { type Candle, type Interval, intervalMs, intervals, type Progress } from "./sources/schema.ts";
import { type PriceSource, SourceFailure } from "./sources/source.ts";

/**
 * Keeps candles at their ends. A minute's candle is the source's own, which knows every trade and its volume; where it has none,
 * the one that the feed made of its ticks. Longer candles come out of shorter ones, or from the source where one of those is
 * missing. What cannot be kept stays a gap, which history fills from the source.
 */

/** How long a source gets to finish a candle that is over. */
const SETTLE_MS = 2_000;
/** Minutes longer ago are history's to fill: the platform was off, or its clock was moved. */
const MAX_BACKLOG_MS = 10 * intervalMs["1m"];

/** Up to where candles can be kept by now. */
export const closable = (nowMs: number): number => bucketStart(nowMs - SETTLE_MS, "1m");

/** Keeps all candles that ended since the last time. @returns up to where it has */
export async function close(
  source: PriceSource,
  symbols: readonly string[],
  progress: Progress,
  nowMs: number,
): Promise<number> {
  const toMs = closable(nowMs);
  const fromMs = Math.max(progress.untilMs, toMs - MAX_BACKLOG_MS);
  await Promise.all(
    symbols.map(async (symbol) => {
      await keepMinutes(source, symbol, progress.minutes.get(symbol) ?? [], fromMs, toMs);
      await keepLonger(source, symbol, fromMs, toMs);
    }),
  );
  return toMs;
}

/** The minutes' candles without those that are done. */
export const since = (minutes: Progress["minutes"], fromMs: number): Progress["minutes"] =>
  new Map(
    [...minutes].map(([symbol, candles]) => [symbol, candles.filter(({ startMs }) => startMs >= fromMs)]),
  );

async function keepMinutes(
  source: PriceSource,
  symbol: string,
  made: readonly Candle[],
  fromMs: number,
  toMs: number,
): Promise<void> {
  const told = await fromSource(source, symbol, "1m", fromMs, toMs);
  const ended = made.filter(({ startMs }) => startMs >= fromMs && startMs < toMs);
  const best = new Map([...ended, ...told].map((one) => [one.startMs, one]));
  const series = { source: source.name, symbol, interval: "1m" } as const;
  await Promise.all([...best.values()].map((candle) => CandleStore.save(series, candle)));
}

/** Keeps the longer candles that end in (fromMs, toMs], each interval after the one that it is made of. */
async function keepLonger(source: PriceSource, symbol: string, fromMs: number, toMs: number): Promise<void> {
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
  // One before the first tells whether the first says anything of its own.
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
