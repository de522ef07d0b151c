import { describe, expect, it } from "vitest";
import vectors from "../../../../tests/vectors/uniswap_v2.json" with { type: "json" };
import {
  amountIn,
  amountOut,
  maximumAmountIn,
  minimumReceived,
  optimalAmounts,
  PoolError,
  proportional,
  type Reason,
  sqrt,
} from "./amounts.ts";
import { burn, EMPTY, mint, type PoolState, swap, swapExactIn, worthOf } from "./pool.ts";
import {
  exactIn,
  exactOut,
  type Leg,
  priceImpact,
  routesExactIn,
  routesExactOut,
  tokensOf,
  ways,
} from "./route.ts";

/** Every case of the vectors taken from Uniswap v2's own tests. */

const FEE = 30n;
const big = (text: string | undefined): bigint => BigInt(text ?? 0);

/** What a call gives, or the reason for which it is refused. */
function outcome<T>(work: () => T): T | Reason {
  try {
    return work();
  } catch (error) {
    if (error instanceof PoolError) return error.reason;
    throw error;
  }
}

const poolOf = (given: {
  reserve0: string;
  reserve1: string;
  totalSupply?: string;
  kLast?: string;
}): PoolState => ({
  reserve0: big(given.reserve0),
  reserve1: big(given.reserve1),
  totalSupply: big(given.totalSupply),
  kLast: big(given.kLast),
});

describe("the price of a swap", () => {
  it.each(vectors.getAmountOut_swapTestCases)("of $amountIn at $reserveIn:$reserveOut", (one) => {
    const [given, reserve0, reserve1] = [big(one.amountIn), big(one.reserveIn), big(one.reserveOut)];
    const out = outcome(() => amountOut(given, reserve0, reserve1, FEE));
    expect(out).toEqual(one.error ?? big(one.amountOut));
    if (!one.plusOne || typeof out !== "bigint") return;
    const take = (amount0Out: bigint) => () =>
      swap(
        { ...EMPTY, reserve0: reserve1, reserve1: reserve0 },
        { amount0In: 0n, amount1In: given, amount0Out, amount1Out: 0n },
        FEE,
      );
    expect(outcome(take(out))).toMatchObject({ reserve0: reserve1 - out, reserve1: reserve0 + given });
    expect(outcome(take(out + 1n))).toBe("K");
  });

  it.each(vectors.getAmountIn)("for $amountOut at $reserveIn:$reserveOut", (one) => {
    expect(outcome(() => amountIn(big(one.amountOut), big(one.reserveIn), big(one.reserveOut), FEE))).toEqual(
      one.error ?? big(one.amountIn),
    );
  });

  it.each(vectors.quote)("without a fee, of $amountA at $reserveA:$reserveB", (one) => {
    expect(outcome(() => proportional(big(one.amountA), big(one.reserveA), big(one.reserveB)))).toEqual(
      one.error ?? big(one.amountB),
    );
  });

  it.each(vectors.sameTokenInAndOut_optimisticTestCases)(
    "of a token for itself, $outputAmount out",
    (one) => {
      const take = (amount0Out: bigint) => () =>
        swap(
          poolOf(one),
          { amount0In: big(one.inputAmount), amount1In: 0n, amount0Out, amount1Out: 0n },
          FEE,
        );
      expect(outcome(take(big(one.outputAmount)))).toMatchObject({ reserve1: big(one.reserve1) });
      expect(outcome(take(big(one.outputAmount) + 1n))).toBe("K");
    },
  );
});

describe("shares", () => {
  it.each(vectors.mint)("minted: $name", (one) => {
    const minted = outcome(() => mint(poolOf(one), big(one.amount0), big(one.amount1)));
    if (one.error || typeof minted === "string") {
      expect(minted).toBe(one.error);
      return;
    }
    if (one.liquidityToProvider) expect(minted.liquidity).toBe(big(one.liquidityToProvider));
    if (one.totalSupplyAfter) expect(minted.pool.totalSupply).toBe(big(one.totalSupplyAfter));
    expect(minted.lockedLiquidity).toBe(one.totalSupply === "0" ? 1000n : 0n);
  });

  it.each(vectors.burn)("burned: $name", (one) => {
    const burned = burn(poolOf(one), big(one.liquidity));
    expect([burned.amount0, burned.amount1]).toEqual([big(one.amount0), big(one.amount1)]);
    expect(burned.pool.totalSupply).toBe(
      one.totalSupplyAfter ? big(one.totalSupplyAfter) : big(one.totalSupply) - big(one.liquidity),
    );
    if (one.reserve0After) expect(burned.pool.reserve0).toBe(big(one.reserve0After));
    if (one.reserve1After) expect(burned.pool.reserve1).toBe(big(one.reserve1After));
    expect(worthOf(poolOf(one), big(one.liquidity))).toEqual({
      amount0: big(one.amount0),
      amount1: big(one.amount1),
    });
  });

  it.each(vectors.protocolFeeOn_sdk)("less the protocol's part, are worth $liquidityValue", (one) => {
    const pool = poolOf({ ...one, reserve0: one.reserve, reserve1: one.reserveOther });
    expect(worthOf(pool, big(one.liquidity)).amount0).toBe(big(one.liquidityValue));
    expect(burn(pool, big(one.liquidity)).amount0).toBe(big(one.liquidityValue));
  });
});

interface Step {
  readonly mint?: readonly string[];
  readonly swapExactIn?: { readonly tokenIn: number; readonly amountIn: string; readonly amountOut?: string };
  readonly burn?: string;
}

interface Scenario {
  readonly name: string;
  readonly setup?: { reserve0: string; reserve1: string; totalSupply?: string; kLast?: string };
  readonly steps?: readonly Step[];
  readonly swapExactIn?: NonNullable<Step["swapExactIn"]>;
  readonly reservesAfter?: readonly string[];
  readonly valueOfLiquidity?: {
    readonly liquidity: string;
    readonly amount0: string;
    readonly amount1: string;
  };
  readonly expect?: Readonly<Record<string, string>>;
}

/** Replays a scenario; gives the pool and the protocol's shares at the end. */
function replay({ name, setup, steps, swapExactIn: only }: Scenario): { pool: PoolState; feeToLp: bigint } {
  const given = { protocolFee: name !== "feeTo:off" };
  let pool = setup ? poolOf(setup) : EMPTY;
  let feeToLp = 0n;
  const all: readonly Step[] = steps ?? (only ? [{ swapExactIn: only }] : []);
  for (const step of all) {
    if (step.mint) {
      const minted = mint(pool, big(step.mint[0]), big(step.mint[1]), given);
      pool = minted.pool;
      feeToLp += minted.feeLiquidity;
    }
    if (step.swapExactIn) {
      const { tokenIn, amountIn: brought, amountOut: expected } = step.swapExactIn;
      const swapped = swapExactIn(pool, tokenIn === 0 ? 0 : 1, big(brought), FEE);
      if (expected) expect(swapped.amountOut).toBe(big(expected));
      pool = swapped.pool;
    }
    if (step.burn) {
      const burned = burn(pool, big(step.burn), given);
      pool = burned.pool;
      feeToLp += burned.feeLiquidity;
    }
  }
  return { pool, feeToLp };
}

describe("a whole scenario", () => {
  it.each(vectors.scenarios as readonly Scenario[])("$name", (story) => {
    const { pool, feeToLp } = replay(story);
    for (const [figure, amount] of Object.entries(story.expect ?? {})) {
      expect({ ...pool, feeToLp }[figure as keyof PoolState], figure).toBe(big(amount));
    }
    if (story.reservesAfter) expect([pool.reserve0, pool.reserve1]).toEqual(story.reservesAfter.map(big));
    if (story.valueOfLiquidity) {
      const { liquidity, amount0, amount1 } = story.valueOfLiquidity;
      expect(worthOf(pool, big(liquidity))).toEqual({ amount0: big(amount0), amount1: big(amount1) });
    }
  });
});

describe("a trade that brings the price to a target", () => {
  /** What an arbitrageur brings: v2-periphery's `computeProfitMaximizingTrade`, over our square root. */
  function trade(reserveA: bigint, reserveB: bigint, priceA: bigint, priceB: bigint) {
    const aToB = (reserveA * priceB) / reserveB < priceA;
    const [up, down, reserve] = aToB ? [priceA, priceB, reserveA] : [priceB, priceA, reserveB];
    const left = sqrt((reserveA * reserveB * 1000n * up) / (down * 997n));
    const right = (reserve * 1000n) / 997n;
    return { tokenIn: aToB ? (0 as const) : (1 as const), amountIn: left > right ? left - right : 0n };
  }

  it.each(vectors.swapToPrice.cases)("$target", ({ target, tokenIn, amountIn: given, amountOut: out }) => {
    const pool = poolOf(vectors.swapToPrice.setup);
    const [a = 0n, b = 0n] = target.split(":").map(BigInt);
    const found = trade(pool.reserve0, pool.reserve1, a, b);
    expect(found).toEqual({ tokenIn, amountIn: big(given) });
    expect(swapExactIn(pool, found.tokenIn, found.amountIn, FEE).amountOut).toBe(big(out));
  });

  it.each(vectors.sqrtArbitrage_getReservesAfterArbitrage.cases)("$truePriceA to $truePriceB", (one) => {
    const { reserveA, reserveB } = vectors.sqrtArbitrage_getReservesAfterArbitrage.setup;
    const pool = poolOf({ reserve0: reserveA, reserve1: reserveB });
    const found = trade(pool.reserve0, pool.reserve1, big(one.truePriceA), big(one.truePriceB));
    const after = found.amountIn === 0n ? pool : swapExactIn(pool, found.tokenIn, found.amountIn, FEE).pool;
    expect([after.reserve0, after.reserve1]).toEqual([big(one.reserveA), big(one.reserveB)]);
  });
});

describe("routes", () => {
  const { pools_rawUnits, ...sdk } = vectors.priceImpactAndRoutes_sdk;
  const markets = (ids: readonly string[]) =>
    ids.map((id) => {
      const [token0 = "", token1 = ""] = id.split("-");
      const [reserve0, reserve1] = pools_rawUnits[id as keyof typeof pools_rawUnits].map(big);
      return { id, token0, token1, reserve0: reserve0 ?? 0n, reserve1: reserve1 ?? 0n };
    });
  const between = (one: { pools: readonly string[]; tokenIn: number; tokenOut: number }) =>
    ways(markets(one.pools), String(one.tokenIn), String(one.tokenOut));
  const path = (tokens: readonly string[]) => tokens.map(Number);

  it.each(sdk.bestExactIn)("best first for $amountIn of $tokenIn through $pools", (one) => {
    const found = routesExactIn(between(one), big(one.amountIn), FEE);
    expect(
      found.map((route) => ({ path: path(tokensOf(route)), amountOut: String(route.amountOut) })),
    ).toEqual(one.routes);
  });

  it.each(sdk.bestExactOut)("best first to get $amountOut of $tokenOut through $pools", (one) => {
    const found = routesExactOut(between(one), big(one.amountOut), FEE);
    if (one.routeCount !== undefined) expect(found).toHaveLength(one.routeCount);
    if (one.routes) {
      expect(
        found.map((route) => ({ path: path(tokensOf(route)), amountIn: String(route.amountIn) })),
      ).toEqual(one.routes);
    }
  });

  it.each(sdk.priceImpact)("have the price impact that the SDK gives", (one) => {
    const leg: Leg = {
      id: "",
      tokenIn: "A",
      tokenOut: "B",
      reserveIn: big(one.reserveIn),
      reserveOut: big(one.reserveOut),
    };
    const route = exactIn([leg], big(one.amountIn), FEE);
    expect(route.amountOut).toBe(big(one.amountOut));
    const [n, d] = priceImpact(route);
    const percent = Number((n * 10n ** 18n) / d) / 1e16;
    expect(percent).toBeCloseTo(Number(one.priceImpactPercent), 12);
    expect(Number(route.amountOut) / Number(route.amountIn)).toBeCloseTo(Number(one.executionPrice), 14);
  });

  /** The way that a path of tokens names, through any of the pools. */
  const way = (tokens: readonly number[]): Leg[] =>
    ways(markets(Object.keys(pools_rawUnits)), String(tokens[0]), String(tokens.at(-1))).find(
      (legs) => legs.map((leg) => leg.tokenOut).join() === tokens.slice(1).join(),
    ) ?? [];
  /** A percentage as a share of one. */
  const slippage = (percent: string) => [BigInt(percent), 100n] as const;

  it.each(sdk.minimumAmountOut)("within $slippagePercent % give at least $amountOut", (one) => {
    const { amountOut: out } = exactIn(way(one.path), big(one.amountIn), FEE);
    expect(outcome(() => minimumReceived(out, slippage(one.slippagePercent)))).toEqual(
      one.error ?? big(one.amountOut),
    );
  });

  it.each(sdk.maximumAmountIn)("within $slippagePercent % take at most $amountIn", (one) => {
    const { amountIn: needed } = exactOut(way(one.path), big(one.amountOut), FEE);
    expect(maximumAmountIn(needed, slippage(one.slippagePercent))).toBe(big(one.amountIn));
  });
});

describe("the router's rules", () => {
  const pool = { reserve0: 1000n, reserve1: 4000n };
  it.each<[string, bigint, bigint, readonly bigint[]]>([
    ["all of both into an empty pool", 7n, 9n, [7n, 9n]],
    ["the whole first amount where enough of the second is there", 100n, 500n, [100n, 400n]],
    ["the whole second amount where not", 100n, 200n, [50n, 200n]],
  ])("adding takes %s", (what, amount0, amount1, taken) => {
    const given = what.includes("empty") ? { reserve0: 0n, reserve1: 0n } : pool;
    expect(optimalAmounts(given, amount0, amount1)).toEqual(taken);
  });

  it("rejects an output of the whole reserve", () => {
    expect(outcome(() => amountIn(100n, 100n, 100n, FEE))).toBe("INSUFFICIENT_LIQUIDITY");
    const flow = { amount0In: 10n ** 9n, amount1In: 0n, amount0Out: 0n, amount1Out: 4000n };
    expect(outcome(() => swap({ ...EMPTY, ...pool }, flow, FEE))).toBe("INSUFFICIENT_LIQUIDITY");
  });

  it("finds no path from a token to itself or to an unknown token", () => {
    const market = { id: "A-B", token0: "A", token1: "B", ...pool };
    expect(ways([market], "A", "A")).toEqual([]);
    expect(ways([market], "A", "C")).toEqual([]);
  });
});
