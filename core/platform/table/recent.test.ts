import { afterEach, expect, test } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { bare } from "../../../tests/support/items.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Table from "./index.ts";
import { recent } from "./recent.ts";

withDatabase();

afterEach(() => Clock.setOffset(0));

const later = (ms: number) => Clock.setOffset(Clock.offset() + ms);
const key = { pk: "RECENT", sk: "ITEM" };
const value = async () => (await Table.get(key))?.["value"];

/** Returns a cached function, and the number of its reads. */
function counted(ttlMs: number) {
  const counter = { reads: 0, fails: false };
  const ask = recent(ttlMs, () => {
    counter.reads++;
    return counter.fails ? Promise.reject(new Error("throttled")) : value();
  });
  return { counter, ask };
}

test("a cached value is read once under parallel requests, and again after it expires", async () => {
  const { counter, ask } = counted(1000);
  await Promise.all(Array.from({ length: 50 }, ask));
  await ask();
  expect(counter.reads).toBe(1);
  later(1000);
  await ask();
  expect(counter.reads).toBe(2);
  later(-5000);
  await ask();
  expect(counter.reads).toBe(3);
});

test("a cached value includes the process's own changes, also if they are committed during a read", async () => {
  const { ask } = counted(60_000);
  await Table.commit([{ put: bare({ ...key, value: "before" }) }]);
  expect(await ask()).toBe("before");
  const committed = Table.commit([{ put: bare({ ...key, value: "after" }) }]);
  await ask();
  await committed;
  expect(await ask()).toBe("after");
});

test("a failed read is not cached", async () => {
  const { counter, ask } = counted(60_000);
  counter.fails = true;
  await expect(ask()).rejects.toThrow("throttled");
  counter.fails = false;
  await ask();
  expect(counter.reads).toBe(2);
});
