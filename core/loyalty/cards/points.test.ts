import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkDigit, drawNumber } from "./enrolling.ts";
import {
  addPoints,
  balanceOf,
  earnedOf,
  expire,
  expiryOf,
  NONE,
  type Points,
  spend,
  takeBack,
  tierStatusOf,
} from "./points.ts";

const days = ["2026-01-31", "2026-02-01", "2026-05-17", "2026-11-22"];
const day = fc.constantFrom(...days);
const amount = fc.bigInt(1n, 500n);

type Act =
  | { readonly kind: "give" | "take"; readonly day: string; readonly amount: bigint }
  | { readonly kind: "spend"; readonly amount: bigint }
  | { readonly kind: "expire"; readonly day: string };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant("give" as const), day, amount }),
  fc.record({ kind: fc.constant("take" as const), day, amount }),
  fc.record({ kind: fc.constant("spend" as const), amount }),
  fc.record({ kind: fc.constant("expire" as const), day }),
);

/** Applies a change to points. */
function done(points: Points, one: Act): Points {
  if (one.kind === "give") return addPoints(points, one.day, one.amount);
  if (one.kind === "take") return takeBack(points, one.day, one.amount);
  if (one.kind === "spend") return spend(points, one.amount) ?? points;
  return expire(points, (at) => at <= one.day);
}

const netOf = (points: Points): bigint => balanceOf(points) - points.owed;

describe("points", () => {
  it("are per day between zero and the points earned that day, and sorted by day", () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
        let points = NONE;
        for (const one of acts) {
          points = done(points, one);
          expect(points.owed).toBeGreaterThanOrEqual(0n);
          for (const { earned, left } of points.lots) {
            expect(left).toBeGreaterThanOrEqual(0n);
            expect(earned).toBeGreaterThanOrEqual(left);
          }
          const days = points.lots.map((lot) => lot.day);
          expect(days).toEqual([...new Set(days)].sort());
        }
      }),
    );
  });

  it("change in balance less debt by exactly the amount of each change", () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
        let points = NONE;
        for (const one of acts) {
          const before = points;
          points = done(points, one);
          const change = netOf(points) - netOf(before);
          const isThere = "day" in one && before.lots.some((lot) => lot.day === one.day);
          if (one.kind === "give") expect(change).toBe(one.amount);
          if (one.kind === "take") expect(change).toBe(isThere ? -one.amount : 0n);
          if (one.kind === "spend") expect(change).toBe(balanceOf(before) >= one.amount ? -one.amount : 0n);
          if (one.kind === "expire") {
            const over = before.lots.filter((lot) => lot.day <= one.day);
            expect(change).toBe(-balanceOf({ lots: over }));
          }
        }
      }),
    );
  });

  it("are spent oldest first, all or none", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(day, amount), { minLength: 1 }),
        fc.bigInt(1n, 2000n),
        (given, wanted) => {
          const before = given.reduce((points, [at, many]) => addPoints(points, at, many), NONE);
          const after = spend(before, wanted);
          expect(after === undefined).toBe(balanceOf(before) < wanted);
          if (after === undefined) return;
          const touched = before.lots.filter((lot, at) => after.lots[at]?.left !== lot.left);
          // All days before the last changed one are empty, and no later day has changed.
          expect(touched).toEqual(before.lots.slice(0, touched.length));
          expect(after.lots.slice(0, touched.length - 1).every(({ left }) => left === 0n)).toBe(true);
          expect(balanceOf(after)).toBe(balanceOf(before) - wanted);
        },
      ),
    );
  });

  it("are taken back from the payment's day, then from the oldest days, and then become a debt", () => {
    const [first = "", second = ""] = days;
    const all = addPoints(addPoints(NONE, first, 10n), second, 20n);
    expect(takeBack(all, second, 5n).lots.map(({ left }) => left)).toEqual([10n, 15n]);
    const spent = spend(all, 25n) as Points;
    expect(spent.lots.map(({ left }) => left)).toEqual([0n, 5n]);
    const indebted = takeBack(spent, first, 10n);
    expect(indebted).toEqual({
      lots: [
        { day: first, earned: 0n, left: 0n },
        { day: second, earned: 20n, left: 0n },
      ],
      owed: 5n,
    });
    const paid = addPoints(indebted, "2026-11-22", 7n);
    expect([balanceOf(paid), paid.owed, earnedOf(paid)]).toEqual([2n, 0n, 27n]);
  });

  it("of an expired day are not taken back", () => {
    const gone = expire(addPoints(NONE, "2026-01-31", 10n), () => true);
    expect(takeBack(gone, "2026-01-31", 10n)).toEqual(NONE);
  });
});

describe("points of a day", () => {
  it.each([
    ["2026-11-22", "2027-11-23T00:00:00.000Z"],
    ["2027-12-31", "2029-01-01T00:00:00.000Z"],
    ["2028-02-29", "2029-03-02T00:00:00.000Z"],
  ])("earned on %s expire at %s", (at, expiry) => {
    expect(expiryOf(at)).toBe(expiry);
  });
});

describe("a tier", () => {
  it.each<[bigint, string, bigint]>([
    [0n, "bronze", 1000n],
    [999n, "bronze", 1n],
    [1000n, "silver", 4000n],
    [4999n, "silver", 1n],
    [5000n, "gold", 15_000n],
    [20_000n, "platinum", 0n],
    [10n ** 9n, "platinum", 0n],
  ])("for %d points is %s, with %d points to the next tier", (points, tier, missing) => {
    expect(tierStatusOf(points)).toMatchObject({ tier, pointsToNextTier: missing });
  });
});

const isNumber = (text: string): boolean =>
  /^9\d{15}$/.test(text) && checkDigit(text.slice(0, -1)) === text.slice(-1);

it("computes the check digit of a card number by ISO/IEC 7812-1, Annex B", () => {
  // Examples from the standard and from Luhn's patent.
  expect(checkDigit("7992739871")).toBe("3");
  expect(checkDigit("411111111111111")).toBe("1");
});

it("draws card numbers of 16 digits with a prefix that payment cards do not have", () => {
  for (let round = 0; round < 200; round++) {
    const number = drawNumber();
    expect(number).toMatch(/^9\d{15}$/);
    expect(isNumber(number)).toBe(true);
  }
});

it("rejects a card number with one wrong digit", () => {
  fc.assert(
    fc.property(fc.nat(15), fc.integer({ min: 1, max: 9 }), (at, by) => {
      const number = drawNumber();
      const digits = [...number];
      digits[at] = String((Number(digits[at]) + by) % 10);
      expect(isNumber(digits.join(""))).toBe(false);
    }),
  );
});
