import * as z from "zod";
import { trimmed } from "../../core/kernel/text/schema.ts";
import { rule } from "../../core/kernel/texts/index.ts";
import { AssetNotFound, InvalidRange, RangeTooDeep, TooManyCandles } from "../../core/prices/errors.ts";
import { intervals } from "../../core/prices/sources/schema.ts";
import { timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import { priceHistory, priceList, priceRead } from "../limits.ts";

/** Prices: spec 2, sections 2.4, 4.4 and 8. All figures are decimal strings. */

const route = defineFamily({
  id: "defi.prices",
  path: "/api/defi/prices",
  family: "defi",
  auth: "none",
  method: "GET",
  // The specification wants the caller's limit on every answer about prices (spec 2, section 8).
  cache: { seconds: 1, includesLimit: true },
  grants: { table: "read" },
});

export const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
export const usd = decimal.meta({ description: "US dollars", examples: ["90123.45"] });
export const percent = decimal.meta({ description: "Percent", examples: ["-1.25"] });
export const units = decimal.describe("Whole units of the asset; 0 if there is no such figure");

export const symbol = trimmed(64).meta({
  description: "Symbol of an asset, in any letter case",
  examples: ["BTC"],
});

/** Accepts an instant, or a date as its 00:00 UTC. */
export const instant = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], {
    error: rule(
      "must be an ISO 8601 date and time such as 2026-11-21T09:30:00Z",
      "doit être une date et une heure ISO 8601, comme 2026-11-21T09:30:00Z",
    ),
  })
  .transform((text) => Date.parse(text))
  .describe("ISO 8601 with a time zone; a date without a time means 00:00 UTC");

/** The duration of a candle. */
export const interval = z
  .enum(intervals, {
    error: rule(
      `must be one of ${intervals.join(", ")}`,
      `doit être une de ces valeurs : ${intervals.join(", ")}`,
    ),
  })
  .default("1h");

export const candlePrices = {
  open: usd,
  high: usd,
  low: usd,
  close: usd,
  volume: usd.describe("Volume in US dollars; 0 if it is unknown"),
};

const assetPrice = z
  .object({
    symbol: z.string(),
    name: z.string(),
    price: usd.describe("The same as priceUsd"),
    priceUsd: usd,
    priceEur: decimal.describe("Euro"),
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
    priceBtc: decimal.describe("Bitcoin"),
    priceEth: decimal.describe("Ether"),
    change1h: percent,
    change30d: percent,
    volumeChange24h: percent.describe("Percent, compared with the 24 hours before"),
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
  .object({ timestamp: timestamp.describe("When it begins"), ...candlePrices })
  .meta({ id: "PriceCandle" });

const sources =
  "Prices come from the configured source: real markets, or a simulated one (the default). The platform's own token is always simulated.";

export const list = route({
  id: "list",
  summary: "List the current prices of all assets",
  description:
    `Refreshed every 5 seconds. ${sources} \`lastUpdated\` of the response is when the list was made, that of an asset when its market reported ` +
    "the price; if a market does not answer, its last price remains. A change is 0 if the earlier price is unknown. Fiat currencies have no " +
    "supply and a market value of 0.",
  limit: priceList,
  response: {
    description: "All assets, including the platform's token",
    body: z.object({ prices: z.array(assetPrice), lastUpdated: timestamp }),
  },
});

export const read = route({
  id: "read",
  path: "/{symbol}",
  summary: "Retrieve an asset's price in detail",
  description:
    `${sources} The fully diluted value uses maxSupply, or totalSupply if there is no maximum. The all-time high and low are those of the last ` +
    "365 days if the source knows nothing older; their dates are then as precise as its history.",
  limit: priceRead,
  request: { params: z.object({ symbol }) },
  response: { description: "The asset's price in detail", body: detailedAssetPrice },
  errors: [AssetNotFound],
});

export const history = route({
  id: "history",
  path: "/{symbol}/history",
  summary: "Retrieve candles of an asset's price, up to 365 days back",
  description:
    "`interval` defaults to 1h, `to` to now, `from` to 100 candles before `to`. Candles begin at whole multiples of the interval in UTC. The " +
    "response has the completed candles that overlap the range: `from` is rounded down and `to` up to whole candles, `to` at most to the end of " +
    "the last completed one; both are returned as rounded, `to` exclusive. The candle in progress is not included. An interval without " +
    "trades repeats the close before it, without volume; one that was not recorded because the source was unreachable is missing. A response " +
    "has at most 10,000 candles; beyond that, the error states the longest range.",
  limit: priceHistory,
  request: {
    params: z.object({ symbol }),
    query: z.object({ interval, from: instant.optional(), to: instant.optional() }),
  },
  response: {
    description: "The candles, oldest first",
    body: z.object({
      symbol: z.string(),
      interval: z.enum(intervals),
      from: timestamp,
      to: timestamp,
      data: z.array(candle),
    }),
  },
  errors: [AssetNotFound, InvalidRange, RangeTooDeep, TooManyCandles],
  // 10,000 candles are several megabytes to read and to write.
  memoryMb: 1024,
  timeoutSeconds: 20,
});
