import { Decimal } from "decimal.js";
import { Exact, toDecimal } from "../../kernel/decimal/index.ts";
import { toIso } from "../../kernel/time.ts";
import type { Price } from "../../prices/index.ts";
import { type PoolState, worthOf } from "../exchange/engine/pool.ts";
import { getPair } from "../exchange/pairs.ts";
import { worth } from "../exchange/valuation.ts";
import { YEAR_SECONDS } from "../staking/rewards.ts";
import { token } from "../staking/token.ts";
import { earned } from "./engine/farm.ts";
import { owedAt, secondsOf, statusOf, unemittedAt } from "./farms.ts";
import type { Farm, Position, PositionView } from "./schema.ts";

/** Views of farms and positions, valued in US dollars. */

type Prices = ReadonlyMap<string, Pick<Price, "usd">>;

const dollars = (value: Decimal): string => value.toFixed(2, Decimal.ROUND_DOWN);

/** The public view of a farm at an instant. All but the amounts and times are decimal strings. */
export type FarmView = ReturnType<typeof farmView>;

/** @param pool the pool whose shares the farm accepts */
export function farmView(farm: Farm, pool: PoolState, prices: Prices) {
  const now = secondsOf(farm);
  const status = statusOf(farm, now);
  const pair = getPair(farm.pairId);
  const emission = status === "active" ? farm.rewardRate : 0n;
  const tvl = worth(pair, worthOf(pool, farm.totalSupply), prices);
  const poolTvl = worth(pair, { amount0: pool.reserve0, amount1: pool.reserve1 }, prices);
  return {
    id: farm.farmId,
    pairId: pair.id,
    status,
    totalShares: farm.totalSupply,
    // 0 unless the farm is active.
    emissionPerSecond: emission,
    durationSeconds: farm.rewardsDuration,
    periodFinish: farm.periodFinish === 0n ? undefined : toIso(farm.periodFinish * 1000n),
    rewardsBalance: farm.rewardsBalance,
    rewardsOwed: owedAt(farm, now),
    rewardsToCome: unemittedAt(farm, now),
    tvl: dollars(tvl),
    poolTvl: dollars(poolTvl),
    // The minimum that a share in the farm earns.
    apr: aprOf(emission, poolTvl, prices),
    farmedApr: tvl.isZero() ? undefined : aprOf(emission, tvl, prices),
    createdAt: farm.createdAt,
  };
}

/** Returns an emission's worth in percent a year of a value in dollars. */
function aprOf(perSecond: bigint, value: Decimal, prices: Prices): string {
  if (value.isZero()) return "0.00";
  const perYear = toDecimal(perSecond * YEAR_SECONDS, token.decimals);
  const price = prices.get(token.symbol)?.usd ?? 0;
  return new Exact(perYear).times(price).div(value).times(100).toFixed(2, Decimal.ROUND_DOWN);
}

export function positionView(position: Position, farm: Farm, pool: PoolState, prices: Prices): PositionView {
  const pair = getPair(farm.pairId);
  const owed = earned(farm, position, secondsOf(farm));
  return {
    id: position.positionId,
    farmId: farm.farmId,
    pairId: pair.id,
    status: position.balance === 0n && owed === 0n ? "closed" : "active",
    shares: position.balance,
    earned: owed,
    harvested: position.paid,
    value: dollars(worth(pair, worthOf(pool, position.balance), prices)),
    createdAt: position.createdAt,
    version: position.version,
  };
}
