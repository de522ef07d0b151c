import { expect, test } from "vitest";
import { createPrecedence } from "./precedence.ts";

/** Whether consumers may go on at once. */
async function isFree(precedence: ReturnType<typeof createPrecedence>): Promise<boolean> {
  let free = false;
  void precedence.free(60_000).then(() => {
    free = true;
  });
  await Promise.resolve();
  await Promise.resolve();
  return free;
}

test("consumers wait while many requests are in flight, or have just come, and go on after them", async () => {
  let now = 0;
  const precedence = createPrecedence(() => now);
  expect(await isFree(precedence)).toBe(true);
  const ends = Array.from({ length: 8 }, () => precedence.begin());
  expect(await isFree(precedence)).toBe(false);
  now += 1000;
  expect(await isFree(precedence)).toBe(false);
  for (const end of ends) end();
  expect(await isFree(precedence)).toBe(true);
  // One after the other: each is answered before the next is taken.
  for (let count = 0; count < 4; count++) precedence.begin()();
  expect(await isFree(precedence)).toBe(true);
  precedence.begin()();
  expect(await isFree(precedence)).toBe(false);
  now += 100;
  expect(await isFree(precedence)).toBe(true);
});

test("consumers never starve", async () => {
  const precedence = createPrecedence();
  for (let count = 0; count < 100; count++) precedence.begin();
  await precedence.free(1);
});
