import { entity } from "../platform/table/entity.ts";

export const latestTicks = entity({
  name: "LatestTicks",
  about: "The last price of every asset that the feed has seen, in one item.",
  pk: "PRICES",
  sk: "LATEST",
  answers: { "the last price of every asset": "GetItem pk, sk" },
});

export const priceSnapshot = entity({
  name: "PriceSnapshot",
  about: "All that REST tells of every asset, as it was at most 5 seconds ago, and how far the feed is.",
  pk: "PRICES",
  sk: "SNAPSHOT",
  answers: { "what is known of every asset's price": "GetItem pk, sk" },
});

export const priceCandle = entity({
  name: "PriceCandle",
  about: "The prices of one asset in one interval that is over.",
  pk: "CANDLES#{source}#{symbol}#{interval}",
  sk: "{start}",
  expires: "366 days after it began",
  answers: { "candles of an asset in a range": "Query pk, sk between (ISO 8601)" },
});
