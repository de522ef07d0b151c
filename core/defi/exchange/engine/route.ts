import { type Fraction, format } from "../../../kernel/money/index.ts";
import { amountIn, amountOut, FEE_SCALE, PoolError } from "./amounts.ts";

/**
 * The best route from one token to another through up to three pools. Source: Uniswap v2-sdk,
 * `Trade.bestTradeExactIn`, `bestTradeExactOut` and `priceImpact`.
 */

const MAX_HOPS = 3;

/** The decimal places of FEE_SCALE. */
const FEE_DECIMALS = 4;

/** A pool as a router sees it. */
export interface Market {
  readonly id: string;
  readonly token0: string;
  readonly token1: string;
  readonly reserve0: bigint;
  readonly reserve1: bigint;
}

/** One pool of a path, in the direction of the trade. */
export interface Leg {
  readonly id: string;
  readonly tokenIn: string;
  readonly tokenOut: string;
  readonly reserveIn: bigint;
  readonly reserveOut: bigint;
}

export interface Hop extends Leg {
  readonly amountIn: bigint;
  readonly amountOut: bigint;
}

export interface Route {
  readonly hops: readonly Hop[];
  readonly amountIn: bigint;
  readonly amountOut: bigint;
}

/** Returns every path from one token to another that passes no token twice, also through empty pools. */
export function ways(
  markets: readonly Market[],
  tokenIn: string,
  tokenOut: string,
  maxHops: number = MAX_HOPS,
): Leg[][] {
  if (maxHops === 0) return [];
  return markets.flatMap((market) => {
    const leg = legFrom(market, tokenIn);
    if (!leg) return [];
    if (leg.tokenOut === tokenOut) return [[leg]];
    const others = markets.filter(({ token0, token1 }) => token0 !== tokenIn && token1 !== tokenIn);
    return ways(others, leg.tokenOut, tokenOut, maxHops - 1).map((rest) => [leg, ...rest]);
  });
}

function legFrom(market: Market, tokenIn: string): Leg | undefined {
  const { id, token0, token1, reserve0, reserve1 } = market;
  if (token0 === tokenIn) return { id, tokenIn, tokenOut: token1, reserveIn: reserve0, reserveOut: reserve1 };
  if (token1 === tokenIn) return { id, tokenIn, tokenOut: token0, reserveIn: reserve1, reserveOut: reserve0 };
  return undefined;
}

/** Returns the routes for an input: most output first, then fewest hops. */
export const routesExactIn = (legs: readonly (readonly Leg[])[], input: bigint, feeBps: bigint): Route[] =>
  feasibleRoutes(legs, (way) => exactIn(way, input, feeBps)).sort(
    (a, b) => compare(b.amountOut, a.amountOut) || a.hops.length - b.hops.length,
  );

/** Returns the routes for an output: least input first, then fewest hops. */
export const routesExactOut = (legs: readonly (readonly Leg[])[], output: bigint, feeBps: bigint): Route[] =>
  feasibleRoutes(legs, (way) => exactOut(way, output, feeBps)).sort(
    (a, b) => compare(a.amountIn, b.amountIn) || a.hops.length - b.hops.length,
  );

/** Routes an input along a path. @throws as `amountOut` */
export function exactIn(way: readonly Leg[], input: bigint, feeBps: bigint): Route {
  const hops: Hop[] = [];
  let amount = input;
  for (const leg of way) {
    const out = amountOut(amount, leg.reserveIn, leg.reserveOut, feeBps);
    hops.push({ ...leg, amountIn: amount, amountOut: out });
    amount = out;
  }
  if (amount === 0n) throw new PoolError("INSUFFICIENT_INPUT_AMOUNT");
  return { hops, amountIn: input, amountOut: amount };
}

/** Routes an output along a path. @throws as `amountIn` */
export function exactOut(way: readonly Leg[], output: bigint, feeBps: bigint): Route {
  const hops: Hop[] = [];
  let amount = output;
  for (const leg of way.toReversed()) {
    const needed = amountIn(amount, leg.reserveIn, leg.reserveOut, feeBps);
    hops.unshift({ ...leg, amountIn: needed, amountOut: amount });
    amount = needed;
  }
  return { hops, amountIn: amount, amountOut: output };
}

/** Returns the tokens of a route, first and last included. */
export const tokensOf = ({ hops }: Route): string[] => [
  ...hops.slice(0, 1).map((hop) => hop.tokenIn),
  ...hops.map((hop) => hop.tokenOut),
];

/**
 * Returns the loss against the pools' prices before the trade, fee included: (mid price x input - output) / (mid price
 * x input).
 */
export function priceImpact({ hops, amountIn: input, amountOut: output }: Route): Fraction {
  const before = hops.reduce((product, { reserveIn }) => product * reserveIn, 1n);
  const after = hops.reduce((product, { reserveOut }) => product * reserveOut, 1n);
  const ideal = input * after;
  return [ideal - output * before, ideal];
}

/**
 * Returns the exact fee of all hops in whole tokens of the first input: input x (1 - (1 - fee)^hops). It may have more
 * decimals than the token, since a pool's fee is not posted separately.
 */
export function routeFee({ hops, amountIn: input }: Route, feeBps: bigint, decimals: number): string {
  const whole = FEE_SCALE ** BigInt(hops.length);
  const part = whole - (FEE_SCALE - feeBps) ** BigInt(hops.length);
  return format(input * part, decimals + FEE_DECIMALS * hops.length);
}

function feasibleRoutes(legs: readonly (readonly Leg[])[], make: (way: readonly Leg[]) => Route): Route[] {
  return legs.flatMap((way) => {
    try {
      return [make(way)];
    } catch (error) {
      if (error instanceof PoolError) return [];
      throw error;
    }
  });
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
