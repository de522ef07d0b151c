import * as Clock from "../kernel/clock/index.ts";
import { fail, Unavailable } from "../kernel/errors.ts";
import { text } from "../kernel/texts/index.ts";
import { DAY_MS, toIso } from "../kernel/time.ts";
import * as CandleStore from "./candle-store.ts";
import { InvalidRange, RangeTooDeep, TooManyCandles } from "./errors.ts";
import { assetOf } from "./listing.ts";
import { bucketStart, fill } from "./sources/candles.ts";
import { configured } from "./sources/configured.ts";
import { type Candle, HISTORY_DAYS, type Interval, intervalMs } from "./sources/schema.ts";
import { NotOffered, type PriceSource, SourceFailure } from "./sources/source.ts";

/** History: ended candles from the table, and from the source if the feed did not run. */

export interface HistoryRequest {
  readonly symbol: string;
  readonly interval: Interval;
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

export type History = Awaited<ReturnType<typeof read>>;

/** The maximum of candles in one response. */
const MAX_CANDLES = 10_000;
const DEFAULT_CANDLES = 100;
/** The feed fetches a real source's candle within this time after its end. Until then, the candle is omitted. */
const SETTLING_MS = 10_000;
/** Callers compute the earliest `from` with their own clocks. */
const CLOCK_LEEWAY_MS = 5 * 60_000;

/**
 * Returns the ended candles that overlap [from, to], and the start of the first and the end of the last.
 * @throws ASSET_NOT_FOUND, INVALID_RANGE, RANGE_TOO_DEEP, TOO_MANY_CANDLES; SERVICE_UNAVAILABLE if nothing is stored
 *   and the source does not respond
 */
export async function read({ symbol, interval, ...range }: HistoryRequest) {
  const asset = assetOf(symbol);
  const { fromMs, toMs } = align(interval, range, Clock.nowMs());
  const candles = await candlesOf(asset.symbol, interval, fromMs, toMs);
  return { symbol: asset.symbol, interval, fromMs, toMs, candles };
}

/** Extends the range to whole candles. @throws INVALID_RANGE, RANGE_TOO_DEEP, TOO_MANY_CANDLES */
export function align(
  interval: Interval,
  requested: Pick<HistoryRequest, "fromMs" | "toMs">,
  nowMs: number,
): { readonly fromMs: number; readonly toMs: number } {
  const step = intervalMs[interval];
  const deepest = nowMs - HISTORY_DAYS * DAY_MS;
  const to = Math.min(requested.toMs ?? nowMs, nowMs);
  if (requested.fromMs !== undefined && requested.fromMs > to)
    throw fail(InvalidRange, {
      message:
        requested.fromMs > nowMs
          ? text(
              "The start of the range (from) must not be in the future. Choose an earlier one.",
              "Le début de la période (from) ne doit pas être dans le futur. Choisissez-en un plus ancien.",
            )
          : undefined,
      details: { from: toIso(requested.fromMs), to: toIso(to) },
    });
  if (Math.min(requested.fromMs ?? to, to) < deepest - CLOCK_LEEWAY_MS)
    throw fail(RangeTooDeep, { details: { earliest: toIso(deepest), maxDays: HISTORY_DAYS } });
  // Excludes the candle in progress, which still changes.
  const toMs = Math.min(Math.ceil(to / step) * step, bucketStart(nowMs, interval));
  const byDefault = Math.max(toMs - DEFAULT_CANDLES * step, Math.ceil(deepest / step) * step);
  const fromMs = Math.min(
    requested.fromMs === undefined ? byDefault : bucketStart(requested.fromMs, interval),
    toMs,
  );
  const count = (toMs - fromMs) / step;
  if (count > MAX_CANDLES)
    throw fail(TooManyCandles, {
      message: text(
        `The range has ${count} candles of ${interval}; the maximum is ${MAX_CANDLES}. Choose a shorter range or a longer interval.`,
        `La période compte ${count} chandelles de ${interval} ; le maximum est ${MAX_CANDLES}. Choisissez une période plus courte ou un intervalle plus long.`,
      ),
      details: {
        candles: count,
        maxCandles: MAX_CANDLES,
        maxRangeSeconds: (MAX_CANDLES * step) / 1000,
        earliestFrom: toIso(toMs - MAX_CANDLES * step),
      },
    });
  return { fromMs, toMs };
}

/** Returns the candles that begin in [fromMs, toMs): the stored ones, and the source's if some are missing. */
async function candlesOf(
  symbol: string,
  interval: Interval,
  fromMs: number,
  toMs: number,
): Promise<readonly Candle[]> {
  const source = configured();
  const stored = await CandleStore.read({ source: source.name, symbol, interval }, fromMs, toMs);
  const gap = gapOf(stored, interval, fromMs, toMs);
  if (!gap || (!source.computed && Clock.nowMs() - (gap.fromMs + intervalMs[interval]) < SETTLING_MS))
    return stored;
  try {
    const fetched = await sourceCandles(source, symbol, interval, gap);
    // If the source returned no candle, nothing was traded.
    return fill([...fetched, ...stored], interval, fromMs, toMs);
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    if (stored.length > 0 || error instanceof NotOffered) return stored;
    throw fail(Unavailable, {
      message: text(
        "The price history is currently unavailable. Try again shortly.",
        "L'historique des cours est actuellement indisponible. Réessayez dans un instant.",
      ),
      cause: error,
    });
  }
}

/** Cached responses of real sources by request, oldest first. Ended candles do not change. */
const cache = new Map<string, Promise<readonly Candle[]>>();
const MAX_CACHED = 50;

/** Returns the source's candles. Repeated requests to a real source are cached. */
function sourceCandles(
  source: PriceSource,
  symbol: string,
  interval: Interval,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<readonly Candle[]> {
  if (source.computed) return source.candles(symbol, interval, fromMs, toMs);
  const request = [source.name, symbol, interval, fromMs, toMs].join(" ");
  const known = cache.get(request);
  if (known) return known;
  const response = source.candles(symbol, interval, fromMs, toMs);
  cache.set(request, response);
  response.catch(() => cache.delete(request));
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
  return response;
}

/** Returns the range from the first missing candle to the last. */
function gapOf(
  stored: readonly Candle[],
  interval: Interval,
  fromMs: number,
  toMs: number,
): { readonly fromMs: number; readonly toMs: number } | undefined {
  const known = new Set(stored.map(({ startMs }) => startMs));
  const step = intervalMs[interval];
  let [first, end] = [fromMs, toMs];
  while (first < toMs && known.has(first)) first += step;
  while (end > first && known.has(end - step)) end -= step;
  return first < end ? { fromMs: first, toMs: end } : undefined;
}
