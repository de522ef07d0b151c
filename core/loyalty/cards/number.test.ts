import fc from "fast-check";
import { expect, it } from "vitest";
import { checkDigit, draw, isNumber } from "./number.ts";

it("has the check digit of ISO/IEC 7812-1, Annex B", () => {
  // The examples of the standard and of Luhn's patent.
  expect(checkDigit("7992739871")).toBe("3");
  expect(checkDigit("411111111111111")).toBe("1");
});

it("is 16 digits that no payment card's number begins with", () => {
  for (let round = 0; round < 200; round++) {
    const number = draw();
    expect(number).toMatch(/^9\d{15}$/);
    expect(isNumber(number)).toBe(true);
  }
});

it("with one digit wrong, or most pairs of neighbours exchanged, is none", () => {
  fc.assert(
    fc.property(fc.nat(15), fc.integer({ min: 1, max: 9 }), (at, by) => {
      const number = draw();
      const digits = [...number];
      digits[at] = String((Number(digits[at]) + by) % 10);
      expect(isNumber(digits.join(""))).toBe(false);
    }),
  );
});
