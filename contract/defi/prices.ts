import * as z from "zod";
import { AssetNotFound, InvalidRange, RangeTooDeep, TooManyCandles } from "../../core/prices/errors.ts";
import { intervals } from "../../core/prices/sources/schema.ts";
import { timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import { priceHistory, priceList, priceRead } from "../limits.ts";
import { decimal, instant, interval, percent, symbol, units, usd } from "./prices/schemas.ts";

/** Prices: spec 2, sections 2.4, 4.4 and 8. All figures are decimal strings. */

const route = defineFamily({
  id: "defi.prices",
  path: "/api/defi/prices",
  family: "defi",
  auth: "none",
  // What is left of a caller's limit is specified for every answer about prices (spec 2, section 8).
  cache: { seconds: 1, tellsLimit: true },
  grants: { table: "read" },
});

const assetPrice = z
  .object({
    symbol: z.string(),
    name: z.string(),
    price: usd.meta({ description: "The same as priceUsd" }),
    priceUsd: usd,
    priceEur: decimal.meta({ description: "Euro" }),
    change24h: percent,
    change7d: percent,
    volume24h: usd,
    marketCap: usd,
    circulatingSupply: units,
    high24h: usd,
    low24h: usd,
    lastUpdated: timestamp,
  })
  .meta({ id: "AssetPrice" });

const detailedAssetPrice = assetPrice
  .extend({
    priceBtc: decimal.meta({ description: "Bitcoin" }),
    priceEth: decimal.meta({ description: "Ether" }),
    change1h: percent,
    change30d: percent,
    volumeChange24h: percent.meta({ description: "Percent, of the 24 hours before the last 24" }),
    fullyDilutedValuation: usd,
    totalSupply: units,
    maxSupply: units,
    allTimeHigh: usd,
    allTimeLow: usd,
    allTimeHighDate: timestamp,
    allTimeLowDate: timestamp,
  })
  .meta({ id: "DetailedAssetPrice" });

const candle = z
  .object({
    timestamp: timestamp.meta({ description: "When it begins" }),
    open: usd,
    high: usd,
    low: usd,
    close: usd,
    volume: usd.meta({ description: "US dollars traded; 0 where that is not known" }),
  })
  .meta({ id: "PriceCandle" });

const sources =
  "Prices are those of the configured source: real markets, or a simulated one (the default, where all figures are simulated). " +
  "With real markets, too, the platform's own token is simulated, as it is listed nowhere.";

export const list = route({
  id: "list",
  method: "GET",
  summary: "The current prices of all assets",
  description:
    `Refreshed every 5 seconds. ${sources} \`lastUpdated\` of the answer is when the prices were put together, that of an asset when its ` +
    "market told the price: when a market does not answer, its last price stays and grows old. A change is 0 where the price so long " +
    "ago is not known. Money of states has no supply and so no market value: 0.",
  limit: priceList,
  responses: {
    200: {
      description: "All assets of the platform, its own token among them",
      body: z.object({ prices: z.array(assetPrice), lastUpdated: timestamp }),
    },
  },
});

export const read = route({
  id: "read",
  method: "GET",
  path: "/{symbol}",
  summary: "All that is known of one asset's price",
  description:
    `${sources} The fully diluted value is of maxSupply, or of totalSupply where nothing bounds it. The highest and lowest price of all are ` +
    "those of the last 365 days where the source knows nothing older; their dates are then as fine as its history.",
  limit: priceRead,
  request: { params: z.object({ symbol }) },
  responses: { 200: { description: "The asset's price in detail", body: detailedAssetPrice } },
  errors: [AssetNotFound],
});

export const history = route({
  id: "history",
  method: "GET",
  path: "/{symbol}/history",
  summary: "Candles of an asset's price, up to 365 days back",
  description:
    "`interval` defaults to 1h, `to` to now, `from` to 100 candles before `to`. Buckets begin at whole multiples of the interval in UTC. The " +
    "answer has the candles that overlap the range and are over: `from` is moved back to where its candle begins, `to` on to where " +
    "its candle ends, and back to the end of the last candle that is over (so a `to` in the future is no error); both are answered as " +
    "they were moved, and `to` is exclusive. The candle in progress is not told: the current price is. An interval without trades " +
    "has the close before it as its four prices, and no volume; one that nobody recorded, because the source was out of reach, is " +
    "absent. A candle begins with the first price that the live feed told in it, ends with the last, and has them all between low and " +
    "high. One answer holds at most 10,000 candles; beyond that, the error tells the longest range.",
  limit: priceHistory,
  request: {
    params: z.object({ symbol }),
    query: z.object({
      interval,
      from: instant.optional(),
      to: instant.optional(),
    }),
  },
  responses: {
    200: {
      description: "The candles, oldest first",
      body: z.object({
        symbol: z.string(),
        interval: z.enum(intervals),
        from: timestamp,
        to: timestamp,
        data: z.array(candle),
      }),
    },
  },
  errors: [AssetNotFound, InvalidRange, RangeTooDeep, TooManyCandles],
  // 10,000 candles are some megabytes to read and to write.
  memoryMb: 1024,
  timeoutSeconds: 20,
});
