import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amountIn, amountOut, fairAmounts, optimalAmounts, PoolError, sqrt } from "./amounts.ts";
import {
  burn,
  EMPTY,
  MAX_RESERVE,
  mint,
  type PoolState,
  protocolFee,
  swapExactIn,
  swapOf,
  worthOf,
} from "./pool.ts";
import { exactIn, exactOut, routesExactIn, ways } from "./route.ts";

/** Properties of any pool, any amounts and any fee. */

const amount = fc.bigInt({ min: 1n, max: 10n ** 30n });
const reserve = fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 6n }), fc.bigInt({ min: 1n, max: 10n ** 30n }));
const fee = fc.bigInt({ min: 0n, max: 100n });
const side = fc.constantFrom<0 | 1>(0, 1);
const pool = fc
  .record({
    amount0: fc.bigInt({ min: 2000n, max: 10n ** 30n }),
    amount1: fc.bigInt({ min: 2000n, max: 10n ** 30n }),
  })
  .map(({ amount0, amount1 }) => mint(EMPTY, amount0, amount1).pool);

const k = ({ reserve0, reserve1 }: PoolState) => reserve0 * reserve1;
const holds = (property: Parameters<typeof fc.assert>[0]) => fc.assert(property, { numRuns: 500 });

/** Returns the result of an operation, or undefined if the pool rejects it. */
function unless<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof PoolError) return undefined;
    throw error;
  }
}

it("mints and burns cap the protocol's fee shares only if the caller passes a maximum", () => {
  const full = { reserve0: 2n ** 111n, reserve1: 2n ** 111n, totalSupply: 2n ** 111n, kLast: 1n };
  const due = (full.totalSupply * (2n ** 111n - 1n)) / (2n ** 111n * 5n + 1n);
  expect(mint(full, 10n ** 30n, 10n ** 30n).feeLiquidity).toBe(due);
  expect(burn(full, 10n ** 30n).feeLiquidity).toBe(due);
  expect(mint(full, 10n ** 30n, 10n ** 30n, { mostFeeLiquidity: 7n }).feeLiquidity).toBe(7n);
  expect(burn(full, 10n ** 30n, { mostFeeLiquidity: 7n }).feeLiquidity).toBe(7n);
});

it("sqrt returns the largest integer whose square is at most the value", () => {
  holds(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n }), (value) => {
      const root = sqrt(value);
      expect(root * root <= value && (root + 1n) * (root + 1n) > value).toBe(true);
    }),
  );
  expect([0n, 1n, 2n, 3n, 4n, 2n ** 224n].map(sqrt)).toEqual([0n, 1n, 1n, 1n, 2n, 2n ** 112n]);
  expect(() => sqrt(-1n)).toThrow(RangeError);
});

describe("a swap", () => {
  it("never lowers k, and pays out less than the whole reserve", () => {
    holds(
      fc.property(pool, side, amount, fee, (before, tokenIn, given, feeBps) => {
        const swapped = unless(() => swapExactIn(before, tokenIn, given, feeBps));
        if (!swapped) return;
        expect(k(swapped.pool) >= k(before)).toBe(true);
        expect(swapped.amountOut < (tokenIn === 0 ? before.reserve1 : before.reserve0)).toBe(true);
      }),
    );
  });

  it("never returns more than its input if its output is swapped back, at any fee", () => {
    holds(
      fc.property(pool, side, amount, fee, (before, tokenIn, given, feeBps) => {
        const there = unless(() => swapExactIn(before, tokenIn, given, feeBps));
        const back =
          there && unless(() => swapExactIn(there.pool, tokenIn === 0 ? 1 : 0, there.amountOut, feeBps));
        if (back) expect(back.amountOut <= given).toBe(true);
      }),
    );
  });

  it("pays no more in two steps than in one, without a fee", () => {
    holds(
      fc.property(pool, side, amount, amount, (before, tokenIn, first, second) => {
        const whole = unless(() => swapExactIn(before, tokenIn, first + second, 0n));
        const one = unless(() => swapExactIn(before, tokenIn, first, 0n));
        const two = one && unless(() => swapExactIn(one.pool, tokenIn, second, 0n));
        if (whole && one && two) expect(one.amountOut + two.amountOut <= whole.amountOut).toBe(true);
      }),
    );
  });

  it("is quoted an input that suffices for the output, while two base units less do not", () => {
    holds(
      fc.property(reserve, reserve, amount, fee, (reserveIn, reserveOut, wanted, feeBps) => {
        const needed = unless(() => amountIn(wanted, reserveIn, reserveOut, feeBps));
        if (needed === undefined) return;
        expect(amountOut(needed, reserveIn, reserveOut, feeBps) >= wanted).toBe(true);
        // The formula adds one to the quotient, so two units less are too few.
        if (needed > 2n) expect(amountOut(needed - 2n, reserveIn, reserveOut, feeBps) < wanted).toBe(true);
      }),
    );
  });

  it("never pays more at a higher fee", () => {
    holds(
      fc.property(reserve, reserve, amount, fee, fee, (reserveIn, reserveOut, given, one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        expect(
          amountOut(given, reserveIn, reserveOut, high) <= amountOut(given, reserveIn, reserveOut, low),
        ).toBe(true);
      }),
    );
  });

  it("rejects an input that would overflow a reserve", () => {
    const full = { ...EMPTY, reserve0: MAX_RESERVE, reserve1: 10n ** 18n };
    expect(() => swapExactIn(full, 0, 10n ** 20n, 30n)).toThrow("OVERFLOW");
  });
});

describe("a swap for an exact output", () => {
  /** Returns the input for an output, and the pool after the swap. */
  const taken = (before: PoolState, tokenIn: 0 | 1, wanted: bigint, feeBps: bigint) =>
    unless(() => {
      const [reserveIn, reserveOut] =
        tokenIn === 0 ? [before.reserve0, before.reserve1] : [before.reserve1, before.reserve0];
      const given = amountIn(wanted, reserveIn, reserveOut, feeBps);
      return { given, pool: swapOf(before, tokenIn, { amountIn: given, amountOut: wanted }, feeBps) };
    });

  it("pays exactly that output, takes the quoted input, and never lowers k", () => {
    holds(
      fc.property(pool, side, amount, fee, (before, tokenIn, wanted, feeBps) => {
        const done = taken(before, tokenIn, wanted, feeBps);
        if (!done) return;
        const [here, there] =
          tokenIn === 0 ? (["reserve0", "reserve1"] as const) : (["reserve1", "reserve0"] as const);
        expect(before[there] - done.pool[there]).toBe(wanted);
        expect(done.pool[here] - before[here]).toBe(done.given);
        expect(k(done.pool) >= k(before)).toBe(true);
        expect(swapExactIn(before, tokenIn, done.given, feeBps).amountOut >= wanted).toBe(true);
      }),
    );
  });

  it("never profits if it is swapped back, by exact input or by exact output", () => {
    holds(
      fc.property(pool, side, amount, fee, (before, tokenIn, wanted, feeBps) => {
        const there = taken(before, tokenIn, wanted, feeBps);
        const other = tokenIn === 0 ? 1 : 0;
        const back = there && unless(() => swapExactIn(there.pool, other, wanted, feeBps));
        if (there && back) expect(back.amountOut <= there.given).toBe(true);
        const exactly = there && taken(there.pool, other, there.given, feeBps);
        if (exactly) expect(exactly.given >= wanted).toBe(true);
      }),
    );
  });
});

describe("shares", () => {
  it("never return more than was added if they are burned immediately", () => {
    holds(
      fc.property(pool, amount, amount, (before, given0, given1) => {
        const taken = unless(() => optimalAmounts(before, given0, given1));
        const minted = taken && unless(() => mint(before, ...taken));
        const burned = minted && unless(() => burn(minted.pool, minted.liquidity));
        if (!taken || !burned) return;
        expect(taken[0] <= given0 && taken[1] <= given1).toBe(true);
        expect(burned.amount0 <= taken[0] && burned.amount1 <= taken[1]).toBe(true);
      }),
    );
  });

  it("never pay more than their fraction of the reserves, and never empty the reserves", () => {
    holds(
      fc.property(
        pool,
        side,
        amount,
        fc.bigInt({ min: 1n, max: 10n ** 30n }),
        (fresh, tokenIn, given, part) => {
          const before = unless(() => swapExactIn(fresh, tokenIn, given, 30n))?.pool ?? fresh;
          const liquidity = 1n + (part % (before.totalSupply - 1000n));
          const burned = unless(() => burn(before, liquidity));
          if (!burned) return;
          const supply = before.totalSupply + burned.feeLiquidity;
          expect(burned.amount0 * supply <= liquidity * before.reserve0).toBe(true);
          expect(burned.amount1 * supply <= liquidity * before.reserve1).toBe(true);
          expect(burned.pool.reserve0 > 0n && burned.pool.reserve1 > 0n).toBe(true);
          expect(worthOf(before, liquidity)).toEqual({ amount0: burned.amount0, amount1: burned.amount1 });
        },
      ),
    );
  });

  it("are minted for the protocol for at most a sixth of the growth of sqrt(k), and not without growth", () => {
    holds(
      fc.property(pool, side, amount, (before, tokenIn, given) => {
        expect(protocolFee(before)).toBe(0n);
        const after = unless(() => swapExactIn(before, tokenIn, given, 30n))?.pool;
        if (!after) return;
        const shares = protocolFee(after);
        const [root, rootLast] = [sqrt(k(after)), sqrt(after.kLast)];
        const due = (shares * root) / (after.totalSupply + shares);
        expect(due * 6n <= root - rootLast).toBe(true);
        // And no less than that, but for the flooring of one share.
        const more = ((shares + 1n) * root) / (after.totalSupply + shares + 1n) + 1n;
        expect(more * 6n >= root - rootLast).toBe(true);
        expect(protocolFee({ ...after, kLast: 0n })).toBe(0n);
      }),
    );
  });

  it("are never backed by less of sqrt(k) after any sequence of swaps, mints and burns", () => {
    const step = fc.record({ kind: fc.constantFrom("swap", "mint", "burn"), tokenIn: side, size: amount });
    holds(
      fc.property(pool, fc.array(step, { maxLength: 12 }), (start, steps) => {
        let now = start;
        for (const { kind, tokenIn, size } of steps) {
          const backing = [sqrt(k(now)), now.totalSupply + protocolFee(now)] as const;
          if (kind === "swap") now = unless(() => swapExactIn(now, tokenIn, size, 30n).pool) ?? now;
          if (kind === "mint") now = unless(() => mint(now, ...optimalAmounts(now, size, size)).pool) ?? now;
          if (kind === "burn") now = unless(() => burn(now, size % (now.totalSupply - 999n)).pool) ?? now;
          expect(now.totalSupply >= 1000n && now.reserve0 > 0n && now.reserve1 > 0n).toBe(true);
          const supply = now.totalSupply + protocolFee(now);
          // Rounding of the roots and of the protocol's shares stays below one unit of each.
          expect((sqrt(k(now)) + 2n) * (backing[1] + 2n) >= backing[0] * supply).toBe(true);
        }
      }),
    );
  });
});

describe("fair amounts", () => {
  it("mint as many shares as Uniswap's optimal amounts, and exceed the pool's ratio by less than one base unit", () => {
    holds(
      fc.property(reserve, reserve, amount, amount, (reserve0, reserve1, given0, given1) => {
        const pool = { reserve0, reserve1, totalSupply: sqrt(reserve0 * reserve1), kLast: 0n };
        const optimal = unless(() => optimalAmounts(pool, given0, given1));
        const minted = optimal && unless(() => mint(pool, ...optimal));
        if (!optimal || !minted) return;
        const [taken0, taken1] = fairAmounts(pool, given0, given1);
        expect(mint(pool, taken0, taken1).liquidity).toBe(minted.liquidity);
        expect(taken0 <= optimal[0] && taken1 <= optimal[1]).toBe(true);
        expect((taken0 - 1n) * reserve1 < taken1 * reserve0).toBe(true);
        expect((taken1 - 1n) * reserve0 < taken0 * reserve1).toBe(true);
      }),
    );
  });
});

describe("a route", () => {
  const markets = fc.tuple(reserve, reserve, reserve, reserve, reserve, reserve).map(([a, b, c, d, e, f]) => [
    { id: "A-B", token0: "A", token1: "B", reserve0: a, reserve1: b },
    { id: "B-C", token0: "B", token1: "C", reserve0: c, reserve1: d },
    { id: "A-C", token0: "A", token1: "C", reserve0: e, reserve1: f },
  ]);

  it("that is chosen as the best pays no less than any other route", () => {
    holds(
      fc.property(markets, amount, (all, given) => {
        const legs = ways(all, "A", "C");
        expect(legs).toHaveLength(2);
        const [best] = routesExactIn(legs, given, 30n);
        for (const way of legs) {
          const out = unless(() => exactIn(way, given, 30n))?.amountOut ?? 0n;
          expect((best?.amountOut ?? 0n) >= out).toBe(true);
        }
      }),
    );
  });

  it("pays at least the output for which its input was computed", () => {
    holds(
      fc.property(markets, amount, (all, wanted) => {
        for (const way of ways(all, "A", "C")) {
          const needed = unless(() => exactOut(way, wanted, 30n));
          if (needed) expect(exactIn(way, needed.amountIn, 30n).amountOut >= wanted).toBe(true);
        }
      }),
    );
  });
});
