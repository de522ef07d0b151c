import { DAY_MS, toIso } from "../kernel/time.ts";
import * as Table from "../platform/table/index.ts";
import { priceCandle } from "./entity.ts";
import { type Candle, HISTORY_DAYS, type Interval, intervalMs } from "./sources/schema.ts";

/** Stored candles, one item each. */

export interface Series {
  /** The name of the source. The histories of different sources are separate. */
  readonly source: string;
  readonly symbol: string;
  readonly interval: Interval;
}

const RETENTION_MS = (HISTORY_DAYS + 1) * DAY_MS;

/** Stores a candle. Replaces one with the same start. */
export const save = (series: Series, { startMs, ...prices }: Candle): Promise<void> =>
  Table.put({
    ...priceCandle.key({ ...series, start: toIso(startMs) }),
    ...prices,
    ttl: Math.ceil((startMs + RETENTION_MS) / 1000),
  });

/** Returns the stored candles that begin in [fromMs, toMs), oldest first. */
export async function read(series: Series, fromMs: number, toMs: number): Promise<Candle[]> {
  if (fromMs >= toMs) return [];
  const pk = priceCandle.partition(series);
  const lastMs = toMs - intervalMs[series.interval];
  const items = await Table.queryAll({ pk, from: toIso(fromMs), upTo: toIso(lastMs) });
  return items.map((item) => priceCandle.parse(item));
}
