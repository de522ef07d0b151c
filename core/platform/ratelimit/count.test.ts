import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../kernel/time.ts";
import { addRequest, type Count, countAt, decisionOf, waitMs } from "./count.ts";
import type { Limit } from "./limit.ts";
import { limitOf } from "./schema.ts";

/** Returns a function that counts the successive requests of one caller. */
function counting(limit: Limit) {
  let known: Count | undefined;
  return (nowMs: number) => {
    const before = countAt(limit, known, nowMs);
    const wait = waitMs(limit, before, nowMs);
    const isAllowed = wait === 0;
    known = isAllowed ? addRequest(limit, before, nowMs) : before;
    return { isAllowed, wait, decision: decisionOf(limit, known, nowMs, isAllowed), count: known };
  };
}

/** The reference implementation: checks the limit against the times of all accepted requests. */
function naive({ max, windowSeconds, burst, perDay }: Limit, accepted: readonly number[], nowMs: number) {
  const within = (ms: number) => accepted.filter((at) => at > nowMs - ms).length;
  const windowMs = windowSeconds * 1000;
  const interval = windowMs / max;
  let wholeAt = 0;
  for (const at of accepted) wholeAt = Math.max(wholeAt, at) + interval;
  const ahead = ((burst ?? 0) - 1) * interval;
  const today = accepted.filter((at) => Math.floor(at / DAY_MS) === Math.floor(nowMs / DAY_MS)).length;
  const others =
    (burst === undefined || wholeAt - ahead <= nowMs) && (perDay === undefined || today < perDay);
  return {
    /** Whether accepting the request breaks no limit. */
    isRight: others && within(windowMs) < max,
    /** Whether the request must be accepted, because it would be even if the window were one slot longer. */
    mustPass: others && within(windowMs + windowMs / 60) < max,
  };
}

const limits: Limit[] = [
  { bucket: "window", max: 7, windowSeconds: 60 },
  { bucket: "burst", max: 60, windowSeconds: 60, burst: 10 },
  { bucket: "all", max: 6, windowSeconds: 60, burst: 3, perDay: 20 },
  { bucket: "long", max: 5, windowSeconds: 3600 },
];
const gaps = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 1_500 }),
  fc.integer({ min: 0, max: 30_000 }),
  fc.integer({ min: 0, max: DAY_MS }),
);
const START = Date.UTC(2026, 10, 21, 23, 58);

describe.each(limits)("a limit of $max in $windowSeconds s, burst $burst, $perDay a day", (limit) => {
  it("allows no request beyond an exact count, and is stricter by at most one slot", () => {
    fc.assert(
      fc.property(fc.array(gaps, { maxLength: 60 }), (waits) => {
        const request = counting(limit);
        const accepted: number[] = [];
        let nowMs = START;
        for (const gap of waits) {
          nowMs += gap;
          const { isRight, mustPass } = naive(limit, accepted, nowMs);
          const { isAllowed } = request(nowMs);
          if (isAllowed) accepted.push(nowMs);
          expect(isAllowed && !isRight).toBe(false);
          expect(mustPass && !isAllowed).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("returns a wait after which a request is allowed, and not a millisecond earlier", () => {
    fc.assert(
      fc.property(fc.array(gaps, { maxLength: 60 }), (waits) => {
        const request = counting(limit);
        let nowMs = START;
        for (const gap of waits) {
          nowMs += gap;
          const { isAllowed, wait, decision, count } = request(nowMs);
          if (isAllowed) continue;
          const { retryAfterSeconds = 0 } = decision;
          expect(retryAfterSeconds).toBe(Math.max(1, Math.ceil(wait / 1000)));
          const after = nowMs + retryAfterSeconds * 1000;
          expect(waitMs(limit, countAt(limit, count, after), after)).toBe(0);
          const early = nowMs + wait - 1;
          expect(waitMs(limit, countAt(limit, count, early), early)).toBeGreaterThan(0);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("returns a number of remaining requests of at least zero, and a reset time that is not in the past", () => {
    fc.assert(
      fc.property(fc.array(gaps, { maxLength: 60 }), (waits) => {
        const request = counting(limit);
        let nowMs = START;
        for (const gap of waits) {
          nowMs += gap;
          const { isAllowed, decision } = request(nowMs);
          expect(decision.remaining).toBeGreaterThanOrEqual(0);
          expect(decision.resetSeconds * 1000).toBeGreaterThanOrEqual(nowMs);
          if (!isAllowed) expect(decision.remaining).toBe(0);
        }
      }),
    );
  });
});

describe("the burst", () => {
  // The table of throttled's rate_test.go and redis-cell's it_rate_limits: a limit of 5, one a second.
  const limit = { bucket: "gcra", max: 60, windowSeconds: 60, burst: 5 };
  it.each([
    [[0, 0, 0, 0, 0, 0], 0, 5_000, 1_000],
    [[0, 0, 0, 0, 0, 3_000], 2, 6_000, undefined],
    [[0, 0, 0, 0, 0, 3_000, 3_100], 1, 7_000, undefined],
    [[0, 0, 0, 0, 0, 3_000, 3_100, 4_000], 1, 8_000, undefined],
    [[0, 0, 0, 0, 0, 3_000, 3_100, 4_000, 8_000], 4, 9_000, undefined],
    [[0, 0, 0, 0, 0, 3_000, 3_100, 4_000, 8_000, 9_500], 4, 10_500, undefined],
    [[0, 0, 0, 0, 0, 3_000, 3_100, 4_000, 8_000, 9_500, 9_500, 9_500], 2, 12_500, undefined],
  ])(
    "follows the published table of the GCRA algorithm after requests at %j ms",
    (times, remaining, wholeAtMs, retryAfterMs) => {
      const request = counting(limit);
      const [last] = times.map((ms) => request(START + ms)).slice(-1);
      expect(last).toMatchObject({
        isAllowed: retryAfterMs === undefined,
        wait: retryAfterMs ?? 0,
        decision: { limit: 5, remaining },
        count: { wholeAtMs: START + wholeAtMs },
      });
    },
  );
});

describe("a plan", () => {
  it("free allows 10 parallel requests, 60 a minute and 1,000 a day until midnight UTC", () => {
    const request = counting(limitOf("free"));
    const midnight = Date.UTC(2026, 10, 22);
    let nowMs = Date.UTC(2026, 10, 21, 0, 0);
    const atOnce = Array.from({ length: 11 }, () => request(nowMs));
    expect(atOnce.filter(({ isAllowed }) => isAllowed)).toHaveLength(10);
    expect(atOnce[10]?.decision).toMatchObject({ limit: 10, remaining: 0, retryAfterSeconds: 1 });
    const inAMinute = Array.from({ length: 59 }, (_, index) => request(nowMs + index * 1_000));
    expect(inAMinute.filter(({ isAllowed }) => isAllowed)).toHaveLength(50);
    expect(inAMinute.at(-1)?.decision).toMatchObject({ limit: 60, remaining: 0 });
    let today = 60;
    nowMs += 120_000;
    while (today < 1_000) {
      if (request(nowMs).isAllowed) today++;
      nowMs += 2_000;
    }
    const { decision } = request(nowMs);
    expect(decision).toMatchObject({ allowed: false, limit: 1_000, resetSeconds: midnight / 1000 });
    expect(request(midnight - 1).isAllowed).toBe(false);
    expect(request(midnight).isAllowed).toBe(true);
  });

  it("enterprise allows 1,000 parallel requests and has no daily limit", () => {
    const request = counting(limitOf("enterprise"));
    const count = (times: number, atMs: number) =>
      Array.from({ length: times }, () => request(atMs)).filter(({ isAllowed }) => isAllowed).length;
    expect(count(1_001, START)).toBe(1_000);
    let total = 1_000;
    for (let second = 1; second < 3_600; second++) total += count(200, START + second * 1_000);
    expect(total).toBeGreaterThan(300_000);
  });

  it("counts any number of requests in at most 60 slots", () => {
    const request = counting(limitOf("enterprise"));
    let most = 0;
    for (let ms = 0; ms < 300_000; ms += 25) most = Math.max(most, request(START + ms).count.past.length);
    expect(most).toBe(60);
  });
});
