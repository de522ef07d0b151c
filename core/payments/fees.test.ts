import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commissionOf, refundOf } from "./fees.ts";

/** What a merchant pays, and how a refund gives it back. */

const amount = fc.bigInt(1n, 99_999_999n);
/** Percent with up to four decimals, 0 to 100. */
const rate = fc
  .integer({ min: 0, max: 1_000_000 })
  .map((tenThousandths) => new Decimal(tenThousandths).div(10_000).toFixed());

describe("the commission", () => {
  it.each([
    [10_000n, "1.5", 150n],
    [10_001n, "1.5", 151n],
    [1n, "1.5", 1n],
    [50n, "1.5", 1n],
    [10_000n, "0", 0n],
    [10_000n, "100", 10_000n],
    [3n, "33.3333", 1n],
    [99_999_999n, "2.9", 2_900_000n],
    [10n ** 30n, "1.5", 15n * 10n ** 27n],
  ])("of %s at %s %% is %s", (paid, percent, commission) => {
    expect(commissionOf(paid, percent)).toBe(commission);
  });

  it("is never less than its rate, and by less than a minor unit more", () => {
    fc.assert(
      fc.property(amount, rate, (paid, percent) => {
        const exact = new Decimal(paid.toString()).mul(percent).div(100);
        const commission = new Decimal(commissionOf(paid, percent).toString());
        expect(commission.gte(exact)).toBe(true);
        expect(commission.minus(exact).lt(1)).toBe(true);
        expect(commission.lte(paid.toString())).toBe(true);
      }),
    );
  });
});

describe("a refund", () => {
  /** A payment, and the cumulative amounts that its refunds come to, rising to the whole. */
  const refunded = fc
    .record({ amountMinor: amount, rate, steps: fc.array(fc.bigInt(1n, 99_999_999n), { maxLength: 8 }) })
    .map((one) => {
      const steps = one.steps.map((step) => (step % one.amountMinor) + 1n);
      const levels = [...new Set([...steps, one.amountMinor])].sort((a, b) => (a < b ? -1 : 1));
      return { ...one, levels, commissionMinor: commissionOf(one.amountMinor, one.rate) };
    });

  it("of the whole gives back exactly what was taken from everybody, in however many parts it comes", () => {
    fc.assert(
      fc.property(refunded, ({ amountMinor, commissionMinor, levels }) => {
        let taken = 0n;
        let returned = 0n;
        let before = 0n;
        for (const level of levels) {
          const part = refundOf({ amountMinor, commissionMinor }, before, level);
          expect(part.taken).toBeGreaterThanOrEqual(0n);
          expect(part.returned).toBeGreaterThanOrEqual(0n);
          expect(part.taken + part.returned).toBe(level - before);
          taken += part.taken;
          returned += part.returned;
          before = level;
        }
        expect({ taken, returned }).toEqual({
          taken: amountMinor - commissionMinor,
          returned: commissionMinor,
        });
      }),
    );
  });

  it("in parts never gives back more commission than its proportion, nor a minor unit less", () => {
    fc.assert(
      fc.property(refunded, ({ amountMinor, commissionMinor, levels }) => {
        for (const level of levels) {
          const { returned } = refundOf({ amountMinor, commissionMinor }, 0n, level);
          expect(returned * amountMinor).toBeLessThanOrEqual(commissionMinor * level);
          expect((returned + 1n) * amountMinor).toBeGreaterThan(commissionMinor * level);
        }
      }),
    );
  });

  it("of a payment without commission comes from its receiver alone", () => {
    expect(refundOf({ amountMinor: 1000n, commissionMinor: 0n }, 250n, 600n)).toEqual({
      taken: 350n,
      returned: 0n,
    });
  });
});
