import { entity } from "../platform/entity.ts";

export const latestTicks = entity({
  name: "LatestTicks",
  about: "The last price of every asset that the feed has seen, in one item.",
  pk: "PRICES",
  sk: "LATEST",
  answers: { "the last price of every asset": "GetItem pk, sk" },
});
