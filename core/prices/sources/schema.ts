import type { Decimal } from "decimal.js";
import { DAY_MS } from "../../kernel/time.ts";

/** What sources say of prices. All values are in US dollars unless a name says otherwise. */

export const intervals = ["1m", "5m", "15m", "1h", "4h", "1d"] as const;
/** How long a candle lasts. Candles begin at whole multiples of it: days at 00:00 UTC. */
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

/** How far history reaches back (spec 2, section 8). */
export const HISTORY_DAYS = 365;

/** The prices of one bucket of time. Decimal strings, never in exponent form. */
export interface Candle {
  /** When its bucket begins, in milliseconds since the UNIX epoch. */
  readonly startMs: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  /** Traded in it, in US dollars; "0" where the source does not say. */
  readonly volume: string;
}

/** Spans of time that a price's change is measured over. */
export const spans = ["1h", "24h", "7d", "30d"] as const;
export type Span = (typeof spans)[number];

export const spanMs: Readonly<Record<Span, number>> = {
  "1h": 60 * MINUTE,
  "24h": DAY_MS,
  "7d": 7 * DAY_MS,
  "30d": 30 * DAY_MS,
};

/** The price of an asset at an instant. */
export interface Quote {
  readonly usd: Decimal;
  /** Over the 24 hours before; 0 where the source does not say. */
  readonly volume24h: Decimal;
  /** When the source saw this price. */
  readonly atMs: number;
}

/** What an asset's price did up to an instant; what the source does not know is absent. */
export interface Trend {
  /** The price so long before. */
  readonly before: { readonly [Ago in Span]?: Decimal | undefined };
  readonly high24h?: Decimal | undefined;
  readonly low24h?: Decimal | undefined;
  /** Volume over the 24 hours before the last 24. */
  readonly volumeBefore24h?: Decimal | undefined;
}

/** A price that was the highest or lowest of all. */
export interface Extreme {
  readonly usd: Decimal;
  readonly atMs: number;
}

/** What changes slowly. Supplies in whole units; absent where an asset has none, as money of a state. */
export interface Facts {
  readonly circulatingSupply?: Decimal | undefined;
  readonly totalSupply?: Decimal | undefined;
  readonly maxSupply?: Decimal | undefined;
  readonly allTimeHigh?: Extreme | undefined;
  readonly allTimeLow?: Extreme | undefined;
}
