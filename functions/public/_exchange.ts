import type * as PairRoutes from "../../contract/public/exchange/pairs.ts";
import type * as PositionRoutes from "../../contract/public/exchange/positions.ts";
import type * as SwapRoutes from "../../contract/public/exchange/swaps.ts";
import type * as Routes from "../../contract/public/exchange.ts";
import { Amount } from "../../contract/public/schemas.ts";
import type { ResultOf } from "../../contract/route.ts";
import type { Quote } from "../../core/defi/exchange/index.ts";
import type { PairSummary } from "../../core/defi/exchange/market.ts";
import * as Market from "../../core/defi/exchange/market.ts";
import { getPair, type Pair } from "../../core/defi/exchange/pairs.ts";
import type { Added, PositionView, Removed, Swapped } from "../../core/defi/exchange/schema.ts";
import type { TradeView } from "../../core/defi/exchange/trades.ts";
import type { UserActor } from "../../core/identity/actor.ts";
import * as Clock from "../../core/kernel/clock/ledger.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import * as Supply from "../../core/ledger/supply.ts";
import { amountOf, objectOf, sharesOf } from "./_view.ts";

type PairBody = ResultOf<typeof PairRoutes.read>;

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

export async function allPairs(actor: UserActor): Promise<PairBody[]> {
  const [pairs, createdAt] = await Promise.all([Market.list(actor.mode), Supply.issuedAt(actor.mode)]);
  return pairs.map((one) => pair(actor, one, createdAt));
}

export const pairsOf = async (actor: UserActor, ids: ReadonlySet<string>): Promise<PairBody[]> =>
  (await allPairs(actor)).filter(({ id }) => ids.has(id));

const assetsOf = ({ token0, token1 }: Pair) => ({ base_asset: token0.symbol, quote_asset: token1.symbol });
const base = ({ token0 }: Pair, units: bigint) => amountOf(units, token0.symbol);
const quoted = ({ token1 }: Pair, units: bigint) => amountOf(units, token1.symbol);

export const trade = (
  actor: UserActor,
  one: TradeView,
): ResultOf<typeof PairRoutes.trades>["data"][number] => ({
  ...objectOf("trade", actor, { id: one.id, createdAt: one.at }),
  pair: one.pair.id,
  side: one.side,
  ...assetsOf(one.pair),
  base_amount: base(one.pair, one.amount0),
  quote_amount: quoted(one.pair, one.amount1),
  price: one.price,
});

export function quote(actor: UserActor, one: Quote): ResultOf<typeof Routes.quotes> {
  const [assetIn, assetOut] = [one.tokenIn.symbol, one.tokenOut.symbol];
  return {
    ...objectOf("quote", actor, { id: Ids.create("quote"), createdAt: Clock.nowIso() }),
    asset_in: assetIn,
    asset_out: assetOut,
    amount_in: amountOf(one.amountIn, assetIn),
    amount_out: amountOf(one.amountOut, assetOut),
    fee: new Amount(one.fee, assetIn),
    price_impact_percent: one.priceImpact,
    route: [...one.route],
    min_amount_out: amountOf(one.minimumReceived, assetOut),
    max_amount_in: one.maximumAmountIn === undefined ? null : amountOf(one.maximumAmountIn, assetIn),
    expires_at: one.expiresAt,
  };
}

export function swap(actor: UserActor, one: Swapped): ResultOf<typeof SwapRoutes.read> {
  return {
    ...objectOf("swap", actor, { id: one.entryId, createdAt: one.executedAt }),
    asset_in: one.tokenIn,
    asset_out: one.tokenOut,
    amount_in: amountOf(one.amountIn, one.tokenIn),
    amount_out: amountOf(one.amountOut, one.tokenOut),
    fee: new Amount(one.fee, one.tokenIn),
    price_impact_percent: one.priceImpact,
    route: [...one.route],
    transaction_hash: one.transactionHash,
  };
}

type PositionBody = ResultOf<typeof PositionRoutes.list>["data"][number];

export function position(actor: UserActor, one: PositionView): PositionBody {
  const of = getPair(one.pairId);
  return {
    ...objectOf("liquidity_position", actor, one),
    pair: of.id,
    share_asset: of.shareAsset,
    shares: sharesOf(of, one.lpTokens),
    farmed_shares: sharesOf(of, one.farmed),
    ...assetsOf(of),
    base_deposited: base(of, one.token0Deposited),
    quote_deposited: quoted(of, one.token1Deposited),
    base_amount: base(of, one.token0Amount),
    quote_amount: quoted(of, one.token1Amount),
    value_usd: one.currentValue,
    fees_earned_usd: one.unclaimedFees,
  };
}

export const added = (actor: UserActor, one: Added): ResultOf<typeof PositionRoutes.create> => ({
  ...position(actor, one.position),
  shares_received: sharesOf(getPair(one.position.pairId), one.lpTokensReceived),
  pool_share_percent: one.poolShare,
  transaction_hash: one.transactionHash,
});

export function removed(actor: UserActor, one: Removed): ResultOf<typeof PositionRoutes.remove> {
  const of = getPair(one.position.pairId);
  return {
    ...objectOf("liquidity_removal", actor, { id: one.entryId, createdAt: one.createdAt }),
    share_asset: of.shareAsset,
    shares: sharesOf(of, one.lpTokensBurned),
    ...assetsOf(of),
    base_amount: base(of, one.amount0),
    quote_amount: quoted(of, one.amount1),
    transaction_hash: one.transactionHash,
    position: position(actor, one.position),
  };
}
