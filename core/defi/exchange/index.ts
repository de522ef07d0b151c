import * as Clock from "../../kernel/clock/ledger.ts";
import { fail } from "../../kernel/errors.ts";
import type { Mode } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { text } from "../../kernel/texts/index.ts";
import { SECOND_MS, toIso } from "../../kernel/time.ts";
import { amountOf, postable } from "../../ledger/draft.ts";
import { maximumAmountIn, minimumReceived } from "./engine/amounts.ts";
import {
  exactIn,
  exactOut,
  type Leg,
  priceImpact,
  type Route,
  routeFee,
  routesExactIn,
  routesExactOut,
  tokensOf,
  ways,
} from "./engine/route.ts";
import { PairNotFound } from "./errors.ts";
import type { Token } from "./pairs.ts";
import { type Exchange, marketsOf, recentExchange } from "./pools.ts";
import { slippageOf, tokensOfSwap, translateRejection } from "./requests.ts";
import { percentUp } from "./valuation.ts";

/** Quotes of the exchange (spec 2, sections 2.2 and 4.2), by the integer mathematics of Uniswap v2. */

/** The stated validity of a quote (DESIGN section 4, Exchange). */
const QUOTE_MS = 30 * SECOND_MS;

export interface QuoteRequest {
  /** Symbols, upper or lower case. */
  readonly tokenIn: string;
  readonly tokenOut: string;
  /** Either the input or the output, as a decimal string. */
  readonly amountIn?: string | undefined;
  readonly amountOut?: string | undefined;
  /** The tolerance, in percent. */
  readonly slippage: string;
}

export type Quote = Awaited<ReturnType<typeof quote>>;

/**
 * Quotes the best route for an input or an output.
 * @throws PAIR_NOT_FOUND, IDENTICAL_TOKENS, INVALID_AMOUNT, INVALID_SLIPPAGE, INSUFFICIENT_LIQUIDITY
 */
export async function quote(mode: Mode, request: QuoteRequest) {
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
    expiresAt: toIso(Clock.nowMs() + QUOTE_MS),
  };
}

/**
 * Returns the route with the most output.
 * @throws PAIR_NOT_FOUND, INSUFFICIENT_LIQUIDITY, INVALID_AMOUNT if the output is zero or an amount exceeds what a
 *   ledger entry can post
 */
export function bestExactIn(exchange: Exchange, tokenIn: Token, tokenOut: Token, amountIn: bigint): Route {
  const legs = waysBetween(exchange, tokenIn, tokenOut);
  const [best] = routesExactIn(legs, amountIn, exchange.feeBps);
  return assertPostable(
    best ?? translateRejection(() => exactIn(withReserves(legs), amountIn, exchange.feeBps)),
  );
}

/**
 * Returns the route with the least input.
 * @throws PAIR_NOT_FOUND, INSUFFICIENT_LIQUIDITY, INVALID_AMOUNT if an amount exceeds what a ledger entry can post
 */
export function bestExactOut(exchange: Exchange, tokenIn: Token, tokenOut: Token, amountOut: bigint): Route {
  const legs = waysBetween(exchange, tokenIn, tokenOut);
  const [best] = routesExactOut(legs, amountOut, exchange.feeBps);
  return assertPostable(
    best ?? translateRejection(() => exactOut(withReserves(legs), amountOut, exchange.feeBps)),
  );
}

/** @throws PAIR_NOT_FOUND if no pairs lead from one to the other */
function waysBetween(exchange: Exchange, tokenIn: Token, tokenOut: Token): Leg[][] {
  const legs = ways(marketsOf(exchange), tokenIn.symbol, tokenOut.symbol);
  if (legs.length > 0) return legs;
  throw fail(PairNotFound, {
    message: text(
      `No trading pairs connect ${tokenIn.symbol} to ${tokenOut.symbol}. Choose other tokens.`,
      `Aucune paire d'échange ne relie ${tokenIn.symbol} à ${tokenOut.symbol}. Choisissez d'autres jetons.`,
    ),
    details: { tokenIn: tokenIn.symbol, tokenOut: tokenOut.symbol },
  });
}

/** Returns the path with the most informative rejection if no route is feasible: the first without an empty pool. */
const withReserves = (legs: readonly (readonly Leg[])[]): readonly Leg[] =>
  legs.find((way) => way.every(({ reserveIn }) => reserveIn > 0n)) ?? legs[0] ?? [];

/** @throws INVALID_AMOUNT if the amount of a hop exceeds what a ledger entry can post */
function assertPostable(route: Route): Route {
  postable(...route.hops.flatMap(({ amountIn, amountOut }) => [amountIn, amountOut]));
  return route;
}
