import { entity } from "../../platform/table/entity.ts";
import * as Schema from "./schema.ts";

export const pool = entity({
  name: "Pool",
  about:
    "A liquidity pool: reserves, shares, k after its last mint or burn, and a version that every change increments.",
  pk: "POOL#{mode}#{pairId}",
  sk: "STATE",
  schema: Schema.pool,
  holds: "nothing",
  erasure: "stays",
  answers: { "a pool, or all of them": "GetItem or BatchGetItem pk, sk" },
});

export const position = entity({
  name: "LiquidityPosition",
  about:
    "A user's position in one pool: shares, the deposited amounts, and the shares' worth in sqrt(k) at the deposit.",
  pk: "LIQUIDITY#{mode}#{userId}",
  sk: "POSITION#{pairId}",
  schema: Schema.position,
  holds: "nothing",
  erasure: "stays",
  exported: "all",
  answers: {
    "a position": "GetItem pk, sk, both decoded from the position's id",
    "the positions of a user": "Query pk, sk begins with POSITION#",
  },
});

export const trade = entity({
  name: "Trade",
  about: "The amounts of one swap through one pool, and the pool's reserves before it.",
  pk: "TRADES#{mode}#{pairId}",
  sk: "TRADE#{at}#{entryId}",
  schema: Schema.trade,
  expires: "30 days after the swap (attribute ttl)",
  holds: "nothing",
  erasure: "stays",
  answers: {
    "a pool's trades of a period": "Query pk, sk between",
    "a pair's latest trades": "Query pk, sk begins with TRADE#, newest first",
  },
});

export const bucket = entity({
  name: "VolumeBucket",
  about: "The volume of one pool in five minutes, and its reserves before.",
  pk: "VOLUME#{mode}#{pairId}",
  sk: "BUCKET#{at}",
  schema: Schema.volume,
  expires: "30 days after the five minutes (attribute ttl)",
  holds: "nothing",
  erasure: "stays",
  answers: { "a pool's volume of a period": "Query pk, sk from" },
});

export const swap = entity({
  name: "Swap",
  about: "A user's swap through one or more pools. Written with its entry, never changed.",
  pk: "SWAPS#{mode}#{userId}",
  sk: "SWAP#{entryId}",
  schema: Schema.swapped,
  holds: "nothing",
  erasure: "stays",
  exported: "all",
  answers: { "a swap": "GetItem pk, sk" },
});
