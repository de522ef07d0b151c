import fc from "fast-check";
import { expect, it } from "vitest";
import { inexactNumbers, isExact, malformedText, unusableNames } from "./json.ts";

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
])("isExact finds that a double holds %s exactly", (text) => expect(isExact(Number(text), text)).toBe(true));

it.each([
  "9007199254740993",
  "99999999999999.999",
  "1.000000000000000001",
  "0.30000000000000000001",
  "1e400",
  "1e-400",
])("isExact finds that a double cannot hold %s", (text) => expect(isExact(Number(text), text)).toBe(false));

it("isExact accepts every number that JSON.stringify writes", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(isExact(value, JSON.stringify(value))).toBe(true);
    }),
  );
});

const fields = (problems: readonly { readonly field: string }[]) => problems.map(({ field }) => field);

it("malformedText finds half a surrogate pair in values, lists and names, and accepts whole pairs", () => {
  expect(malformedText('{"a":"\\ud83d\\ude00","b":["ok"]}')).toEqual([]);
  expect(fields(malformedText('{"reason":"\\ud800"}'))).toEqual(["reason"]);
  expect(fields(malformedText('{"a":["x","\\uDC00y"]}'))).toEqual(["a.1"]);
  expect(fields(malformedText('{"a":{"\\udbff":1}}'))).toEqual(["a.\ufffd"]);
  expect(fields(malformedText('"\\ud800"'))).toEqual(["body"]);
});

it("inexactNumbers reports every inexact number with its whole path", () => {
  const lines =
    '{"lines":[{"amount":1},{"amount":9007199254740993,"more":[[1e400]]}],"sum":0.30000000000000000001}';
  expect(fields(inexactNumbers(lines))).toEqual(["lines.1.amount", "lines.1.more.0.0", "sum"]);
  expect(inexactNumbers("1e400")).toMatchObject([
    { field: "body", message: { en: expect.stringContaining("1e400") } },
  ]);
  expect(inexactNumbers('{"":{"":1e400}}').map(({ field }) => field)).toEqual(["."]);
});

it("unusableNames finds the name __proto__ with and without escapes, and accepts similar names", () => {
  const one = (name: string) => fields(unusableNames(`{"metadata":{"${name}":"x"}}`));
  expect(one("__proto__")).toEqual(["metadata.__proto__"]);
  expect(one("\\u005f_pr\\u006Fto__")).toEqual(["metadata.__proto__"]);
  for (const name of ["constructor", "toString", "__proto", "proto__", "\\u0061"])
    expect(one(name)).toEqual([]);
  expect(unusableNames('["__proto__"]')).toEqual([]);
});
