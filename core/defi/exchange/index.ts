import * as Clock from "../../kernel/clock/ledger.ts";
import type { Mode } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { amountOf } from "../../ledger/amount.ts";
import { maximumAmountIn, minimumReceived } from "./engine/bounds.ts";
import { priceImpact, routeFee, tokensOf } from "./engine/route.ts";
import { recentExchange } from "./pools.ts";
import { slippageOf, tokensOfSwap } from "./refuse.ts";
import { bestExactIn, bestExactOut } from "./routing.ts";
import type { Quote } from "./schema.ts";
import { percentUp } from "./valuation.ts";

export { type ExactOutOrder, type SwapOrder, swap, swapReads } from "./swap.ts";

/** Quotes of the exchange (spec 2, sections 2.2 and 4.2), by the integer mathematics of Uniswap v2. */

/** How long a quote says that it holds (DESIGN section 4, Exchange). */
const QUOTE_SECONDS = 30;

export interface QuoteRequest {
  /** Symbols, in any letter case. */
  readonly tokenIn: string;
  readonly tokenOut: string;
  /** What goes in or what comes out, one of the two, as a decimal string. */
  readonly amountIn?: string | undefined;
  readonly amountOut?: string | undefined;
  /** The tolerance, in percent. */
  readonly slippage: string;
}

/**
 * What the best route gives now for an input, or takes for an output.
 * @throws PAIR_NOT_FOUND, IDENTICAL_TOKENS, INVALID_AMOUNT, INVALID_SLIPPAGE, INSUFFICIENT_LIQUIDITY
 */
export async function quote(mode: Mode, request: QuoteRequest): Promise<Quote> {
  const [tokenIn, tokenOut] = tokensOfSwap(request.tokenIn, request.tokenOut);
  const slippage = slippageOf(request.slippage);
  const isExactOut = request.amountOut !== undefined;
  const field = isExactOut ? "amountOut" : "amountIn";
  const amount = isExactOut
    ? amountOf(field, request.amountOut, tokenOut.decimals)
    : amountOf(field, request.amountIn ?? "0", tokenIn.decimals);
  const exchange = await recentExchange(mode);
  const best = isExactOut ? bestExactOut : bestExactIn;
  const route = Money.inField(field, () => best(exchange, tokenIn, tokenOut, amount));
  return {
    tokenIn,
    tokenOut,
    amountIn: route.amountIn,
    amountOut: route.amountOut,
    priceImpact: percentUp(priceImpact(route)),
    fee: routeFee(route, exchange.feeBps, tokenIn.decimals),
    minimumReceived: minimumReceived(route.amountOut, slippage),
    maximumAmountIn: isExactOut ? maximumAmountIn(route.amountIn, slippage) : undefined,
    route: tokensOf(route),
    expiresAt: new Date(Clock.nowMs() + QUOTE_SECONDS * 1000).toISOString(),
  };
}
