import fc from "fast-check";
import { expect, it } from "vitest";
import * as Assets from "../kernel/assets/index.ts";
import { SvcError } from "../kernel/errors.ts";
import type { NewPart } from "./schema.ts";
import { partsOf, shareOut } from "./sharing.ts";

const euro = Assets.get("EUR");
const split = (parts: readonly NewPart[], amount?: string) =>
  partsOf(euro, { amount, description: "", parts });
const refusal = (work: () => unknown): [string, unknown] | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof SvcError ? [error.code, error.details["index"]] : [String(error), undefined];
  }
};

it("divides an amount into fixed amounts, percentages and the rest", () => {
  expect(split([{ amount: "20" }, { percent: "33.3333" }, { rest: true }], "100")).toEqual([
    2000n,
    3333n,
    4667n,
  ]);
  expect(split([{ amount: "0.01" }, { amount: "0.02" }])).toEqual([1n, 2n]);
});

it("rounds percentages by largest remainder, and of equal remainders in favor of the first part", () => {
  const third = { percent: "33.3333" };
  expect(split([third, third, { percent: "33.3334" }], "0.10")).toEqual([3n, 3n, 4n]);
  expect(split([{ percent: "50" }, { percent: "50" }], "0.05")).toEqual([3n, 2n]);
  expect(split([{ percent: "37.5" }, { percent: "62.5" }], "0.04")).toEqual([2n, 2n]);
});

it("rejects parts that do not sum to the amount, and a part of zero", () => {
  expect(refusal(() => split([{ amount: "1" }, { percent: "50" }], "3"))).toEqual(["INVALID_SPLIT", null]);
  expect(refusal(() => split([{ amount: "2" }, { percent: "60" }], "4"))).toEqual(["INVALID_SPLIT", null]);
  expect(refusal(() => split([{ amount: "3" }, { rest: true }], "3"))).toEqual(["INVALID_SPLIT", 1]);
  expect(refusal(() => split([{ percent: "0.0001" }, { rest: true }], "1"))).toEqual(["INVALID_SPLIT", 0]);
  expect(refusal(() => split([{ amount: "1" }, { amount: "0" }]))?.[0]).toBe("INVALID_AMOUNT");
});

it("names the field of the mistake, and whether the parts are too low or too high", () => {
  const mistake = (work: () => unknown) => {
    try {
      work();
    } catch (error) {
      if (error instanceof SvcError) return [error.message, error.details["fields"]];
    }
    return undefined;
  };
  const low = expect.stringContaining("add up to less than the amount");
  const high = expect.stringContaining("add up to more than the amount");
  const fieldOf = (field: string) => [expect.objectContaining({ field })];
  const unequal = (parts: readonly NewPart[]) => mistake(() => split(parts, "3"));
  expect(unequal([{ amount: "1" }, { amount: "1" }])).toEqual([low, fieldOf("splits")]);
  expect(unequal([{ amount: "2" }, { amount: "2" }])).toEqual([high, fieldOf("splits")]);
  expect(unequal([{ amount: "4" }, { rest: true }])).toEqual([high, fieldOf("splits")]);
  expect(unequal([{ amount: "3" }, { rest: true }])).toEqual([
    expect.stringContaining("would get nothing"),
    fieldOf("splits.1"),
  ]);
});

it("rejects a total that no account can hold", () => {
  const most = { amount: Assets.format(10n ** 30n, "EUR") };
  expect(split([most])).toEqual([10n ** 30n]);
  expect(refusal(() => split([most, { amount: "0.01" }]))?.[0]).toBe("INVALID_AMOUNT");
});

const percents = fc.array(fc.bigInt(0n, 250_000n), { minLength: 1, maxLength: 10 });

it("computes shares within a base unit of the exact ones, whose sum is the exact sum rounded down", () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 30n), percents, (whole, parts) => {
      const shares = shareOut(whole, parts);
      const sum = parts.reduce((all, one) => all + one, 0n);
      expect(shares.reduce((all, one) => all + one, 0n)).toBe((whole * sum) / 1_000_000n);
      for (const [index, share] of shares.entries()) {
        const scaled = whole * (parts[index] ?? 0n);
        expect(share * 1_000_000n > scaled - 1_000_000n && share * 1_000_000n < scaled + 1_000_000n).toBe(
          true,
        );
      }
    }),
  );
});

it("assigns the rest so that all parts sum to the amount", () => {
  const cents = (value: bigint) => Assets.format(value, "EUR");
  const amounts = fc.array(fc.bigInt(1n, 10n ** 6n), { maxLength: 4 });
  fc.assert(
    fc.property(
      fc.bigInt(10n ** 8n, 10n ** 15n),
      amounts,
      fc.array(fc.integer({ min: 1, max: 15 })),
      (whole, fixed, shares) => {
        const parts: NewPart[] = [
          ...fixed.map((value) => ({ amount: cents(value) })),
          ...shares.slice(0, 5).map((percent) => ({ percent: String(percent) })),
          { rest: true },
        ];
        const found = split(parts, cents(whole));
        expect(found.reduce((sum, one) => sum + one, 0n)).toBe(whole);
        expect(found.slice(0, fixed.length)).toEqual(fixed);
      },
    ),
  );
});
