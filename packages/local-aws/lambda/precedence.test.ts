import { expect, test } from "vitest";
import { createPrecedence, type Precedence } from "./precedence.ts";

/** Returns whether consumers may run immediately. */
async function isFree(precedence: Precedence, limitMs = 60_000): Promise<boolean> {
  let free = false;
  void precedence.free(limitMs).then(() => {
    free = true;
  });
  await new Promise(setImmediate);
  return free;
}

test("consumers wait while eight requests run, and for 50 ms afterwards", async () => {
  let now = 0;
  const precedence = createPrecedence(() => now);
  expect(await isFree(precedence)).toBe(true);
  const ends = Array.from({ length: 8 }, () => precedence.started());
  now += 1000;
  expect(await isFree(precedence)).toBe(false);
  for (const end of ends) end();
  expect(await isFree(precedence)).toBe(false);
  now += 50;
  expect(await isFree(precedence)).toBe(true);
});

test("consumers wait while five clients connect at the same time, but not if they connect one after another", async () => {
  let now = 0;
  const precedence = createPrecedence(() => now);
  for (let count = 0; count < 4; count++) precedence.connected();
  expect(await isFree(precedence)).toBe(true);
  precedence.connected();
  expect(await isFree(precedence)).toBe(false);
  now += 50;
  expect(await isFree(precedence)).toBe(true);
  for (let count = 0; count < 20; count++) {
    now += 20;
    precedence.connected();
    expect(await isFree(precedence)).toBe(true);
  }
});

test("consumers do not wait for fast sequential requests", async () => {
  const precedence = createPrecedence(() => 0);
  for (let count = 0; count < 1000; count++) precedence.started()();
  expect(await isFree(precedence)).toBe(true);
});

test("consumers get half of the time while requests run permanently", async () => {
  let now = 0;
  const precedence = createPrecedence(() => now);
  for (let count = 0; count < 8; count++) precedence.started();
  const waiting = precedence.free(2000);
  now += 2000;
  await waiting;
  now += 1999;
  expect(await isFree(precedence, 2000)).toBe(true);
  now += 1;
  expect(await isFree(precedence, 2000)).toBe(false);
});
