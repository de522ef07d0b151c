import { fail } from "../../kernel/errors.ts";
import { text } from "../../kernel/texts/index.ts";
import { postable } from "../../ledger/amount.ts";
import {
  exactIn,
  exactOut,
  type Leg,
  type Route,
  routesExactIn,
  routesExactOut,
  ways,
} from "./engine/route.ts";
import { PairNotFound } from "./errors.ts";
import type { Token } from "./pairs.ts";
import { type Exchange, marketsOf } from "./pools.ts";
import { orRefuse } from "./refuse.ts";

/** The best route between two tokens at the reserves of an exchange. */

/**
 * The route that gives most.
 * @throws PAIR_NOT_FOUND, INSUFFICIENT_LIQUIDITY, INVALID_AMOUNT when the input comes to nothing
 */
export function bestExactIn(exchange: Exchange, tokenIn: Token, tokenOut: Token, amountIn: bigint): Route {
  const legs = waysBetween(exchange, tokenIn, tokenOut);
  const [best] = routesExactIn(legs, amountIn, exchange.feeBps);
  return sound(best ?? orRefuse(() => exactIn(withReserves(legs), amountIn, exchange.feeBps)));
}

/** The route that takes least. @throws PAIR_NOT_FOUND, INSUFFICIENT_LIQUIDITY */
export function bestExactOut(exchange: Exchange, tokenIn: Token, tokenOut: Token, amountOut: bigint): Route {
  const legs = waysBetween(exchange, tokenIn, tokenOut);
  const [best] = routesExactOut(legs, amountOut, exchange.feeBps);
  return sound(best ?? orRefuse(() => exactOut(withReserves(legs), amountOut, exchange.feeBps)));
}

/** @throws PAIR_NOT_FOUND where no pairs lead from one to the other */
function waysBetween(exchange: Exchange, tokenIn: Token, tokenOut: Token): Leg[][] {
  const legs = ways(marketsOf(exchange), tokenIn.symbol, tokenOut.symbol);
  if (legs.length > 0) return legs;
  throw fail(PairNotFound, {
    message: text(
      `No pairs lead from ${tokenIn.symbol} to ${tokenOut.symbol}.`,
      `Aucune paire ne mène de ${tokenIn.symbol} à ${tokenOut.symbol}.`,
    ),
    details: { tokenIn: tokenIn.symbol, tokenOut: tokenOut.symbol },
  });
}

/**
 * Where no way is possible: one whose refusal says most, the first that leads through pools which hold
 * something.
 */
const withReserves = (legs: readonly (readonly Leg[])[]): readonly Leg[] =>
  legs.find((way) => way.every(({ reserveIn }) => reserveIn > 0n)) ?? legs[0] ?? [];

/** @throws INVALID_AMOUNT where an amount on the way is more than an entry of the ledger can hold */
function sound(route: Route): Route {
  postable(...route.hops.flatMap(({ amountIn, amountOut }) => [amountIn, amountOut]));
  return route;
}
