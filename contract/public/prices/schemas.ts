import * as z from "zod";
import { intervals } from "../../../core/prices/sources/schema.ts";
import { timestamp } from "../../common.ts";
import { decimal, percent, units, usd } from "../../defi/prices/schemas.ts";
import { asset, object } from "../schemas.ts";

/** Prices of the public API: PUBLIC.md, Resources. A price's `id` is its asset, its `created_at` when the market told it. */

const figures = {
  asset,
  name: z.string(),
  usd,
  eur: decimal.meta({ description: "Euro" }),
  change_24h: percent,
  change_7d: percent,
  volume_24h: usd,
  market_cap: usd,
  circulating_supply: units,
  high_24h: usd,
  low_24h: usd,
};

export const price = object("price", figures);

export const detailedPrice = price
  .extend({
    btc: decimal.meta({ description: "Bitcoin" }),
    eth: decimal.meta({ description: "Ether" }),
    change_1h: percent,
    change_30d: percent,
    volume_change_24h: percent.meta({ description: "Percent, of the 24 hours before the last 24" }),
    fully_diluted_valuation: usd,
    total_supply: units,
    max_supply: units,
    all_time_high: usd,
    all_time_high_at: timestamp,
    all_time_low: usd,
    all_time_low_at: timestamp,
  })
  .meta({ id: "DetailedPrice" });

export const priceHistory = object("price_history", {
  asset,
  interval: z.enum(intervals),
  from: timestamp,
  to: timestamp.meta({ description: "Exclusive" }),
  data: z
    .array(
      z
        .object({
          start: timestamp,
          open: usd,
          high: usd,
          low: usd,
          close: usd,
          volume: usd.meta({ description: "US dollars traded; 0 where that is not known" }),
        })
        .meta({ id: "Candle" }),
    )
    .meta({ description: "Oldest first" }),
});
