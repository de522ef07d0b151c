import type * as Contract from "../../contract/public/exchange/pairs.ts";
import type { ResultOf } from "../../contract/route.ts";
import * as Market from "../../core/defi/exchange/market.ts";
import type { PairSummary } from "../../core/defi/exchange/schema.ts";
import type { UserActor } from "../../core/identity/actor.ts";
import * as Supply from "../../core/ledger/supply.ts";
import { amountOf, objectOf } from "./_view.ts";

/** Pairs, as the exchange and farming show them. */

type PairBody = ResultOf<typeof Contract.read>;

export function pair(actor: UserActor, one: PairSummary, createdAt: string): PairBody {
  const { id, token0, token1 } = one.pair;
  return {
    ...objectOf("pair", actor, { id, createdAt }),
    base_asset: token0.symbol,
    quote_asset: token1.symbol,
    base_reserve: amountOf(one.reserve0, token0.symbol),
    quote_reserve: amountOf(one.reserve1, token1.symbol),
    price: one.price,
    change_24h_percent: one.priceChange24h,
    volume_24h_usd: one.volume24h,
    tvl_usd: one.tvl,
    apy_percent: one.apy,
  };
}

/** All pairs, as of now. */
export async function allPairs(actor: UserActor): Promise<PairBody[]> {
  const [pairs, createdAt] = await Promise.all([Market.list(actor.mode), Supply.issuedAt(actor.mode)]);
  return pairs.map((one) => pair(actor, one, createdAt));
}

/** Those of these ids. */
export const pairsOf = async (actor: UserActor, ids: ReadonlySet<string>): Promise<PairBody[]> =>
  (await allPairs(actor)).filter(({ id }) => ids.has(id));
