import { expect, it } from "vitest";
import { pageOf } from "./paging.ts";

const all = ["a", "b", "c", "d", "e"];

it("pages follow one another to the end, and the last one says so", () => {
  const first = pageOf(all, undefined, 2);
  const second = pageOf(all, first.nextCursor, 2);
  const third = pageOf(all, second.nextCursor, 2);
  expect([first.items, second.items, third.items]).toEqual([["a", "b"], ["c", "d"], ["e"]]);
  expect(third.nextCursor).toBeUndefined();
  expect(pageOf([], undefined, 2)).toEqual({ items: [], nextCursor: undefined });
});

it.each([
  "",
  "x",
  "0",
  Buffer.from("after:0").toString("base64url"),
  Buffer.from("after:5").toString("base64url"),
])("%j is no cursor", (cursor) => {
  expect(() => pageOf(all, cursor, 2)).toThrow(expect.objectContaining({ code: "INVALID_REQUEST" }));
});
