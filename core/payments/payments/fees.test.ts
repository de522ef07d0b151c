import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commissionOf, sharesOf } from "./fees.ts";

/** The commission of a merchant, and the shares of a payment after a return. */

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

  it("is the exact percentage rounded up", () => {
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

describe("a payment", () => {
  /** Saveback rates: percent with up to two decimals, to 20. */
  const saveback = fc
    .integer({ min: 0, max: 2000 })
    .map((hundredths) => new Decimal(hundredths).div(100).toFixed());

  /** A payment, and a sequence of its total returned amounts, from zero to the full amount. */
  const history = fc
    .record({
      amountMinor: amount,
      rate,
      saveback,
      steps: fc.array(fc.bigInt(0n, 99_999_999n), { maxLength: 8 }),
    })
    .map(({ amountMinor, rate: percent, saveback: reward, steps }) => ({
      payment: { amountMinor, commissionMinor: commissionOf(amountMinor, percent), rewardRate: reward },
      levels: [0n, ...steps.map((step) => step % (amountMinor + 1n)), amountMinor],
    }));

  it("is divided exactly into the shares of merchant, treasury and saveback after any return", () => {
    fc.assert(
      fc.property(history, ({ payment, levels }) => {
        for (const gone of levels) {
          const { receiver, commission, reward } = sharesOf(payment, gone);
          expect(receiver + commission + reward).toBe(payment.amountMinor - gone);
          for (const share of [receiver, commission, reward]) expect(share).toBeGreaterThanOrEqual(0n);
        }
      }),
    );
  });

  it("loses exactly the credited shares if it is returned in full, in any number of parts", () => {
    fc.assert(
      fc.property(history, ({ payment, levels }) => {
        const given = { receiver: 0n, commission: 0n, reward: 0n };
        let before = { receiver: 0n, commission: 0n, reward: 0n };
        for (const gone of levels) {
          const after = sharesOf(payment, gone);
          for (const share of ["receiver", "commission", "reward"] as const)
            given[share] += after[share] - before[share];
          before = after;
        }
        expect(given).toEqual({ receiver: 0n, commission: 0n, reward: 0n });
      }),
    );
  });

  it("keeps the commission in proportion after a partial return, rounded up", () => {
    fc.assert(
      fc.property(history, ({ payment, levels }) => {
        const { amountMinor, commissionMinor } = payment;
        for (const gone of levels) {
          const { commission } = sharesOf(payment, gone);
          expect(commission * amountMinor).toBeGreaterThanOrEqual(commissionMinor * (amountMinor - gone));
          expect((commission - 1n) * amountMinor).toBeLessThan(commissionMinor * (amountMinor - gone));
        }
      }),
    );
  });

  it("earns saveback on the amount not returned, rounded down, and at most that amount less commission", () => {
    fc.assert(
      fc.property(history, ({ payment, levels }) => {
        for (const gone of levels) {
          const left = payment.amountMinor - gone;
          const { commission, reward } = sharesOf(payment, gone);
          const wanted = BigInt(
            new Decimal(left.toString()).mul(payment.rewardRate).div(100).floor().toFixed(),
          );
          expect(reward).toBe(wanted < left - commission ? wanted : left - commission);
        }
      }),
    );
  });

  it("without commission and saveback belongs to its recipient in full", () => {
    expect(sharesOf({ amountMinor: 1000n, commissionMinor: 0n }, 600n)).toEqual({
      receiver: 400n,
      commission: 0n,
      reward: 0n,
    });
  });
});
