import { expect, test } from "vitest";
import { createPrecedence } from "./precedence.ts";

test("consumers wait while many requests are in flight, go on when few are left, and never starve", async () => {
  const precedence = createPrecedence();
  await precedence.free(60_000);
  const ends = Array.from({ length: 8 }, () => precedence.begin());
  let isFree = false;
  const waiting = precedence.free(60_000).then(() => {
    isFree = true;
  });
  for (const end of ends.splice(0, 3)) end();
  await Promise.resolve();
  expect(isFree).toBe(false);
  ends.pop()?.();
  await waiting;
  expect(isFree).toBe(true);
  const [more] = [precedence.begin()];
  await precedence.free(1);
  more?.();
});
