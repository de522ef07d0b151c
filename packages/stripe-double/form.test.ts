import { expect, test } from "vitest";
import { parseForm } from "./form.ts";

test.each([
  ["", {}],
  ["a=1&b=x+y%26", { a: "1", b: "x y&" }],
  ["a[b]=1&a[c][d]=2", { a: { b: "1", c: { d: "2" } } }],
  ["a[]=1&a[]=2", { a: ["1", "2"] }],
  ["a[0][b]=1&a[0][c]=2&a[1][b]=3", { a: [{ b: "1", c: "2" }, { b: "3" }] }],
  ["a=1&a=2", { a: "2" }],
  ["a[b", { "a[b": "" } as object],
  ["metadata[a.b-c]=1", { metadata: { "a.b-c": "1" } }],
  ["__proto__[x]=1", { ["__proto__"]: { x: "1" } }],
])("parseForm() parses '%s'", (text, form) => {
  const parsed = parseForm(text);
  if (text === "a[b") expect(Object.keys(parsed)).toHaveLength(1);
  else expect(Object.entries(parsed)).toEqual(Object.entries(form));
  expect(({} as { x?: unknown }).x).toBeUndefined();
});
