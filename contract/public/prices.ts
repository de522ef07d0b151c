import * as z from "zod";
import { AssetNotFound, InvalidRange, RangeTooDeep, TooManyCandles } from "../../core/prices/errors.ts";
import { intervals } from "../../core/prices/sources/schema.ts";
import { timestamp } from "../common.ts";
import { candlePrices, decimal, instant, interval, percent, symbol, units, usd } from "../defi/prices.ts";
import { defineFamily } from "../family.ts";
import { asset, list as listOf, object, paging, shared } from "./schemas.ts";

/**
 * Prices of the public API: PUBLIC.md, Resources. They are the same for live and test keys, and decimal strings. A
 * price's `id` is its asset; `created_at` is when the market reported it.
 */

const route = defineFamily({
  ...shared,
  id: "public.prices",
  path: "/v1/prices",
  scope: "prices:read",
  method: "GET",
});

const price = object("price", {
  asset,
  name: z.string(),
  usd,
  eur: decimal.describe("Euro"),
  change_24h: percent,
  change_7d: percent,
  volume_24h: usd,
  market_cap: usd,
  circulating_supply: units,
  high_24h: usd,
  low_24h: usd,
});

const detailedPrice = price
  .extend({
    btc: decimal.describe("Bitcoin"),
    eth: decimal.describe("Ether"),
    change_1h: percent,
    change_30d: percent,
    volume_change_24h: percent.describe("Percent, compared with the 24 hours before"),
    fully_diluted_valuation: usd,
    total_supply: units,
    max_supply: units,
    all_time_high: usd,
    all_time_high_at: timestamp,
    all_time_low: usd,
    all_time_low_at: timestamp,
  })
  .meta({ id: "DetailedPrice" });

const priceHistory = object("price_history", {
  asset,
  interval: z.enum(intervals),
  from: timestamp,
  to: timestamp.describe("Exclusive"),
  data: z
    .array(z.object({ start: timestamp, ...candlePrices }).meta({ id: "Candle" }))
    .describe("Oldest first"),
});

export const list = route({
  id: "list",
  summary: "List current prices",
  description: "Refreshed every 5 seconds. `created_at` is when the market reported the price.",
  request: { query: z.strictObject(paging) },
  response: { description: "The prices, in the order of the assets", body: listOf(price) },
});

export const read = route({
  id: "read",
  path: "/{symbol}",
  summary: "Retrieve an asset's price",
  request: { params: z.object({ symbol }) },
  response: { description: "The price in detail", body: detailedPrice },
  errors: [AssetNotFound],
});

export const history = route({
  id: "history",
  path: "/{symbol}/history",
  summary: "Retrieve an asset's price history",
  description:
    "Returns the completed candles that overlap the range, up to 365 days back and at most 10,000. `to` defaults to now, `from` to 100 " +
    "candles before it; both are rounded to whole candles. A candle that was not recorded is missing.",
  request: {
    params: z.object({ symbol }),
    query: z.strictObject({ interval, from: instant.optional(), to: instant.optional() }),
  },
  response: { description: "The candles", body: priceHistory },
  errors: [AssetNotFound, InvalidRange, RangeTooDeep, TooManyCandles],
  memoryMb: 1024,
  timeoutSeconds: 20,
});
