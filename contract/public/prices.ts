import * as z from "zod";
import { AssetNotFound, InvalidRange, RangeTooDeep, TooManyCandles } from "../../core/prices/errors.ts";
import { instant, interval, symbol } from "../defi/prices/schemas.ts";
import { defineFamily } from "../family.ts";
import { detailedPrice, price, priceHistory } from "./prices/schemas.ts";
import { list as listOf, paging, shared } from "./schemas.ts";

/** Prices of the public API: the same for live and test keys. All figures are decimal strings. */

const route = defineFamily({
  ...shared,
  id: "public.prices",
  path: "/v1/prices",
  scope: "prices:read",
  grants: { table: "read" },
});

export const list = route({
  id: "list",
  method: "GET",
  summary: "List current prices",
  description: "Refreshed every 5 seconds; `created_at` is when an asset's market told its price.",
  request: { query: z.strictObject(paging) },
  responses: { 200: { description: "The prices, in the order of the assets", body: listOf(price) } },
});

export const read = route({
  id: "read",
  method: "GET",
  path: "/{symbol}",
  summary: "Retrieve an asset's price",
  request: { params: z.object({ symbol }) },
  responses: { 200: { description: "The price in detail", body: detailedPrice } },
  errors: [AssetNotFound],
});

export const history = route({
  id: "history",
  method: "GET",
  path: "/{symbol}/history",
  summary: "Retrieve an asset's price history",
  description:
    "Candles that overlap the range and are over, up to 365 days back. `to` defaults to now, `from` to 100 candles before it; both are " +
    "answered as whole candles. A candle that nobody recorded is absent. One answer holds at most 10,000.",
  request: {
    params: z.object({ symbol }),
    query: z.strictObject({ interval, from: instant.optional(), to: instant.optional() }),
  },
  responses: { 200: { description: "The candles", body: priceHistory } },
  errors: [AssetNotFound, InvalidRange, RangeTooDeep, TooManyCandles],
  memoryMb: 1024,
  timeoutSeconds: 20,
});
