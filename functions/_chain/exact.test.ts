import fc from "fast-check";
import { expect, it } from "vitest";
import { isExact, tornText } from "./exact.ts";

it.each([
  "0",
  "-0",
  "0.0",
  "1",
  "1.0",
  "10",
  "1e3",
  "1E-18",
  "0.1",
  "250.55",
  "9007199254740991",
  "1.50e2",
  "5e-324",
])("%s is read as it is written", (text) => expect(isExact(Number(text), text)).toBe(true));

it.each([
  "9007199254740993",
  "99999999999999.999",
  "1.000000000000000001",
  "0.30000000000000000001",
  "1e400",
  "1e-400",
])("%s would be read as another number", (text) => expect(isExact(Number(text), text)).toBe(false));

it("every number that a client's JSON writes is exact", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(isExact(value, JSON.stringify(value))).toBe(true);
    }),
  );
});

it("half a surrogate pair is found where it stands, as a value, in a list, as a name; whole pairs are fine", () => {
  expect(tornText('{"a":"\\ud83d\\ude00","b":["ok"]}')).toEqual([]);
  const fields = (json: string) => tornText(json).map(({ field }) => field);
  expect(fields('{"reason":"\\ud800"}')).toEqual(["reason"]);
  expect(fields('{"a":["x","\\uDC00y"]}')).toEqual(["1"]);
  expect(fields('{"\\udbff":1}')).toEqual(["\ufffd"]);
});
