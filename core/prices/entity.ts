import { Decimal } from "decimal.js";
import * as z from "zod";
import { entity } from "../platform/table/entity.ts";
import { spans } from "./sources/schema.ts";

const decimal = z.codec(z.string(), z.instanceof(Decimal), {
  decode: (text) => new Decimal(text),
  encode: (value) => value.toFixed(),
});
const instant = z.codec(z.iso.datetime(), z.number(), {
  decode: (text) => Date.parse(text),
  encode: (ms) => new Date(ms).toISOString(),
});
const text = z.string();
const prices = z.object({ open: text, high: text, low: text, close: text, volume: text });

/**
 * A price at an instant, as subscribers get it (spec 2, section 6). Decimal strings; prices in US dollars.
 */
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

export const latestTicks = entity({
  name: "LatestTicks",
  about: "The last price of every asset that the feed has seen, in one item.",
  pk: "PRICES",
  sk: "LATEST",
  schema: z.object({ ticks: z.array(tick) }),
  answers: { "the last price of every asset": "GetItem pk, sk" },
});

const extreme = z.object({ usd: decimal, atMs: instant });
const assetState = z.object({
  symbol: text,
  usd: decimal,
  volume24h: decimal,
  atMs: instant,
  trend: z.object({
    before: z.partialRecord(z.enum(spans), decimal),
    high24h: decimal.optional(),
    low24h: decimal.optional(),
    volumeBefore24h: decimal.optional(),
  }),
  facts: z
    .object({
      circulatingSupply: decimal,
      totalSupply: decimal,
      maxSupply: decimal,
      allTimeHigh: extreme,
      allTimeLow: extreme,
    })
    .partial(),
});

export const snapshotItem = z.object({
  source: text,
  atMs: instant,
  factsAtMs: instant,
  assets: z.array(assetState),
  candlesUntilMs: instant,
  minutes: z.array(z.object({ symbol: text, candles: z.array(prices.extend({ startMs: instant })) })),
});

export const priceSnapshot = entity({
  name: "PriceSnapshot",
  about: "All that REST shows of every asset, as it was at most 5 seconds ago, and how far the feed is.",
  pk: "PRICES",
  sk: "SNAPSHOT",
  schema: snapshotItem,
  answers: { "what is known of every asset's price": "GetItem pk, sk" },
});

export const priceCandle = entity({
  name: "PriceCandle",
  about: "The prices of one asset in one interval that is over.",
  pk: "CANDLES#{source}#{symbol}#{interval}",
  sk: "{start}",
  schema: prices
    .extend({ sk: text })
    .transform(({ sk, ...candle }) => ({ startMs: Date.parse(sk), ...candle })),
  expires: "366 days after it began",
  answers: { "candles of an asset in a range": "Query pk, sk between (ISO 8601)" },
});
