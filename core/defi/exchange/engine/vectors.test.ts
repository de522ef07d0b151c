import { describe, expect, it } from "vitest";
import vectors from "../../../../tests/vectors/uniswap_v2.json" with { type: "json" };
import {
  amountIn,
  amountOut,
  fairAmounts,
  feeOf,
  maximumAmountIn,
  minimumReceived,
  optimalAmounts,
  PoolError,
  proportional,
  type Reason,
  sqrt,
} from "./amounts.ts";
import {
  burn,
  EMPTY,
  isRedeemable,
  MAX_RESERVE,
  mint,
  type PoolState,
  protocolFee,
  rootOf,
  swap,
  swapExactIn,
  worthOf,
} from "./pool.ts";
import {
  exactIn,
  exactOut,
  type Leg,
  priceImpact,
  routeFee,
  routesExactIn,
  routesExactOut,
  tokensOf,
  ways,
} from "./route.ts";

/** Every case of the vectors taken from Uniswap v2's own tests. */

const FEE = 30n;
const big = (text: string | undefined): bigint => BigInt(text ?? 0);

/** Returns the result of a call, or the reason of its rejection. */
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

describe("Uniswap's vectors for the price of a swap", () => {
  it.each(vectors.getAmountOut_swapTestCases)(
    "match for an input of $amountIn at reserves of $reserveIn:$reserveOut",
    (one) => {
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
    },
  );

  it.each(vectors.getAmountIn)(
    "match for an output of $amountOut at reserves of $reserveIn:$reserveOut",
    (one) => {
      expect(
        outcome(() => amountIn(big(one.amountOut), big(one.reserveIn), big(one.reserveOut), FEE)),
      ).toEqual(one.error ?? big(one.amountIn));
    },
  );

  it.each(vectors.quote)("match for $amountA at reserves of $reserveA:$reserveB without a fee", (one) => {
    expect(outcome(() => proportional(big(one.amountA), big(one.reserveA), big(one.reserveB)))).toEqual(
      one.error ?? big(one.amountB),
    );
  });

  it.each(vectors.sameTokenInAndOut_optimisticTestCases)(
    "match for a token swapped for itself, with an output of $outputAmount",
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

describe("Uniswap's vectors for shares", () => {
  it.each(vectors.mint)("match for a mint: $name", (one) => {
    const minted = outcome(() => mint(poolOf(one), big(one.amount0), big(one.amount1)));
    if (one.error || typeof minted === "string") {
      expect(minted).toBe(one.error);
      return;
    }
    if (one.liquidityToProvider) expect(minted.liquidity).toBe(big(one.liquidityToProvider));
    if (one.totalSupplyAfter) expect(minted.pool.totalSupply).toBe(big(one.totalSupplyAfter));
    expect(minted.lockedLiquidity).toBe(one.totalSupply === "0" ? 1000n : 0n);
  });

  it.each(vectors.burn)("match for a burn: $name", (one) => {
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

  it.each(vectors.protocolFeeOn_sdk)(
    "match for shares worth $liquidityValue after the protocol's fee",
    (one) => {
      const pool = poolOf({ ...one, reserve0: one.reserve, reserve1: one.reserveOther });
      expect(worthOf(pool, big(one.liquidity)).amount0).toBe(big(one.liquidityValue));
      expect(burn(pool, big(one.liquidity)).amount0).toBe(big(one.liquidityValue));
    },
  );
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

/** Replays a scenario and returns the final pool and the protocol's shares. */
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

describe("Uniswap's scenarios", () => {
  it.each(vectors.scenarios as readonly Scenario[])("match for $name", (story) => {
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

describe("an arbitrage", () => {
  /** Returns an arbitrageur's input: v2-periphery's `computeProfitMaximizingTrade`, with our square root. */
  function trade(reserveA: bigint, reserveB: bigint, priceA: bigint, priceB: bigint) {
    const aToB = (reserveA * priceB) / reserveB < priceA;
    const [up, down, reserve] = aToB ? [priceA, priceB, reserveA] : [priceB, priceA, reserveB];
    const left = sqrt((reserveA * reserveB * 1000n * up) / (down * 997n));
    const right = (reserve * 1000n) / 997n;
    return { tokenIn: aToB ? (0 as const) : (1 as const), amountIn: left > right ? left - right : 0n };
  }

  it.each(vectors.swapToPrice.cases)(
    "brings the price to $target with the input of Uniswap's vector",
    ({ target, tokenIn, amountIn: given, amountOut: out }) => {
      const pool = poolOf(vectors.swapToPrice.setup);
      const [a = 0n, b = 0n] = target.split(":").map(BigInt);
      const found = trade(pool.reserve0, pool.reserve1, a, b);
      expect(found).toEqual({ tokenIn, amountIn: big(given) });
      expect(swapExactIn(pool, found.tokenIn, found.amountIn, FEE).amountOut).toBe(big(out));
    },
  );

  it.each(vectors.sqrtArbitrage_getReservesAfterArbitrage.cases)(
    "leaves the reserves of Uniswap's vector at the price $truePriceA to $truePriceB",
    (one) => {
      const { reserveA, reserveB } = vectors.sqrtArbitrage_getReservesAfterArbitrage.setup;
      const pool = poolOf({ reserve0: reserveA, reserve1: reserveB });
      const found = trade(pool.reserve0, pool.reserve1, big(one.truePriceA), big(one.truePriceB));
      const after = found.amountIn === 0n ? pool : swapExactIn(pool, found.tokenIn, found.amountIn, FEE).pool;
      expect([after.reserve0, after.reserve1]).toEqual([big(one.reserveA), big(one.reserveB)]);
    },
  );
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

  it.each(sdk.bestExactIn)("are sorted by output for $amountIn of $tokenIn through $pools", (one) => {
    const found = routesExactIn(between(one), big(one.amountIn), FEE);
    expect(
      found.map((route) => ({ path: path(tokensOf(route)), amountOut: String(route.amountOut) })),
    ).toEqual(one.routes);
  });

  it.each(sdk.bestExactOut)("are sorted by input for $amountOut of $tokenOut through $pools", (one) => {
    const found = routesExactOut(between(one), big(one.amountOut), FEE);
    if (one.routeCount !== undefined) expect(found).toHaveLength(one.routeCount);
    if (one.routes) {
      expect(
        found.map((route) => ({ path: path(tokensOf(route)), amountIn: String(route.amountIn) })),
      ).toEqual(one.routes);
    }
  });

  it.each(sdk.priceImpact)("have the price impact that Uniswap's SDK computes", (one) => {
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

  /** Returns the path of a list of tokens through the pools. */
  const way = (tokens: readonly number[]): Leg[] =>
    ways(markets(Object.keys(pools_rawUnits)), String(tokens[0]), String(tokens.at(-1))).find(
      (legs) => legs.map((leg) => leg.tokenOut).join() === tokens.slice(1).join(),
    ) ?? [];
  /** Converts a percentage to a fraction. */
  const slippage = (percent: string) => [BigInt(percent), 100n] as const;

  it.each(sdk.minimumAmountOut)(
    "have a minimum output of $amountOut with $slippagePercent % slippage",
    (one) => {
      const { amountOut: out } = exactIn(way(one.path), big(one.amountIn), FEE);
      expect(outcome(() => minimumReceived(out, slippage(one.slippagePercent)))).toEqual(
        one.error ?? big(one.amountOut),
      );
    },
  );

  it.each(sdk.maximumAmountIn)(
    "have a maximum input of $amountIn with $slippagePercent % slippage",
    (one) => {
      const { amountIn: needed } = exactOut(way(one.path), big(one.amountOut), FEE);
      expect(maximumAmountIn(needed, slippage(one.slippagePercent))).toBe(big(one.amountIn));
    },
  );
});

describe("the router's rules", () => {
  const pool = { reserve0: 1000n, reserve1: 4000n };
  it.each<[string, bigint, bigint, readonly bigint[]]>([
    ["takes both amounts whole into an empty pool", 7n, 9n, [7n, 9n]],
    ["takes the whole first amount if the second suffices", 100n, 500n, [100n, 400n]],
    ["takes the whole second amount if it does not suffice for the first", 100n, 200n, [50n, 200n]],
  ])("require that an addition of liquidity %s", (what, amount0, amount1, taken) => {
    const given = what.includes("empty") ? { reserve0: 0n, reserve1: 0n } : pool;
    expect(optimalAmounts(given, amount0, amount1)).toEqual(taken);
  });

  it("reject an output of the whole reserve", () => {
    expect(outcome(() => amountIn(100n, 100n, 100n, FEE))).toBe("INSUFFICIENT_LIQUIDITY");
    const flow = { amount0In: 10n ** 9n, amount1In: 0n, amount0Out: 0n, amount1Out: 4000n };
    expect(outcome(() => swap({ ...EMPTY, ...pool }, flow, FEE))).toBe("INSUFFICIENT_LIQUIDITY");
  });

  it("offer no path from a token to itself or to an unknown token", () => {
    const market = { id: "A-B", token0: "A", token1: "B", ...pool };
    expect(ways([market], "A", "A")).toEqual([]);
    expect(ways([market], "A", "C")).toEqual([]);
  });
});

describe("the boundaries of the engine", () => {
  const pool: PoolState = { reserve0: 1000n, reserve1: 4000n, totalSupply: 2000n, kLast: 0n };
  const flow = { amount0In: 0n, amount1In: 0n, amount0Out: 0n, amount1Out: 0n };

  it("charge nothing at a fee of zero, and round a fee up", () => {
    expect([feeOf(10_000n, 0n), feeOf(10_000n, 30n), feeOf(10_001n, 30n)]).toEqual([0n, 30n, 31n]);
  });

  it("reject empty reserves and slippages for which a formula is not defined", () => {
    expect(outcome(() => amountIn(1n, 0n, 10n, FEE))).toBe("INSUFFICIENT_LIQUIDITY");
    expect(outcome(() => amountIn(1n, 10n, 0n, FEE))).toBe("INSUFFICIENT_LIQUIDITY");
    expect(outcome(() => amountIn(10n, 10n, 10n, FEE))).toBe("INSUFFICIENT_LIQUIDITY");
    expect(outcome(() => amountOut(1n, 10n, 0n, FEE))).toBe("INSUFFICIENT_LIQUIDITY");
    for (const slippage of [
      [-1n, 100n],
      [1n, 0n],
      [0n, 0n],
      [-1n, 0n],
    ] as const) {
      expect(outcome(() => minimumReceived(100n, slippage))).toBe("SLIPPAGE_TOLERANCE");
      expect(outcome(() => maximumAmountIn(100n, slippage))).toBe("SLIPPAGE_TOLERANCE");
    }
    expect([minimumReceived(100n, [0n, 1n]), maximumAmountIn(100n, [0n, 1n])]).toEqual([100n, 100n]);
  });

  it("reject a swap without output, without input, or that empties a reserve", () => {
    expect(outcome(() => swap(pool, { ...flow, amount0In: 10n }, FEE))).toBe("INSUFFICIENT_OUTPUT_AMOUNT");
    expect(outcome(() => swap(pool, { ...flow, amount1Out: 1n }, FEE))).toBe("INSUFFICIENT_INPUT_AMOUNT");
    const all = { amount0In: 1_000_000_000n, amount1In: 1_000_000_000n };
    for (const out of [
      { amount0Out: 1000n },
      { amount1Out: 4000n },
      { amount0Out: 1000n, amount1Out: 4000n },
    ])
      expect(outcome(() => swap(pool, { ...flow, ...all, ...out }, FEE))).toBe("INSUFFICIENT_LIQUIDITY");
    const taken = swap(pool, { ...flow, ...all, amount0Out: 999n, amount1Out: 3999n }, FEE);
    expect(taken).toMatchObject({ reserve0: 1_000_000_001n, reserve1: 1_000_000_001n });
  });

  it("take both amounts whole into an empty pool, and amounts in the pool's ratio into any other", () => {
    expect(optimalAmounts(EMPTY, 7n, 9n)).toEqual([7n, 9n]);
    expect(fairAmounts(EMPTY, 7n, 9n)).toEqual([7n, 9n]);
    for (const broken of [
      { reserve0: 0n, reserve1: 5n },
      { reserve0: 5n, reserve1: 0n },
    ]) {
      expect(outcome(() => optimalAmounts(broken, 7n, 9n))).toBe("INSUFFICIENT_LIQUIDITY");
      expect(outcome(() => fairAmounts(broken, 7n, 9n))).toBe("INSUFFICIENT_LIQUIDITY");
    }
    // At the exact ratio, takes both whole. Otherwise rounds the second down, and takes the corresponding part of the first.
    expect(optimalAmounts(pool, 10n, 40n)).toEqual([10n, 40n]);
    expect(optimalAmounts({ reserve0: 3n, reserve1: 1n }, 5n, 1n)).toEqual([5n, 1n]);
    expect(fairAmounts({ reserve0: 3n, reserve1: 1n }, 5n, 1n)).toEqual([3n, 1n]);
    expect(fairAmounts({ reserve0: 1n, reserve1: 3n }, 1n, 5n)).toEqual([1n, 3n]);
  });

  it("limit both reserves to the same maximum", () => {
    const full = {
      ...pool,
      reserve0: MAX_RESERVE - 5n,
      reserve1: MAX_RESERVE - 5n,
      totalSupply: MAX_RESERVE,
    };
    expect(mint(full, 5n, 5n).pool).toMatchObject({ reserve0: MAX_RESERVE, reserve1: MAX_RESERVE });
    expect(outcome(() => mint(full, 6n, 5n))).toBe("OVERFLOW");
    expect(outcome(() => mint(full, 5n, 6n))).toBe("OVERFLOW");
  });

  it("allow to burn all shares, but not more than exist or so few that one amount would be zero", () => {
    expect(burn(pool, 2000n)).toMatchObject({ amount0: 1000n, amount1: 4000n });
    expect(outcome(() => burn(pool, 2001n))).toBe("INSUFFICIENT_LIQUIDITY_BURNED");
    expect(outcome(() => burn(EMPTY, 0n))).toBe("INSUFFICIENT_LIQUIDITY_BURNED");
    expect(outcome(() => burn(pool, 1n))).toBe("INSUFFICIENT_LIQUIDITY_BURNED");
    expect(outcome(() => burn({ ...pool, reserve0: 4000n, reserve1: 1000n }, 1n))).toBe(
      "INSUFFICIENT_LIQUIDITY_BURNED",
    );
    expect([isRedeemable(pool, 1n), isRedeemable(pool, 2n), isRedeemable(pool, 0n)]).toEqual([
      false,
      true,
      false,
    ]);
    expect(isRedeemable({ ...pool, reserve0: 4000n, reserve1: 1000n }, 1n)).toBe(false);
  });

  it("value shares of an empty pool at zero, and other shares at their fraction of the root", () => {
    expect(worthOf(EMPTY, 5n)).toEqual({ amount0: 0n, amount1: 0n });
    expect([rootOf(EMPTY, 5n), rootOf(pool, 2000n), rootOf(pool, 500n)]).toEqual([0n, 2000n, 500n]);
    const grown = { ...pool, kLast: 1_000_000n };
    // The protocol gets a sixth of the growth of the root from 1000 to 2000.
    expect(protocolFee(grown)).toBe((2000n * 1000n) / (2000n * 5n + 1000n));
    expect(rootOf(grown, 2000n)).toBe((2000n * 2000n) / (2000n + protocolFee(grown)));
    expect(worthOf(grown, 2000n).amount0).toBe((2000n * 1000n) / (2000n + protocolFee(grown)));
    expect([
      protocolFee({ ...pool, kLast: 4_000_000n }),
      protocolFee({ ...pool, kLast: 9_000_000n }),
    ]).toEqual([0n, 0n]);
  });

  it("mint the protocol's shares with each burn and mint, up to a given maximum and only if the fee is on", () => {
    const grown = { ...pool, kLast: 1_000_000n };
    const due = protocolFee(grown);
    expect(burn(grown, 1000n).feeLiquidity).toBe(due);
    expect(burn(grown, 1000n).pool.totalSupply).toBe(1000n + due);
    expect(mint(grown, 100n, 400n)).toMatchObject({
      feeLiquidity: due,
      liquidity: (100n * (2000n + due)) / 1000n,
    });
    expect(mint(grown, 100n, 400n, { protocolFee: false })).toMatchObject({
      feeLiquidity: 0n,
      pool: { kLast: 0n },
    });
    expect(mint(grown, 100n, 400n, { mostFeeLiquidity: 7n }).feeLiquidity).toBe(7n);
  });

  it("find paths in both directions of a pool, through each token once, up to the maximum of hops", () => {
    const market = (id: string, token0: string, token1: string) => ({
      ...{ id, token0, token1 },
      reserve0: 1000n,
      reserve1: 2000n,
    });
    const markets = [
      market("AB", "A", "B"),
      market("BC", "B", "C"),
      market("CD", "C", "D"),
      market("DE", "D", "E"),
    ];
    const idsOf = (from: string, to: string, hops?: number) =>
      ways(markets, from, to, hops).map((way) => way.map(({ id }) => id));
    expect(idsOf("A", "D")).toEqual([["AB", "BC", "CD"]]);
    expect(idsOf("A", "E")).toEqual([]);
    expect(idsOf("A", "C", 1)).toEqual([]);
    expect(idsOf("A", "B", 0)).toEqual([]);
    expect(idsOf("A", "X")).toEqual([]);
    expect(ways(markets, "C", "B")).toEqual([
      [{ id: "BC", tokenIn: "C", tokenOut: "B", reserveIn: 2000n, reserveOut: 1000n }],
    ]);
    // A path through the input token again is excluded.
    expect(
      ways([market("AB", "A", "B"), market("CA", "C", "A"), market("BC", "B", "C")], "A", "C"),
    ).toHaveLength(2);
    expect(
      ways([market("AB", "A", "B"), market("BA", "B", "A"), market("AC", "A", "C")], "A", "C"),
    ).toHaveLength(1);
  });

  it("prefer fewer hops among routes of the same price, and skip a path through an empty pool", () => {
    const leg = (id: string, reserveIn: bigint, reserveOut: bigint): Leg => ({
      ...{ id, tokenIn: "A", tokenOut: "B", reserveIn, reserveOut },
    });
    const rich = leg("rich", 10n ** 12n, 10n ** 12n);
    const long = [rich, rich, rich];
    const idsIn = (routes: readonly { readonly hops: readonly unknown[] }[]) =>
      routes.map(({ hops }) => hops.length);
    expect(idsIn(routesExactIn([long, [rich], [leg("empty", 0n, 0n)]], 1000n, 0n))).toEqual([1, 3]);
    // With an input so small that each pool gives one unit less, the longest route gives nothing and is skipped.
    expect(routesExactIn([long], 2n, 0n)).toEqual([]);
    expect(routesExactIn([[rich], [rich, rich]], 0n, 0n)).toEqual([]);
    const asMuch = [leg("x", 10n, 1000n), leg("y", 1000n, 10n)];
    const [first, second] = routesExactOut([asMuch, [leg("z", 11n, 1000n)]], 1n, 0n);
    expect([first?.amountIn, second?.amountIn].every((one) => one !== undefined)).toBe(true);
    expect((first?.amountIn ?? 0n) <= (second?.amountIn ?? 0n)).toBe(true);
    expect(idsIn(routesExactOut([[rich, rich], [rich]], 1n, 0n))).toEqual([1, 2]);
    expect(() => routesExactIn([[rich]], 1n, null as never)).toThrow(TypeError);
  });

  it("compound the fees of all hops exactly", () => {
    const hop = {
      id: "x",
      tokenIn: "A",
      tokenOut: "B",
      reserveIn: 1n,
      reserveOut: 1n,
      amountIn: 1n,
      amountOut: 1n,
    };
    const fee = (hops: number) =>
      routeFee({ hops: Array.from({ length: hops }, () => hop), amountIn: 100n, amountOut: 1n }, FEE, 2);
    expect([fee(1), fee(2)]).toEqual(["0.003", "0.005991"]);
    expect(outcome(() => exactIn([], 0n, FEE))).toBe("INSUFFICIENT_INPUT_AMOUNT");
  });
});
