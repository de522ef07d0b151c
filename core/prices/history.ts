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

/** History: candles that are over, from the table, and from the source where the feed did not run. */

export interface Question {
  readonly symbol: string;
  readonly interval: Interval;
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

export interface History {
  readonly symbol: string;
  readonly interval: Interval;
  /** When the first candle begins. */
  readonly fromMs: number;
  /** When the last candle ends. */
  readonly toMs: number;
  readonly candles: readonly Candle[];
}

/** The most candles that one answer holds. */
const MAX_CANDLES = 10_000;
/** How many candles there are unless asked otherwise. */
const DEFAULT_CANDLES = 100;
/** A real source's candle is the feed's to fetch for so long after its end; until then it is left out. */
const SETTLING_MS = 10_000;
/** Callers compute the deepest `from` by clocks of their own. */
const CLOCK_LEEWAY_MS = 5 * 60_000;

/**
 * The candles that overlap [from, to] and are over by now.
 * @throws ASSET_NOT_FOUND, INVALID_RANGE, RANGE_TOO_DEEP, TOO_MANY_CANDLES; SERVICE_UNAVAILABLE when nothing
 * is stored and the source does not answer
 */
export async function read({ symbol, interval, ...range }: Question): Promise<History> {
  const asset = assetOf(symbol);
  const { fromMs, toMs } = align(interval, range, Clock.nowMs());
  const candles = await candlesOf(asset.symbol, interval, fromMs, toMs);
  return { symbol: asset.symbol, interval, fromMs, toMs, candles };
}

/** The range in whole candles. @throws INVALID_RANGE, RANGE_TOO_DEEP, TOO_MANY_CANDLES */
export function align(
  interval: Interval,
  asked: Pick<Question, "fromMs" | "toMs">,
  nowMs: number,
): { readonly fromMs: number; readonly toMs: number } {
  const step = intervalMs[interval];
  const deepest = nowMs - HISTORY_DAYS * DAY_MS;
  const to = Math.min(asked.toMs ?? nowMs, nowMs);
  if (asked.fromMs !== undefined && asked.fromMs > to)
    throw fail(InvalidRange, {
      message:
        asked.fromMs > nowMs
          ? text("from must not be in the future.", "from ne doit pas être dans le futur.")
          : text("from must not be after to.", "from ne doit pas être postérieur à to."),
      details: { from: toIso(asked.fromMs), to: toIso(to) },
    });
  if (Math.min(asked.fromMs ?? to, to) < deepest - CLOCK_LEEWAY_MS)
    throw fail(RangeTooDeep, { details: { earliest: toIso(deepest), maxDays: HISTORY_DAYS } });
  // The candle that is not over yet would be another one at each look.
  const toMs = Math.min(Math.ceil(to / step) * step, bucketStart(nowMs, interval));
  const byDefault = Math.max(toMs - DEFAULT_CANDLES * step, Math.ceil(deepest / step) * step);
  const fromMs = Math.min(asked.fromMs === undefined ? byDefault : bucketStart(asked.fromMs, interval), toMs);
  const count = (toMs - fromMs) / step;
  if (count > MAX_CANDLES)
    throw fail(TooManyCandles, {
      message: text(
        `${count} candles of ${interval} lie between from and to; one answer holds ${MAX_CANDLES}.`,
        `${count} chandelles de ${interval} se trouvent entre from et to ; une réponse en contient ${MAX_CANDLES}.`,
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

/** The candles that begin in [fromMs, toMs): the stored ones, and the source's where one is missing. */
async function candlesOf(
  symbol: string,
  interval: Interval,
  fromMs: number,
  toMs: number,
): Promise<readonly Candle[]> {
  const source = configured();
  const stored = await CandleStore.read({ source: source.name, symbol, interval }, fromMs, toMs);
  const gap = missing(stored, interval, fromMs, toMs);
  if (!gap || (!source.computed && Clock.nowMs() - (gap.fromMs + intervalMs[interval]) < SETTLING_MS))
    return stored;
  try {
    const answered = await candlesFrom(source, symbol, interval, gap);
    // Whoever answered and has no candle says that nothing was traded.
    return fill([...answered, ...stored], interval, fromMs, toMs);
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    if (stored.length > 0 || error instanceof NotOffered) return stored;
    throw fail(Unavailable, {
      message: text(
        "The history of prices cannot be had at the moment. Try again shortly.",
        "L'historique des cours n'est pas disponible pour le moment. Réessayez dans un instant.",
      ),
      cause: error,
    });
  }
}

/** Answers of real sources that this process has, by question, oldest first: what is over does not change. */
const answers = new Map<string, Promise<readonly Candle[]>>();
const MAX_ANSWERS = 50;

/** The source's candles. Of a real source the same ones are asked for once, not at every look at a chart. */
function candlesFrom(
  source: PriceSource,
  symbol: string,
  interval: Interval,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<readonly Candle[]> {
  if (source.computed) return source.candles(symbol, interval, fromMs, toMs);
  const question = [source.name, symbol, interval, fromMs, toMs].join(" ");
  const known = answers.get(question);
  if (known) return known;
  const answer = source.candles(symbol, interval, fromMs, toMs);
  answers.set(question, answer);
  answer.catch(() => answers.delete(question));
  const [oldest] = answers.keys();
  if (answers.size > MAX_ANSWERS && oldest !== undefined) answers.delete(oldest);
  return answer;
}

/** From the first candle that is missing to the last. */
function missing(
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
