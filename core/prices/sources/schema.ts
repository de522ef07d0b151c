import { DAY_MS } from "../../kernel/time.ts";

/** Intervals, spans and candles. Prices and volumes are in US dollars. */

export const intervals = ["1m", "5m", "15m", "1h", "4h", "1d"] as const;
/** The duration of a candle. Candles begin at whole multiples of it: days at 00:00 UTC. */
export type Interval = (typeof intervals)[number];

const MINUTE = 60_000;

export const intervalMs: Readonly<Record<Interval, number>> = {
  "1m": MINUTE,
  "5m": 5 * MINUTE,
  "15m": 15 * MINUTE,
  "1h": 60 * MINUTE,
  "4h": 240 * MINUTE,
  "1d": DAY_MS,
};

/** The days that history covers (spec 2, section 8). */
export const HISTORY_DAYS = 365;

/** The prices of one bucket of time. Decimal strings, never in exponent form. */
export interface Candle {
  /** The start of its bucket, in milliseconds since the UNIX epoch. */
  readonly startMs: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  /** In US dollars; "0" if the source does not state it. */
  readonly volume: string;
}

/** The spans of price changes. */
export const spans = ["1h", "24h", "7d", "30d"] as const;
export type Span = (typeof spans)[number];

export const spanMs: Readonly<Record<Span, number>> = {
  "1h": 60 * MINUTE,
  "24h": DAY_MS,
  "7d": 7 * DAY_MS,
  "30d": 30 * DAY_MS,
};
