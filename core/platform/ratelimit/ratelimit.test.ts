import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { rateLimitCount } from "../entity.ts";
import * as Table from "../table/index.ts";
import * as RateLimit from "./index.ts";
import { callerOfIp } from "./limit.ts";
import { limitOf } from "./schema.ts";

withDatabase();

const limit: RateLimit.Limit = { bucket: "test", max: 5, windowSeconds: 900 };

// A stopped clock, so that the duration of the calls has no effect.
let nowMs = Date.now();
const advance = (seconds: number) => {
  nowMs += seconds * 1000;
};
let caller = "";
beforeEach(() => {
  caller = Ids.secret(8);
  nowMs += 10_000;
  vi.spyOn(Date, "now").mockImplementation(() => nowMs);
});
afterEach(() => vi.restoreAllMocks());

const takeMany = (count: number, of = limit) =>
  Promise.all(Array.from({ length: count }, () => RateLimit.take(of, caller)));

describe("a rate limit", () => {
  it("of five allows exactly five of 50 parallel requests", async () => {
    const decisions = await takeMany(50);
    expect(decisions.filter((one) => one.allowed)).toHaveLength(5);
  });

  it("returns a number of remaining requests that counts down to zero", async () => {
    const remaining: number[] = [];
    for (let i = 0; i < 7; i++) remaining.push((await RateLimit.take(limit, caller)).remaining);
    expect(remaining).toEqual([4, 3, 2, 1, 0, 0, 0]);
  });

  it("returns a wait after which a request is allowed, and not two seconds earlier", async () => {
    await takeMany(5);
    advance(100);
    const refused = await RateLimit.take(limit, caller);
    expect(refused).toMatchObject({ allowed: false, remaining: 0 });
    const wait = refused.retryAfterSeconds ?? 0;
    expect(wait).toBeGreaterThan(790);
    advance(wait - 2);
    expect((await RateLimit.take(limit, caller)).allowed).toBe(false);
    advance(2);
    expect((await RateLimit.take(limit, caller)).allowed).toBe(true);
  });

  it("does not count rejected requests, so that they do not prolong the wait", async () => {
    await takeMany(5);
    for (let i = 0; i < 20; i++) {
      advance(40);
      await RateLimit.take(limit, caller);
    }
    advance(101);
    expect((await RateLimit.take(limit, caller)).allowed).toBe(true);
  });

  it("returns the second at which its window ends", async () => {
    const before = Clock.nowMs();
    const { resetSeconds } = await RateLimit.take(limit, caller);
    expect(resetSeconds * 1000).toBeGreaterThanOrEqual(before + 900_000);
    expect(resetSeconds * 1000).toBeLessThanOrEqual(Clock.nowMs() + 901_000);
  });

  it("counts requests separately for each caller and bucket", async () => {
    await takeMany(5);
    expect((await RateLimit.take({ ...limit, bucket: "other" }, caller)).allowed).toBe(true);
    expect((await RateLimit.take(limit, `${caller}-other`)).allowed).toBe(true);
  });

  it("holds in every window of its length, for any pattern of requests", async () => {
    const small = { bucket: "property", max: 3, windowSeconds: 10 };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 6000 }), { maxLength: 25 }), async (gapsMs) => {
        const who = Ids.secret(8);
        const accepted: number[] = [];
        for (const gapMs of gapsMs) {
          nowMs += gapMs;
          if ((await RateLimit.take(small, who)).allowed) accepted.push(nowMs);
        }
        for (const start of accepted) {
          const inWindow = accepted.filter((at) => at >= start && at < start + 10_000);
          expect(inWindow.length).toBeLessThanOrEqual(3);
        }
      }),
      { numRuns: 25 },
    );
  });

  it("of 200 allows exactly 200 of 230 parallel requests", async () => {
    const wide = { bucket: "wide", max: 200, windowSeconds: 60 };
    const decisions = await takeMany(230, wide);
    expect(decisions.filter((one) => one.allowed)).toHaveLength(200);
  });
});

describe("a plan", () => {
  const free = limitOf("free");
  const enterprise = limitOf("enterprise");

  it("allows exactly its burst of ten of 64 parallel requests, and returns a retry time to the others", async () => {
    const decisions = await takeMany(64, free);
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(10);
    for (const { allowed, retryAfterSeconds } of decisions)
      expect(retryAfterSeconds).toBe(allowed ? undefined : 1);
    advance(1);
    expect((await takeMany(5, free)).filter(({ allowed }) => allowed)).toHaveLength(1);
  });

  it("rejects none of 64 parallel requests within its limits, in several successive seconds", async () => {
    for (let second = 0; second < 4; second++) {
      const decisions = await takeMany(64, enterprise);
      expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(64);
      advance(1);
    }
    const { remaining } = await RateLimit.take({ ...enterprise, burst: 6_000 }, caller);
    expect(remaining).toBe(6_000 - 4 * 64 - 1);
  });

  it("enforces its limits of a minute and a day under parallel requests", async () => {
    const small = { ...free, max: 20, perDay: 30 };
    const passed = async () => (await takeMany(16, small)).filter(({ allowed }) => allowed).length;
    let inAMinute = 0;
    for (let second = 0; second < 55; second += 3) {
      inAMinute += await passed();
      advance(3);
    }
    expect(inAMinute).toBe(20);
    advance(65);
    let later = 0;
    for (let second = 0; second < 50; second += 5) {
      later += await passed();
      advance(5);
    }
    expect(later).toBe(10);
    expect((await RateLimit.take(small, caller)).limit).toBe(30);
  });

  it("costs one write per request, also if a second passes between them", async () => {
    const calls: string[] = [];
    Table.observe(({ operation }) => calls.push(operation));
    for (let request = 0; request < 8; request++) {
      await RateLimit.take(free, caller);
      if (request % 2 === 1) advance(2);
    }
    Table.observe(undefined);
    expect(calls).toEqual(Array(8).fill("UpdateItem"));
  });

  it("stores its counts in an item of less than 500 bytes", async () => {
    for (let second = 0; second < 70; second++) {
      await takeMany(3, enterprise);
      advance(1);
    }
    const item = await Table.get(rateLimitCount.key({ bucket: enterprise.bucket, caller }));
    const text = JSON.stringify(item, (_, value) => (typeof value === "bigint" ? Number(value) : value));
    expect(text.length).toBeLessThan(500);
    expect(rateLimitCount.parse(item ?? {}).past).toHaveLength(60);
  });
});

describe("the caller that a rate limit counts for an address", () => {
  it.each([
    ["203.0.113.9", "ip:203.0.113.9"],
    ["::ffff:203.0.113.9", "ip:203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "ip:2001:db8:1:2::/64"],
    ["2001:DB8:0001:0002::1", "ip:2001:db8:1:2::/64"],
    ["2001:db8::1", "ip:2001:db8:0:0::/64"],
    ["fe80::1%eth0", "ip:fe80:0:0:0::/64"],
    ["::1", "ip:0:0:0:0::/64"],
    ["not an address", "ip:unknown"],
    ["", "ip:unknown"],
  ])("for %j is %s", (ip, expected) => {
    expect(callerOfIp(ip)).toBe(expected);
  });
});
