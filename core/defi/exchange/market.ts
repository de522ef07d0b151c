import { Decimal } from "decimal.js";
import * as Clock from "../../kernel/clock/ledger.ts";
import type { Mode } from "../../kernel/mode.ts";
import * as Table from "../../platform/table/index.ts";
import { mustFind, type Pair, pairs } from "./pairs.ts";
import { type Pool, poolKey, poolOf, recentExchange } from "./pools.ts";
import { type Day, lastDay } from "./trades.ts";
import { type PriceList, priceOf, pricesOrNone, worth } from "./valuation.ts";

/** The market: every pair with its current reserves and its last 24 hours (spec 2, section 2.2). */

/** How long the figures of the last 24 hours are cached. */
const CACHED_MS = 3000;
/** The providers' part of the fees (spec 2, section 2.2: 0.25 of the 0.3 %). */
const PROVIDERS_SHARE = new Decimal(5).div(6);

/** Returns every pair, also those without liquidity. Figures in dollars are zero while no prices are known. */
export async function list(mode: Mode): Promise<PairSummary[]> {
  const [exchange, days, prices] = await Promise.all([recentExchange(mode), lastDays(mode), pricesOrNone()]);
  return pairs.map((pair) => summary(pair, exchange.pools.get(pair.id), days.get(pair.id), prices));
}

/** @throws PAIR_NOT_FOUND */
export async function fromId(mode: Mode, pairId: string): Promise<PairSummary> {
  const pair = mustFind(pairId);
  const [item, days, prices] = await Promise.all([
    Table.get(poolKey(mode, pair)),
    lastDays(mode),
    pricesOrNone(),
  ]);
  return summary(pair, poolOf(mode, pair, item), days.get(pair.id), prices);
}

export type PairSummary = ReturnType<typeof summary>;
type Days = ReadonlyMap<string, Day>;

/** Only the live ledger is cached: the number of sandboxes is unlimited. */
let cached: { readonly table: string; readonly atMs: number; readonly days: Promise<Days> } | undefined;

function lastDays(mode: Mode): Promise<Days> {
  const nowMs = Clock.nowMs();
  if (mode !== "live") return readDays(mode, nowMs);
  const table = Table.tableName();
  const known = cached;
  // The clock of a local platform may move in both directions.
  if (known?.table === table && Math.abs(nowMs - known.atMs) < CACHED_MS) return known.days;
  const mine = { table, atMs: nowMs, days: readDays(mode, nowMs) };
  cached = mine;
  mine.days.catch(() => {
    if (cached === mine) cached = undefined;
  });
  return mine.days;
}

const readDays = async (mode: Mode, nowMs: number): Promise<Days> =>
  new Map(await Promise.all(pairs.map(async ({ id }) => [id, await lastDay(mode, id, nowMs)] as const)));

/** Returns a pair's figures: the price in token1 for one token0, values in US dollars, changes and yields in percent. */
function summary(pair: Pair, pool: Pool | undefined, day: Day | undefined, prices: PriceList) {
  const { reserve0 = 0n, reserve1 = 0n } = pool?.state ?? {};
  const price = priceOf(pair, { reserve0, reserve1 });
  const before = day?.open ? priceOf(pair, day.open) : price;
  const tvl = worth(pair, { amount0: reserve0, amount1: reserve1 }, prices);
  const volume = worth(pair, { amount0: 0n, amount1: day?.volume1 ?? 0n }, prices);
  const fees = worth(pair, { amount0: day?.fee0 ?? 0n, amount1: day?.fee1 ?? 0n }, prices);
  const apy = tvl.isZero() ? tvl : fees.times(PROVIDERS_SHARE).times(365).div(tvl).times(100);
  const change = before.isZero() ? before : price.div(before).minus(1).times(100);
  return {
    pair,
    reserve0,
    reserve1,
    price: price.toSignificantDigits(18).toFixed(),
    // Rounded first, so that a fall that rounds to zero is not shown as "-0.00".
    priceChange24h: change.toDecimalPlaces(2).toFixed(2),
    volume24h: volume.toFixed(2, Decimal.ROUND_DOWN),
    tvl: tvl.toFixed(2, Decimal.ROUND_DOWN),
    apy: apy.toFixed(2, Decimal.ROUND_DOWN),
  };
}
