import { Decimal } from "decimal.js";
import * as Clock from "../../kernel/clock/ledger.ts";
import type { Mode } from "../../kernel/mode.ts";
import * as Table from "../../platform/table/index.ts";
import { recent } from "../../platform/table/recent.ts";
import { mustFind, type Pair, pairs } from "./pairs.ts";
import { type Pool, poolKey, poolOf, recentExchange } from "./pools.ts";
import type { PairSummary } from "./schema.ts";
import { type Day, lastDay } from "./trades.ts";
import { type PriceList, priceOf, pricesOrNone, worth } from "./valuation.ts";

/** The market: every pair with its reserves now and its last 24 hours (spec 2, section 2.2). */

/** How long the figures of the last 24 hours are kept. */
const KEPT_MS = 3000;
/** Of what swaps leave in a pool, providers keep 5 parts of 6 (spec 2, section 2.2: 0.25 % of 0.3 %). */
const PROVIDERS_SHARE = new Decimal(5).div(6);

/**
 * Every pair of the exchange, also those without liquidity. While no prices are known, what is in dollars is
 * nothing.
 */
export async function list(mode: Mode): Promise<PairSummary[]> {
  const [exchange, days, prices] = await Promise.all([recentExchange(mode), lastDays(mode), pricesOrNone()]);
  return pairs.map((pair) => summary(pair, exchange.pools.get(pair.id), days.get(pair.id), prices));
}

/** One pair. @throws PAIR_NOT_FOUND */
export async function fromId(mode: Mode, pairId: string): Promise<PairSummary> {
  const pair = mustFind(pairId);
  const [item, days, prices] = await Promise.all([
    Table.get(poolKey(mode, pair)),
    lastDays(mode),
    pricesOrNone(),
  ]);
  return summary(pair, poolOf(mode, pair, item), days.get(pair.id), prices);
}

type Days = ReadonlyMap<string, Day>;

const liveDays = recent(KEPT_MS, () => readDays("live", Clock.nowMs()));

/** Sandboxes are not cached: there may be any number of them. */
const lastDays = (mode: Mode): Promise<Days> =>
  mode === "live" ? liveDays() : readDays(mode, Clock.nowMs());

const readDays = async (mode: Mode, nowMs: number): Promise<Days> =>
  new Map(await Promise.all(pairs.map(async ({ id }) => [id, await lastDay(mode, id, nowMs)] as const)));

function summary(pair: Pair, pool: Pool | undefined, day: Day | undefined, prices: PriceList): PairSummary {
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
    // Rounded first: of a fall that rounds to nothing, the sign alone would be left.
    priceChange24h: change.toDecimalPlaces(2).toFixed(2),
    volume24h: volume.toFixed(2, Decimal.ROUND_DOWN),
    tvl: tvl.toFixed(2, Decimal.ROUND_DOWN),
    apy: apy.toFixed(2, Decimal.ROUND_DOWN),
  };
}
