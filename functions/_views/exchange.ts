import type * as LiquidityRoutes from "../../contract/defi/dex/liquidity.ts";
import type * as DexRoutes from "../../contract/defi/dex.ts";
import type { ResultOf } from "../../contract/route.ts";
import { tokenAddress } from "../../core/defi/addresses/index.ts";
import type { Quote } from "../../core/defi/exchange/index.ts";
import type { PairSummary } from "../../core/defi/exchange/market.ts";
import { getPair, getToken, type Token } from "../../core/defi/exchange/pairs.ts";
import type { Added, PositionView, Removed, Swapped } from "../../core/defi/exchange/schema.ts";
import * as Money from "../../core/kernel/money/index.ts";

/** Views of the exchange, with amounts as decimal strings. */

type TokenBody = ResultOf<typeof DexRoutes.pairs>["pairs"][number]["token0"];
type PositionBody = ResultOf<typeof LiquidityRoutes.positions>["positions"][number];

const token = ({ symbol, decimals, name, logoUrl }: Token): TokenBody => ({
  symbol,
  address: tokenAddress(symbol),
  decimals,
  name,
  logoUrl,
});

export const pairs = (summaries: readonly PairSummary[]): ResultOf<typeof DexRoutes.pairs> => ({
  pairs: summaries.map(({ pair, reserve0, reserve1, ...figures }) => ({
    id: pair.id,
    token0: token(pair.token0),
    token1: token(pair.token1),
    reserve0: Money.format(reserve0, pair.token0.decimals),
    reserve1: Money.format(reserve1, pair.token1.decimals),
    ...figures,
  })),
});

export function quote(result: Quote): ResultOf<typeof DexRoutes.quote> {
  const { tokenIn, tokenOut, amountIn, amountOut, fee, minimumReceived, maximumAmountIn } = result;
  return {
    tokenIn: tokenIn.symbol,
    tokenOut: tokenOut.symbol,
    amountIn: Money.format(amountIn, tokenIn.decimals),
    amountOut: Money.format(amountOut, tokenOut.decimals),
    priceImpact: result.priceImpact,
    fee,
    minimumReceived: Money.format(minimumReceived, tokenOut.decimals),
    ...(maximumAmountIn !== undefined && {
      maximumAmountIn: Money.format(maximumAmountIn, tokenIn.decimals),
    }),
    route: [...result.route],
    expiresAt: result.expiresAt,
  };
}

export function swapped(result: Swapped): ResultOf<typeof DexRoutes.swap> {
  const [tokenIn, tokenOut] = [getToken(result.tokenIn), getToken(result.tokenOut)];
  return {
    ...result,
    amountIn: Money.format(result.amountIn, tokenIn.decimals),
    amountOut: Money.format(result.amountOut, tokenOut.decimals),
  };
}

export const position = (one: PositionView): PositionBody => {
  const pair = getPair(one.pairId);
  return {
    ...one,
    lpTokens: Money.format(one.lpTokens, pair.shareDecimals),
    token0Deposited: Money.format(one.token0Deposited, pair.token0.decimals),
    token1Deposited: Money.format(one.token1Deposited, pair.token1.decimals),
    token0Amount: Money.format(one.token0Amount, pair.token0.decimals),
    token1Amount: Money.format(one.token1Amount, pair.token1.decimals),
  };
};

export const added = (result: Added): ResultOf<typeof LiquidityRoutes.add> => ({
  transactionHash: result.transactionHash,
  lpTokensReceived: Money.format(result.lpTokensReceived, getPair(result.position.pairId).shareDecimals),
  poolShare: result.poolShare,
  position: position(result.position),
});

export function removed(result: Removed): ResultOf<typeof LiquidityRoutes.remove> {
  const pair = getPair(result.position.pairId);
  return {
    transactionHash: result.transactionHash,
    lpTokensBurned: Money.format(result.lpTokensBurned, pair.shareDecimals),
    amount0: Money.format(result.amount0, pair.token0.decimals),
    amount1: Money.format(result.amount1, pair.token1.decimals),
    position: position(result.position),
  };
}
