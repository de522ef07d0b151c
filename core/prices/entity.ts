import * as z from "zod";
import { storedNumber } from "../kernel/stored.ts";
import { entity } from "../platform/table/entity.ts";
import type { Candle } from "./sources/schema.ts";

const text = z.string();
export const candlePrices = z.object({ open: text, high: text, low: text, close: text, volume: text });

/** A price for subscribers (spec 2, section 6). Decimal strings; prices in US dollars. */
export const tick = z.object({
  symbol: text,
  price: text,
  /** Percent. */
  change24h: text,
  /** US dollars. */
  volume24h: text,
  /** ISO 8601. */
  timestamp: text,
});

/** The feed's progress with the candles of its ticks. */
export const progress = z.object({
  /** The name of the ticks' source. */
  source: text,
  /** Candles of minutes before this instant are stored. */
  untilMs: storedNumber,
  /** The candles of minutes that are not stored yet, by symbol; the last is in progress. */
  minutes: z
    .array(z.object({ symbol: text, candles: z.array(candlePrices.extend({ startMs: storedNumber })) }))
    .transform(
      (all): ReadonlyMap<string, readonly Candle[]> =>
        new Map(all.map(({ symbol, candles }) => [symbol, candles])),
    ),
});

export const latestTicks = entity({
  name: "LatestTicks",
  about: "The feed's last price of every asset, and the candles in progress, in one item.",
  pk: "PRICES",
  sk: "LATEST",
  schema: z.object({ ticks: z.array(tick), progress: progress.optional() }),
  holds: "nothing",
  erasure: "stays",
  answers: { "the last price of every asset": "GetItem pk, sk" },
});

export const priceSnapshot = entity({
  name: "PriceSnapshot",
  about:
    "The REST data of all assets. The feed replaces it every 5 seconds, or every minute without readers.",
  pk: "PRICES",
  sk: "SNAPSHOT",
  holds: "nothing",
  erasure: "stays",
  answers: { "the prices of all assets with trends and supplies": "GetItem pk, sk" },
});

export const priceCandle = entity({
  name: "PriceCandle",
  about: "The prices of one asset in one ended interval.",
  pk: "CANDLES#{source}#{symbol}#{interval}",
  sk: "{start}",
  schema: candlePrices
    .extend({ sk: text })
    .transform(({ sk, ...candle }) => ({ startMs: Date.parse(sk), ...candle })),
  expires: "366 days after it began",
  holds: "nothing",
  erasure: "stays",
  answers: { "candles of an asset in a range": "Query pk, sk between (ISO 8601)" },
});
