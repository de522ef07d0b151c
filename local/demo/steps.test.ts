import { expect, test } from "vitest";
import * as Clock from "../../core/kernel/clock/index.ts";
import { DAY_MS } from "../../core/kernel/time.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { run, type Step } from "./steps.ts";

withDatabase();

const never = new AbortController().signal;

test("run() executes steps oldest first, each with the clock on its day, and resumes at a failed step", async () => {
  const days: string[] = [];
  let isDown = true;
  const step = (name: string, daysAgo: number): Step => ({
    name,
    daysAgo,
    run: async () => {
      if (name === "second" && isDown) throw new Error("down");
      const atMs = Clock.nowMs();
      await new Promise(setImmediate);
      days.push(`${name} ${Math.round((Date.now() - atMs) / DAY_MS)}`);
    },
  });
  const steps = [step("last", 0), step("second", 3), step("first", 20)];
  await expect(run(steps, never)).rejects.toThrow("down");
  expect(days).toEqual(["first 20"]);
  // Outside the steps, the clock is unchanged.
  expect(Clock.offset()).toBe(0);
  isDown = false;
  expect(await run(steps, never)).toBe(2);
  expect(days).toEqual(["first 20", "second 3", "last 0"]);
  expect(await run(steps, never)).toBe(0);
});

test("run() stops after the current step when it is aborted", async () => {
  const stopping = new AbortController();
  const abort = async () => stopping.abort();
  const steps = [1, 2, 3].map((day) => ({ name: `one of ${day}`, daysAgo: day, run: abort }));
  expect(await run(steps, stopping.signal)).toBe(1);
});
