import { afterEach, describe, expect, test } from "vitest";
import { testClock } from "../testing.ts";
import { type ScheduledFunction, type Scheduler, startScheduler } from "./schedules.ts";
import { dueTimes, MAX_CATCH_UP, parseSchedule } from "./times.ts";

const ms = (iso: string) => Date.parse(iso);
const next = (expression: string, after: string) => {
  const at = parseSchedule(expression)(ms(after));
  return at === undefined ? undefined : new Date(at).toISOString();
};

describe("the schedule expression", () => {
  test.each([
    ["rate(1 minute)", "2026-11-21T09:30:00.000Z", "2026-11-21T09:31:00.000Z"],
    ["rate(5 minutes)", "2026-11-21T09:31:10.000Z", "2026-11-21T09:35:00.000Z"],
    ["rate(1 day)", "2026-11-21T09:31:10.000Z", "2026-11-22T00:00:00.000Z"],
    ["cron(0 3 * * ? *)", "2026-11-21T09:30:00.000Z", "2026-11-22T03:00:00.000Z"],
    ["cron(0/15 * * * ? *)", "2026-11-21T09:30:00.000Z", "2026-11-21T09:45:00.000Z"],
    // AWS counts weekdays from Sunday as 1.
    ["cron(15 10 ? * 2 *)", "2026-11-21T09:30:00.000Z", "2026-11-23T10:15:00.000Z"],
    ["cron(0 18 ? * MON-FRI *)", "2026-11-21T09:30:00.000Z", "2026-11-23T18:00:00.000Z"],
    ["cron(0 8 1 * ? *)", "2026-11-21T09:30:00.000Z", "2026-12-01T08:00:00.000Z"],
    ["at(2026-11-21T10:00:00)", "2026-11-21T09:30:00.000Z", "2026-11-21T10:00:00.000Z"],
    ["at(2026-11-21T10:00:00)", "2026-11-21T10:00:00.000Z", undefined],
  ])("%s, after %s, is next due at %s", (expression, after, due) => {
    expect(next(expression, after)).toBe(due);
  });

  test.each(["rate(1 minutes)", "rate(5 minute)", "rate(0 minutes)", "at(soon)", "cron(nonsense)", "hourly"])(
    "%s is rejected",
    (expression) => {
      expect(() => parseSchedule(expression)).toThrow();
    },
  );
});

test("dueTimes() returns at most the three latest due times, oldest first", () => {
  const every = parseSchedule("rate(1 minute)");
  const from = ms("2026-01-01T00:00:00Z");
  expect(dueTimes(every, from, from + 30_000)).toEqual([]);
  expect(dueTimes(every, from, from + 60_000)).toEqual([from + 60_000]);
  const to = ms("2027-01-01T00:00:00Z");
  expect(dueTimes(every, from, to)).toEqual([to - 120_000, to - 60_000, to]);
  const nightly = parseSchedule("cron(0 3 * * ? *)");
  expect(dueTimes(nightly, from, to).map((at) => new Date(at).toISOString())).toEqual([
    "2026-12-29T03:00:00.000Z",
    "2026-12-30T03:00:00.000Z",
    "2026-12-31T03:00:00.000Z",
  ]);
});

describe("the scheduler", () => {
  const functions: ScheduledFunction[] = [
    { id: "often", schedule: "rate(1 minute)" },
    { id: "daily", schedule: "rate(1 day)" },
  ];
  const start = ms("2100-01-01T00:00:30Z");
  let scheduler: Scheduler | undefined;
  afterEach(() => scheduler?.stop());

  function begin(handler: (id: string, event: { time: string }) => unknown) {
    const clock = testClock(start);
    const stored: number[] = [];
    scheduler = startScheduler({
      functions,
      nowMs: clock.nowMs,
      load: async (id) => (event) => handler(id, event as { time: string }),
      ran: () => undefined,
      report: () => undefined,
      ranUntilMs: start,
      storeProgress: (until) => stored.push(until),
    });
    return { scheduler, stored, jump: clock.advance };
  }

  test("runs each function for at most its three latest due times after the clock jumps two days", async () => {
    const ran: [string, string][] = [];
    const { scheduler, jump, stored } = begin((id, event) => ran.push([id, event.time]));
    scheduler.tick();
    expect(await scheduler.settled(1000)).toEqual([]);
    expect(ran).toEqual([]);

    jump(2 * 86_400);
    scheduler.tick();
    await scheduler.settled(1000);
    expect(ran.filter(([id]) => id === "daily").map(([, time]) => time)).toEqual([
      "2100-01-02T00:00:00Z",
      "2100-01-03T00:00:00Z",
    ]);
    expect(ran.filter(([id]) => id === "often").map(([, time]) => time)).toEqual([
      "2100-01-02T23:58:00Z",
      "2100-01-02T23:59:00Z",
      "2100-01-03T00:00:00Z",
    ]);
    expect(stored.at(-1)).toBeGreaterThanOrEqual(start + 2 * 86_400_000);

    scheduler.tick();
    await scheduler.settled(1000);
    expect(ran).toHaveLength(MAX_CATCH_UP + 2);
  });

  test("never overlaps two runs of a schedule, and continues after a failed run", async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    const { scheduler, jump } = begin(async (id) => {
      if (id !== "often") return;
      most = Math.max(most, ++running);
      runs++;
      await new Promise(setImmediate);
      running--;
      if (runs === 1) throw new Error("once");
    });
    jump(600);
    scheduler.tick();
    expect(await scheduler.settled(1000)).toEqual([]);
    expect(runs).toBe(MAX_CATCH_UP);
    expect(most).toBe(1);
  });

  test("settled() names the functions that still run after its time limit", async () => {
    const end = Promise.withResolvers<void>();
    const { scheduler, jump } = begin((id) => (id === "often" ? end.promise : undefined));
    jump(60);
    scheduler.tick();
    expect(await scheduler.settled(20)).toEqual(["often"]);
    end.resolve();
    expect(await scheduler.settled(1000)).toEqual([]);
  });

  describe("with a continuous consumer", () => {
    const feed: ScheduledFunction = { id: "feed", schedule: "rate(1 minute)", continuous: true };
    /** A feed that runs until it is ended, or no time remains. */
    function beginFeed() {
      const times: string[] = [];
      let running = 0;
      let most = 0;
      let end = Promise.withResolvers<void>();
      const clock = testClock(start);
      scheduler = startScheduler({
        functions: [feed],
        nowMs: clock.nowMs,
        load: async () => async (event, context) => {
          times.push((event as { time: string }).time);
          most = Math.max(most, ++running);
          const ended = end.promise.then(() => "end");
          while (context.getRemainingTimeInMillis() > 0)
            if ((await Promise.race([ended, new Promise(setImmediate)])) === "end") break;
          running--;
        },
        ran: () => undefined,
        report: () => undefined,
        ranUntilMs: start,
        storeProgress: () => undefined,
      });
      const endRun = () => {
        end.resolve();
        end = Promise.withResolvers();
      };
      return { scheduler, times, endRun, running: () => running, most: () => most, jump: clock.advance };
    }

    test("starts the first run immediately, and settled() does not wait for it", async () => {
      const { scheduler, running } = beginFeed();
      expect(await scheduler.settled(1000)).toEqual([]);
      await expect.poll(running).toBe(1);
    });

    test("starts one run for the latest due time after a jump of a day, when the run in progress has ended", async () => {
      const { scheduler, times, running, most, endRun, jump } = beginFeed();
      await expect.poll(running).toBe(1);
      jump(86_400);
      scheduler.tick();
      scheduler.tick();
      expect(times).toHaveLength(1);
      endRun();
      await expect.poll(() => times).toEqual(["2100-01-01T00:00:30Z", "2100-01-02T00:00:00Z"]);
      endRun();
      await expect.poll(running).toBe(0);
      expect(times).toHaveLength(2);
      expect(most()).toBe(1);
    });

    test("ends the run at rest(), starts one at restart(), and ends it at stop()", async () => {
      const { scheduler, times, running, most, jump } = beginFeed();
      await expect.poll(running).toBe(1);
      jump(60);
      scheduler.tick();
      await scheduler.rest();
      expect([times.length, running()]).toEqual([1, 0]);
      scheduler.restart();
      await expect.poll(running).toBe(1);
      await scheduler.stop();
      expect([times.length, running(), most()]).toEqual([2, 0, 1]);
    });
  });
});
