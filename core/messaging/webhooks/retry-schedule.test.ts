import fc from "fast-check";
import { expect, it } from "vitest";
import vectors from "../../../tests/vectors/webhooks_outbound.json" with { type: "json" };
import { delayMs, retryAfterSeconds, SCHEDULE } from "./retry-schedule.ts";

it("attempts are made at once, after 5 s, 1 min, 5 min, 30 min, 2 h, 5 h and 10 h, and then no more", () => {
  expect(SCHEDULE).toEqual([0, 5, 60, 300, 1800, 7200, 18_000, 36_000]);
  const delays = SCHEDULE.slice(1).map((_, index) => delayMs(index + 1, undefined, 0));
  expect(delays).toEqual([5000, 60_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000]);
  expect(delayMs(SCHEDULE.length, undefined, 0)).toBeUndefined();
});

const made = fc.integer({ min: 1, max: SCHEDULE.length - 1 });
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

it("jitter adds up to a tenth", () => {
  fc.assert(
    fc.property(made, random, (attempts, chance) => {
      const base = (SCHEDULE[attempts] ?? 0) * 1000;
      expect(delayMs(attempts, undefined, chance)).toBeGreaterThanOrEqual(base);
      expect(delayMs(attempts, undefined, chance)).toBeLessThanOrEqual(base * 1.1);
    }),
  );
});

it("Retry-After is honoured from the schedule's own delay up to twice that", () => {
  fc.assert(
    fc.property(made, fc.nat(100_000), (attempts, asked) => {
      const base = SCHEDULE[attempts] ?? 0;
      expect(delayMs(attempts, asked, 0)).toBe(Math.min(Math.max(asked, base), 2 * base) * 1000);
    }),
  );
});

const NOW = Date.parse("2015-10-21T07:26:30.000Z");

it.each(vectors.retryAfter_svix.filter((row) => row.header !== undefined))("reads $header", (row) => {
  const expected = row.parsedAs === "date" ? 90 : (row.seconds ?? undefined);
  expect(retryAfterSeconds(row.header, NOW)).toBe(expected);
});

it.each([
  ["Wednesday, 21-Oct-15 07:28:00 GMT", 90],
  ["Wed, 21 Oct 2015 07:00:00 GMT", 0],
  [" 5 ", 5],
  ["-5", undefined],
  ["5 minutes", undefined],
  ["2016", 2016],
  ["2015-10-21", undefined],
  ["Xyz, 99 Foo 2015 07:28:00 GMT", undefined],
  ["", undefined],
  [undefined, undefined],
])("reads %j as %j", (header, seconds) => {
  expect(retryAfterSeconds(header, NOW)).toBe(seconds);
});
