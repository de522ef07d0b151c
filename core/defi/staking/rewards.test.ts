import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../../../tests/vectors/staking.json" with { type: "json" };
import { defaultOf } from "./pools.ts";
import { indexAt, penaltyOf, type Rate, rewardOf, settle } from "./rewards.ts";

// The vectors' compounding cases (a savings rate by the second) are not ours: the platform's interest is
// simple.

const cases = vectors.ourPools_expectedFormula.examples_simple_18dp;
const start = 1_770_000_000_123n;
const opened = (amount: bigint, rate: Rate) => ({
  amount,
  rewards: 0n,
  index: indexAt(rate, start),
  startMs: start,
});

describe("rewards", () => {
  it.each(cases)("are $reward for $amount in the pool $pool after $elapsedSeconds s", (one) => {
    const { rate } = defaultOf(one.pool);
    expect(rate.apyBps).toBe(BigInt(one.apyBps));
    const at = start + BigInt(one.elapsedSeconds) * 1000n;
    expect(settle(opened(BigInt(one.amount), rate), rate, at).rewards).toBe(BigInt(one.reward));
    // To the last millisecond of that second.
    expect(settle(opened(BigInt(one.amount), rate), rate, at + 999n).rewards).toBe(BigInt(one.reward));
  });

  const amounts = fc.bigInt(1n, 10n ** 26n);
  const rates = fc.bigInt(0n, 10_000n);
  const seconds = fc.bigInt(0n, 400_000_000n);
  const flat = (apyBps: bigint): Rate => ({ apyBps, index: 0n, sinceMs: 0n });

  it("follow the formula for simple interest, floored, for every amount, rate and time", () => {
    fc.assert(
      fc.property(amounts, rates, seconds, (amount, apyBps, elapsed) => {
        const { rewards } = settle(opened(amount, flat(apyBps)), flat(apyBps), start + elapsed * 1000n);
        expect(rewards).toBe((amount * apyBps * elapsed) / (10_000n * 31_536_000n));
      }),
    );
  });

  it("do not accrue before the start, nor without a stake", () => {
    const { rate } = defaultOf("locked-365");
    expect(settle(opened(10n ** 20n, rate), rate, start - 5000n).rewards).toBe(0n);
    expect(settle(opened(10n ** 20n, rate), rate, start - 5000n).index).toBe(indexAt(rate, start));
    expect(settle({ ...opened(0n, rate), rewards: 7n }, rate, start + 10n ** 9n).rewards).toBe(7n);
  });

  it("are smaller by at most 1 base unit for each settlement in between", () => {
    fc.assert(
      fc.property(
        amounts,
        rates,
        fc.array(fc.bigInt(0n, 10_000_000n), { maxLength: 12 }),
        (amount, apyBps, pauses) => {
          const rate = flat(apyBps);
          let [position, at] = [opened(amount, rate), start];
          for (const pause of pauses) {
            at += pause;
            position = { ...position, ...settle(position, rate, at) };
          }
          const whole = settle(opened(amount, rate), rate, at).rewards;
          expect(position.rewards).toBeLessThanOrEqual(whole);
          expect(whole - position.rewards).toBeLessThanOrEqual(BigInt(pauses.length));
        },
      ),
    );
  });

  it("are smaller by less than 1 base unit a part if a stake is split", () => {
    fc.assert(
      fc.property(
        fc.array(amounts, { minLength: 1, maxLength: 10 }),
        rates,
        seconds,
        (parts, apyBps, elapsed) => {
          const of = (amount: bigint) =>
            settle(opened(amount, flat(apyBps)), flat(apyBps), start + elapsed * 1000n).rewards;
          const apart = parts.reduce((sum, part) => sum + of(part), 0n);
          const whole = of(parts.reduce((sum, part) => sum + part, 0n));
          expect(whole - apart).toBeGreaterThanOrEqual(0n);
          expect(whole - apart).toBeLessThan(BigInt(parts.length));
        },
      ),
    );
  });

  it("follow a changed rate from its millisecond on, whenever they are settled", () => {
    const change = fc.record({ afterMs: fc.bigInt(0n, 10n ** 10n), apyBps: rates });
    fc.assert(
      fc.property(
        amounts,
        fc.array(change, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        (amount, changes, often) => {
          let [rate, at, area] = [flat(800n), start, 0n];
          let position = opened(amount, rate);
          for (const { afterMs, apyBps } of changes) {
            area += rate.apyBps * afterMs;
            at += afterMs;
            rate = { apyBps, index: indexAt(rate, at), sinceMs: at };
            if (often) position = { ...position, ...settle(position, rate, at) };
          }
          const { rewards } = settle(position, rate, at);
          const exact = (amount * area) / (10_000n * 31_536_000n * 1000n);
          expect(rewards).toBeLessThanOrEqual(exact);
          expect(exact - rewards).toBeLessThanOrEqual(often ? BigInt(changes.length) : 0n);
        },
      ),
    );
  });

  it("do not decrease if a position was settled at a higher rate by a clock ahead of the rate's change", () => {
    const before = flat(10_000n);
    const change: Rate = { apyBps: 0n, index: indexAt(before, start + 500n), sinceMs: start + 500n };
    const ahead = {
      ...opened(10n ** 20n, before),
      ...settle(opened(10n ** 20n, before), before, start + 1000n),
    };
    expect(settle(ahead, change, start + 2000n)).toEqual({ rewards: ahead.rewards, index: ahead.index });
    expect(rewardOf(10n ** 20n, 5n, 4n)).toBe(0n);
  });
});

describe("the penalty", () => {
  it("is a tenth of the amount, rounded up", () => {
    expect([0n, 1n, 9n, 10n, 19n, 10n ** 20n + 5n].map(penaltyOf)).toEqual([
      0n,
      1n,
      1n,
      1n,
      2n,
      10n ** 19n + 1n,
    ]);
  });
});
