import type * as Contract from "../../../contract/public/prices.ts";
import type { ResultOf } from "../../../contract/route.ts";
import type { UserActor } from "../../../core/identity/actor.ts";
import { toIso } from "../../../core/kernel/time.ts";
import type { AssetPrice, DetailedAssetPrice } from "../../../core/prices/describe.ts";
import type { History } from "../../../core/prices/history.ts";
import { cents, percent, rate } from "../../_views/prices.ts";
import { objectOf } from "../_view.ts";

export function price(actor: UserActor, one: AssetPrice): ResultOf<typeof Contract.list>["data"][number] {
  const { symbol, name } = one.asset;
  return {
    ...objectOf("price", actor, { id: symbol, createdAt: toIso(one.atMs) }),
    asset: symbol,
    name,
    usd: rate(one.usd),
    eur: rate(one.eur),
    change_24h: percent(one.change24h),
    change_7d: percent(one.change7d),
    volume_24h: cents(one.volume24h),
    market_cap: cents(one.marketCap),
    circulating_supply: one.circulatingSupply.toFixed(),
    high_24h: rate(one.high24h),
    low_24h: rate(one.low24h),
  };
}

export const detailed = (actor: UserActor, one: DetailedAssetPrice): ResultOf<typeof Contract.read> => ({
  ...price(actor, one),
  btc: rate(one.btc),
  eth: rate(one.eth),
  change_1h: percent(one.change1h),
  change_30d: percent(one.change30d),
  volume_change_24h: percent(one.volumeChange24h),
  fully_diluted_valuation: cents(one.fullyDilutedValuation),
  total_supply: one.totalSupply.toFixed(),
  max_supply: one.maxSupply.toFixed(),
  all_time_high: rate(one.allTimeHigh.usd),
  all_time_high_at: toIso(one.allTimeHigh.atMs),
  all_time_low: rate(one.allTimeLow.usd),
  all_time_low_at: toIso(one.allTimeLow.atMs),
});

export function history(
  actor: UserActor,
  { symbol, interval, fromMs, toMs, candles }: History,
): ResultOf<typeof Contract.history> {
  return {
    ...objectOf("price_history", actor, { id: `${symbol}-${interval}`, createdAt: toIso(toMs) }),
    asset: symbol,
    interval,
    from: toIso(fromMs),
    to: toIso(toMs),
    data: candles.map(({ startMs, ...prices }) => ({ start: toIso(startMs), ...prices })),
  };
}
