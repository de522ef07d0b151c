import * as z from "zod";
import * as Contract from "../../../contract/defi/prices.ts";
import * as History from "../../../core/prices/history.ts";
import * as Prices from "../../../core/prices/listing.ts";
import * as View from "../../_views/prices.ts";
import { open, type Tool } from "./tool.ts";

/** Prices: the same figures as the routes give. */

const getPrices = open({
  name: "svc_get_prices",
  title: "Get prices",
  description:
    "The current prices of all assets in US dollars and euros, with the change over 24 hours and 7 days, volume and market value. Refreshed every 5 seconds.",
  input: z.strictObject({}),
  output: Contract.list.responses[200].body,
  run: async () => View.listing(await Prices.list()),
});

const getPrice = open({
  name: "svc_get_price",
  title: "Get price",
  description:
    "All that is known of one asset's price: in US dollars, euros, bitcoin and ether, changes, supplies, highest and lowest ever.",
  input: z.strictObject(Contract.read.request.params.shape),
  output: Contract.read.responses[200].body,
  run: async (input) => View.detail(await Prices.fromSymbol(input.symbol)),
});

/** More would fill an LLM's context with little use. */
const MAX_CANDLES = 500;

const getPriceHistory = open({
  name: "svc_get_price_history",
  title: "Get price history",
  description:
    "Candles of an asset's price (open, high, low, close, volume), oldest first, up to 365 days back. interval is 1h unless told; the last 100 candles unless from " +
    "is told. At most 500 are given, the latest: omitted says how many older ones were left out. Choose a longer interval then.",
  input: z.strictObject({
    ...Contract.read.request.params.shape,
    ...Contract.history.request.query.shape,
  }),
  output: Contract.history.responses[200].body.extend({ omitted: z.int() }),
  run: async ({ symbol: asset, interval, from, to }) => {
    const history = View.candles(await History.read({ symbol: asset, interval, fromMs: from, toMs: to }));
    const omitted = Math.max(0, history.data.length - MAX_CANDLES);
    const data = history.data.slice(omitted);
    return { ...history, from: data[0]?.timestamp ?? history.from, data, omitted };
  },
});

export const priceTools: readonly Tool[] = [getPrices, getPrice, getPriceHistory];
