import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../../../tests/vectors/ledger.json" with { type: "json" };
import * as Money from "./index.ts";

const decimals = fc.nat({ max: 18 });
const amount = fc.bigInt(0n, Money.MAX_AMOUNT);

describe("amounts", () => {
  it("are parsed from their decimal string to the last base unit", () => {
    fc.assert(
      fc.property(amount, decimals, (units, places) => {
        expect(Money.parse(Money.format(units, places), places)).toBe(units);
      }),
    );
  });

  it("are parsed from a JSON number if a double can represent them", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 6 }), (units, places) => {
        const shown = Money.toNumber(BigInt(units), places);
        expect(Money.parseNumber(JSON.parse(JSON.stringify(shown)), places)).toBe(BigInt(units));
      }),
    );
    expect(Money.parseNumber(1e-8, 8)).toBe(1n);
    expect(Money.parseNumber(0.1, 18)).toBe(10n ** 17n);
  });

  it("are parsed from a double as its shortest decimal representation", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e37, noNaN: true }), (value) => {
        const places = Math.max(0, new Decimal(value).decimalPlaces());
        if (value * 10 ** places >= 1e38) return;
        const units = Money.parseNumber(value, places);
        expect(Money.format(units, places)).toBe(new Decimal(value).toFixed());
      }),
    );
    expect(Money.parseNumber(1.5e21, 0)).toBe(1_500_000_000_000_000_000_000n);
    expect(Money.parseNumber(1.5e-7, 8)).toBe(15n);
  });

  const { precision, cases } = vectors.minorUnits_blnk;
  const places = Math.log10(precision);
  it.each(cases.filter((one) => one.minor !== undefined))(
    "are parsed into minor units: %j",
    ({ major, preciseMinor, minor }) => {
      const units = major === undefined ? Money.parse(preciseMinor ?? "", 0) : Money.parse(major, places);
      expect(units).toBe(BigInt(minor ?? ""));
    },
  );

  it.each([
    "12x",
    "",
    " 1",
    "1 ",
    "-1",
    "+1",
    "1e5",
    "0x10",
    ".5",
    "5.",
    "01",
    "1,5",
    "1.5.5",
    "١",
    "NaN",
    "Infinity",
  ])("are rejected if they are not plain decimals: %j", (text) => {
    expect(() => Money.parse(text, 2)).toThrow(expect.objectContaining({ code: "INVALID_AMOUNT" }));
  });

  it("are rejected if they have more decimals than the asset or more digits than the table can store", () => {
    for (const [text, places] of [
      ["10.5", 0],
      ["0.001", 2],
      [`1${"0".repeat(38)}`, 0],
      ["1", 38],
    ] as const) {
      expect(() => Money.parse(text, places)).toThrow(expect.objectContaining({ code: "INVALID_AMOUNT" }));
    }
    expect(Money.parse("1.500", 1)).toBe(15n);
    expect(Money.parse("9223372036854775808", 0)).toBe(2n ** 63n);
    expect(Money.parse("9".repeat(38), 0)).toBe(Money.MAX_AMOUNT);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, -0.01, 0.001, 1e40])(
    "are rejected if they are the number %d",
    (value) => {
      expect(() => Money.parseNumber(value, 2)).toThrow(expect.objectContaining({ code: "INVALID_AMOUNT" }));
    },
  );
});

describe("an allotment", () => {
  const share = (text: string): Money.Fraction | "remaining" => {
    if (text === "remaining") return text;
    const [n = "", d = ""] = text.split("/");
    return [BigInt(n), BigInt(d)];
  };

  it.each(vectors.allotment_formance.cases)(
    "has the same portions as Formance's: %j",
    ({ portions, amount: whole, parts, error }) => {
      const allot = () => Money.allot(BigInt(whole ?? 100), portions.map(share));
      if (error) expect(allot).toThrow(expect.objectContaining({ code: "INVALID_AMOUNT" }));
      else expect(allot()).toEqual(parts?.map(BigInt));
    },
  );

  it("sums to the whole, with less than one unit below and at most one unit above each exact portion", () => {
    fc.assert(
      fc.property(
        amount,
        fc
          .array(fc.bigInt(0n, 1000n), { minLength: 1, maxLength: 10 })
          .filter((w) => w.some((one) => one > 0n)),
        (whole, weights) => {
          const sum = weights.reduce((a, b) => a + b, 0n);
          const parts = Money.allot(
            whole,
            weights.map((weight): Money.Fraction => [weight, sum]),
          );
          expect(parts.reduce((a, b) => a + b, 0n)).toBe(whole);
          for (const [i, weight] of weights.entries()) {
            const beyond = (parts[i] ?? 0n) * sum - whole * weight;
            expect(beyond > -sum && beyond <= sum).toBe(true);
          }
        },
      ),
    );
  });

  it("sums to the whole with a remaining portion", () => {
    fc.assert(
      fc.property(amount, fc.bigInt(0n, 100n), (whole, percent) => {
        const [part = 0n, rest = 0n] = Money.allot(whole, [[percent, 100n], "remaining"]);
        expect(part + rest).toBe(whole);
      }),
    );
  });
});
