import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { acquired, disposed, type Holding, NOTHING } from "./tax-book.ts";

const euros = (text: string) => new Decimal(text);
const text = ({ quantity, cost }: Holding) => `${quantity} for ${cost?.toFixed(2) ?? "?"}`;

describe("the moving average cost", () => {
  it("is mixed of all that was bought, and stays as it is when some is sold", () => {
    // 10 at 100 and 10 at 200 cost 150 each; 5 of them leave 15 for 2,250.
    const both = acquired(acquired(NOTHING, 10n, euros("1000")), 10n, euros("2000"));
    const { after, cost } = disposed(both, 5n);
    expect(cost?.toFixed(2)).toBe("750.00");
    expect(text(after)).toBe("15 for 2250.00");
    expect(text(acquired(after, 5n, euros("250")))).toBe("20 for 2500.00");
  });

  it("is unknown from what is worth something unknown on, until nothing is left", () => {
    const mixed = acquired(acquired(NOTHING, 10n, euros("1000")), 1n, undefined);
    const part = disposed(mixed, 5n);
    expect([part.cost, text(part.after)]).toEqual([undefined, "6 for ?"]);
    const rest = disposed(part.after, 6n);
    expect([rest.cost, text(rest.after)]).toEqual([undefined, "0 for 0.00"]);
    expect(text(acquired(rest.after, 2n, euros("3")))).toBe("2 for 3.00");
  });

  it("of more than is held is unknown", () => {
    expect(disposed(acquired(NOTHING, 1n, euros("5")), 2n)).toEqual({ after: NOTHING, cost: undefined });
  });

  it("neither makes nor loses a cent: what left and what is left cost what was paid", () => {
    const step = fc.record({
      quantity: fc.bigInt(1n, 10n ** 24n),
      cents: fc.bigInt(0n, 10n ** 12n),
      sellPercent: fc.bigInt(0n, 100n),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
        let held = NOTHING;
        let paid = new Decimal(0);
        let left = new Decimal(0);
        for (const { quantity, cents, sellPercent } of steps) {
          const cost = new Decimal(cents.toString()).div(100);
          held = acquired(held, quantity, cost);
          paid = paid.plus(cost);
          const sold = disposed(held, (held.quantity * sellPercent) / 100n);
          held = sold.after;
          left = left.plus(sold.cost ?? Number.NaN);
        }
        const difference = paid.minus(left).minus(held.cost ?? Number.NaN);
        expect(difference.abs().lt("0.000001")).toBe(true);
        expect(held.cost?.gte("-0.000001")).toBe(true);
        if (held.quantity === 0n) expect(held.cost?.toNumber()).toBe(0);
      }),
    );
  });
});
