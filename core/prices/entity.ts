import * as z from "zod";
import { entity } from "../platform/table/entity.ts";

const text = z.string();
export const candlePrices = z.object({ open: text, high: text, low: text, close: text, volume: text });

/** A price as subscribers get it (spec 2, section 6). Decimal strings; prices in US dollars. */
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

export const priceSnapshot = entity({
  name: "PriceSnapshot",
  about: "All that REST shows of every asset, as it was at most 5 seconds ago, and how far the feed is.",
  pk: "PRICES",
  sk: "SNAPSHOT",
  answers: { "what is known of every asset's price": "GetItem pk, sk" },
});

export const priceCandle = entity({
  name: "PriceCandle",
  about: "The prices of one asset in one interval that is over.",
  pk: "CANDLES#{source}#{symbol}#{interval}",
  sk: "{start}",
  schema: candlePrices
    .extend({ sk: text })
    .transform(({ sk, ...candle }) => ({ startMs: Date.parse(sk), ...candle })),
  expires: "366 days after it began",
  answers: { "candles of an asset in a range": "Query pk, sk between (ISO 8601)" },
});
