import type * as Table from "../../platform/table/index.ts";
import type { PoolState } from "./engine/pool.ts";
import { feeOf } from "./engine/price.ts";
import type { Hop } from "./engine/route.ts";
import { bucket, trade } from "./entity.ts";
import type { Pool } from "./pools.ts";

/** Recording swaps: each is an item of its own, and counts in the five minutes that it falls into. */

export const BUCKET_MS = 300_000;
const KEPT_SECONDS = 30 * 24 * 3600;

/** When the five minutes around an instant began. */
export const bucketStart = (atMs: number): number => Math.floor(atMs / BUCKET_MS) * BUCKET_MS;

/** What one swap did to one pool. */
export interface Trade {
  readonly pool: Pool;
  readonly hop: Hop;
  readonly after: PoolState;
}

/** The writes that record a trade. They have no condition: only the pool decides who was first. */
export function tradeWrites(
  { pool: { mode, pair, state }, hop }: Trade,
  feeBps: bigint,
  { entryId, createdAt }: { readonly entryId: string; readonly createdAt: string },
): Table.Write[] {
  const isToken0In = hop.tokenIn === pair.token0.symbol;
  const fee = feeOf(hop.amountIn, feeBps);
  const figures = {
    volume0: isToken0In ? hop.amountIn : hop.amountOut,
    volume1: isToken0In ? hop.amountOut : hop.amountIn,
    fee0: isToken0In ? fee : 0n,
    fee1: isToken0In ? 0n : fee,
  };
  const before = { open0: state.reserve0, open1: state.reserve1 };
  const atMs = Date.parse(createdAt);
  const ttl = Math.floor(atMs / 1000) + KEPT_SECONDS;
  const at = new Date(bucketStart(atMs)).toISOString();
  const made = { at: createdAt, entryId };
  const side = isToken0In ? "sell" : "buy";
  return [
    { put: { ...trade.key({ mode, pairId: pair.id, ...made }), ...made, side, ...figures, ...before, ttl } },
    {
      update: bucket.key({ mode, pairId: pair.id, at }),
      set: { ttl },
      initial: before,
      add: figures,
    },
  ];
}
