import * as z from "zod";
import { storedNumber } from "../kernel/stored.ts";
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

/** How far the feed is with the candles that it makes of its ticks. */
const progress = z.object({
  /** The name of the source that the ticks are from. */
  source: text,
  /** Candles of minutes before this instant are stored. */
  untilMs: storedNumber,
  /** The candles of minutes that are not, by symbol; the last is in progress. */
  minutes: z
    .array(z.object({ symbol: text, candles: z.array(candlePrices.extend({ startMs: storedNumber })) }))
    .transform((all) => new Map(all.map(({ symbol, candles }) => [symbol, candles]))),
});

export const latestTicks = entity({
  name: "LatestTicks",
  about: "The last price of every asset that the feed has seen, and the candles in progress, in one item.",
  pk: "PRICES",
  sk: "LATEST",
  schema: z.object({ ticks: z.array(tick), progress: progress.optional() }),
  holds: "nothing",
  erasure: "stays",
  answers: { "the last price of every asset": "GetItem pk, sk" },
});

export const priceSnapshot = entity({
  name: "PriceSnapshot",
  about: "All that REST shows of every asset, as it was at most 5 seconds ago.",
  pk: "PRICES",
  sk: "SNAPSHOT",
  holds: "nothing",
  erasure: "stays",
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
  holds: "nothing",
  erasure: "stays",
  answers: { "candles of an asset in a range": "Query pk, sk between (ISO 8601)" },
});
