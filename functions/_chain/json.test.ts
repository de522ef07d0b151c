import fc from "fast-check";
import { expect, it } from "vitest";
import { inexactNumbers, isExact, tornText, unkeptNames } from "./json.ts";

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

const fields = (problems: readonly { readonly field: string }[]) => problems.map(({ field }) => field);

it("half a surrogate pair is found where it stands, as a value, in a list, as a name; whole pairs are fine", () => {
  expect(tornText('{"a":"\\ud83d\\ude00","b":["ok"]}')).toEqual([]);
  expect(fields(tornText('{"reason":"\\ud800"}'))).toEqual(["reason"]);
  expect(fields(tornText('{"a":["x","\\uDC00y"]}'))).toEqual(["a.1"]);
  expect(fields(tornText('{"a":{"\\udbff":1}}'))).toEqual(["a.\ufffd"]);
  expect(fields(tornText('"\\ud800"'))).toEqual(["body"]);
});

it("what is wrong is told with its whole path, and every place of it", () => {
  const lines =
    '{"lines":[{"amount":1},{"amount":9007199254740993,"more":[[1e400]]}],"sum":0.30000000000000000001}';
  expect(fields(inexactNumbers(lines))).toEqual(["lines.1.amount", "lines.1.more.0.0", "sum"]);
  expect(inexactNumbers("1e400")).toMatchObject([
    { field: "body", message: { en: expect.stringContaining("1e400") } },
  ]);
  expect(inexactNumbers('{"":{"":1e400}}').map(({ field }) => field)).toEqual(["."]);
});

it("the name that no object keeps is found, however it is written; others like it are names", () => {
  const one = (name: string) => fields(unkeptNames(`{"metadata":{"${name}":"x"}}`));
  expect(one("__proto__")).toEqual(["metadata.__proto__"]);
  expect(one("\\u005f_pr\\u006Fto__")).toEqual(["metadata.__proto__"]);
  for (const name of ["constructor", "toString", "__proto", "proto__", "\\u0061"])
    expect(one(name)).toEqual([]);
  expect(unkeptNames('["__proto__"]')).toEqual([]);
});
