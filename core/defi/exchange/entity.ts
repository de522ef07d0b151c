import { entity } from "../../platform/table/entity.ts";
import * as Schema from "./schema.ts";

export const pool = entity({
  name: "Pool",
  about:
    "A liquidity pool: reserves, shares, k after its last mint or burn, and a version that every change of it raises.",
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
    "What a user has in one pool: shares, what was deposited for them, and what they were worth in sqrt(k) then.",
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
  about: "What one swap moved through one pool, and the pool's reserves before it.",
  pk: "TRADES#{mode}#{pairId}",
  sk: "TRADE#{at}#{entryId}",
  schema: Schema.trade,
  expires: "30 days after the swap (attribute ttl)",
  holds: "nothing",
  erasure: "stays",
  answers: {
    "a pool's trades of some time": "Query pk, sk between",
    "a pair's latest trades": "Query pk, sk begins with TRADE#, newest first",
  },
});

export const bucket = entity({
  name: "VolumeBucket",
  about: "What went through one pool in five minutes, and its reserves before.",
  pk: "VOLUME#{mode}#{pairId}",
  sk: "BUCKET#{at}",
  schema: Schema.volume,
  expires: "30 days after the five minutes (attribute ttl)",
  holds: "nothing",
  erasure: "stays",
  answers: { "a pool's volume of some time": "Query pk, sk from" },
});

export const swap = entity({
  name: "Swap",
  about: "A swap that a user has made, through however many pools. Written with its entry, never changed.",
  pk: "SWAPS#{mode}#{userId}",
  sk: "SWAP#{entryId}",
  schema: Schema.swapped,
  holds: "nothing",
  erasure: "stays",
  exported: "all",
  answers: { "a swap": "GetItem pk, sk" },
});
