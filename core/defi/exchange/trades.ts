import { wrongCursor } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { Mode } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { DAY_MS, DAY_SECONDS, MINUTE_MS, toIso } from "../../kernel/time.ts";
import * as Table from "../../platform/table/index.ts";
import { list as listOf } from "../../platform/table/list.ts";
import { feeOf } from "./engine/amounts.ts";
import type { PoolState } from "./engine/pool.ts";
import type { Hop } from "./engine/route.ts";
import { bucket, trade } from "./entity.ts";
import { mustFind, type Pair } from "./pairs.ts";
import type { Pool } from "./pools.ts";
import type { PairTrade } from "./schema.ts";
import { priceOf } from "./valuation.ts";

/** The recorded trades of a pool, and their sums by five minutes. */

export const BUCKET_MS = 5 * MINUTE_MS;
const RETENTION_SECONDS = 30 * DAY_SECONDS;

/** Returns the start of the five-minute bucket of an instant. */
export const bucketStart = (atMs: number): number => Math.floor(atMs / BUCKET_MS) * BUCKET_MS;

/** The effect of one swap on one pool. */
export interface Trade {
  readonly pool: Pool;
  readonly hop: Hop;
  readonly after: PoolState;
}

/** Returns the writes that record a trade. They rely on the condition of the pool's write. */
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
  const ttl = Math.floor(atMs / 1000) + RETENTION_SECONDS;
  const at = toIso(bucketStart(atMs));
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

/** The volume in both directions and the fees, in base units of each token. */
export interface Day extends Pick<PairTrade, "volume0" | "volume1" | "fee0" | "fee1"> {
  /** The reserves before the first swap of these hours. */
  readonly open: { readonly reserve0: bigint; readonly reserve1: bigint } | undefined;
}

/**
 * Reads a pool's last 24 hours to the millisecond: whole buckets, and the trades of the bucket in which the 24 hours
 * begin. A trade exactly 24 hours old is included.
 */
export async function lastDay(mode: Mode, pairId: string, nowMs: number): Promise<Day> {
  const sinceMs = nowMs - DAY_MS;
  const wholeMs = Math.ceil(sinceMs / BUCKET_MS) * BUCKET_MS;
  const [trades, buckets] = await Promise.all([
    sinceMs === wholeMs ? [] : Table.queryAll(tradesBetween(mode, pairId, sinceMs, wholeMs)),
    Table.queryAll({
      pk: bucket.partition({ mode, pairId }),
      from: bucket.key({ mode, pairId, at: toIso(wholeMs) }).sk,
    }),
  ]);
  const parts = [...trades, ...buckets].map(bucket.parse);
  const [first] = parts;
  const sum = (figure: "volume0" | "volume1" | "fee0" | "fee1") =>
    Money.sum(parts.map((part) => part[figure]));
  return {
    volume0: sum("volume0"),
    volume1: sum("volume1"),
    fee0: sum("fee0"),
    fee1: sum("fee1"),
    open: first && { reserve0: first.open0, reserve1: first.open1 },
  };
}

/** Excludes trades at `untilMs`: a trade's key is longer than its instant and sorts after it. */
const tradesBetween = (mode: Mode, pairId: string, sinceMs: number, untilMs: number) => ({
  pk: trade.partition({ mode, pairId }),
  from: trade.prefix + toIso(sinceMs),
  upTo: trade.prefix + toIso(untilMs),
});

export type TradeView = ReturnType<typeof viewOf>;

/**
 * Returns a page of a pair's trades of the last 30 days, newest first.
 * @throws PAIR_NOT_FOUND; INVALID_REQUEST for an unknown cursor
 */
export async function list(
  mode: Mode,
  pairId: string,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<{ readonly trades: readonly TradeView[]; readonly next: string | undefined }> {
  const pair = mustFind(pairId);
  const ref = { mode, pairId: pair.id };
  const last = after === undefined ? undefined : trade.key({ ...ref, ...parseCursor(after) });
  const { items, next } = await listOf(trade, ref, { limit, after: last });
  return { trades: items.map((one) => viewOf(pair, one)), next: next && formatCursor(next) };
}

const formatCursor = ({ at, entryId }: Pick<PairTrade, "at" | "entryId">): string =>
  `${Date.parse(at)}.${entryId}`;

/** @throws INVALID_REQUEST */
function parseCursor(cursor: string): Pick<PairTrade, "at" | "entryId"> {
  const [, ms, entryId = ""] = /^(\d{1,15})\.(\w+)$/.exec(cursor) ?? [];
  if (!Ids.pattern("entry").test(entryId)) throw wrongCursor();
  return { at: new Date(Number(ms)).toISOString(), entryId };
}

/** Returns the public view of a trade, without its user. The price is token1 for one token0, in whole units. */
const viewOf = (pair: Pair, { at, entryId, side, volume0, volume1 }: PairTrade) => ({
  id: entryId,
  pair,
  side,
  amount0: volume0,
  amount1: volume1,
  price: priceOf(pair, { reserve0: volume0, reserve1: volume1 }).toSignificantDigits(18).toFixed(),
  at,
});
