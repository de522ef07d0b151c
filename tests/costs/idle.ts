import { metrics as metricDefinitions } from "../../core/platform/metrics/schema.ts";
import type { Counts } from "./count.ts";
import { type Measured, scheduled } from "./measured.ts";
import { prices } from "./prices.ts";

/** The monthly cost of an unused stage. */

export const MONTH_SECONDS = 30.4 * 86_400;
const MINUTES = MONTH_SECONDS / 60;

/** Assumptions about AWS that cannot be measured here. */
export const ASSUMED = {
  /** Billed duration of a schedule's run without due work. */
  idleRunSeconds: 0.1,
  /** Billed duration of the feed's run once per minute, including the source's responses. */
  feedOnceSeconds: 2,
  feedLongSeconds: 65,
  /** Log bytes per run, of Lambda and the platform. */
  logBytes: 1500,
  /** Long polls of 20 seconds that Lambda keeps open at an idle queue. Source: AWS Lambda Developer Guide, SQS. */
  pollers: 5,
  pollSeconds: 20,
} as const;

const DEFAULT_MB = 512;
const FEED = "prices.feed";

/** Metrics that schedules write for the whole stage; payments and deliveries write their own. */
const figures = Object.entries(metricDefinitions).filter(
  ([name, { by }]) => by.length === 0 && !/^(payments|webhooks)/.test(name),
);

export interface Line {
  readonly what: string;
  readonly how: string;
  readonly usd: number;
}

/** Returns the runs per month of a schedule such as `rate(5 minutes)`. */
function runs(schedule: string): number {
  const [, count, unit = ""] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(schedule) ?? [];
  const minutes = { minute: 1, hour: 60, day: 1440 }[unit];
  // Any other schedule is a daily cron expression.
  if (count === undefined || minutes === undefined) return MINUTES / 1440;
  return MINUTES / (Number(count) * minutes);
}

const lambda = (count: number, seconds: number, mb: number): number =>
  count * (prices.lambdaRequest + seconds * (mb / 1024) * prices.lambdaGbSecond);
const units = (count: number, { reads, writes }: { reads: number; writes: number }): number =>
  count * (reads * prices.read + writes * prices.write);
const round = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 0 });

/** Returns the monthly cost of the feed at one pace. */
export function feedMonth({ feed }: Measured, pace: "once" | "minuteLong"): Line {
  const mb = scheduled.find(({ id }) => id === FEED)?.memoryMb ?? DEFAULT_MB;
  const seconds = pace === "once" ? ASSUMED.feedOnceSeconds : ASSUMED.feedLongSeconds;
  const { reads, writes } = feed[pace];
  return {
    what:
      pace === "once"
        ? "price feed, once a minute (`minute`, or `live` without subscribers)"
        : "price feed, `live` with subscribers all the time",
    how: `${round(MINUTES)} runs x (${seconds} s x ${mb} MB + ${reads} read and ${writes} written units)`,
    usd: lambda(MINUTES, seconds, mb) + units(MINUTES, feed[pace]),
  };
}

export function idle(measured: Measured, counts: Counts): Line[] {
  const others = scheduled.flatMap((spec) =>
    spec.id !== FEED && "schedule" in spec.trigger ? [{ spec, count: runs(spec.trigger.schedule) }] : [],
  );
  const runCount = others.reduce((sum, { count }) => sum + count, 0);
  const of = (id: string) => measured.schedules[id] ?? { reads: 0, writes: 0 };
  const metrics = 3 * scheduled.length + figures.length;
  const fixed = (what: string, count: number, price: number): Line => ({
    what,
    how: `${count} x $${price}`,
    usd: count * price,
  });
  return [
    feedMonth(measured, "once"),
    {
      what: `the ${others.length} other schedules, functions`,
      how: `${round(runCount)} runs x ${ASSUMED.idleRunSeconds} s x their memory`,
      usd: others.reduce(
        (sum, { spec, count }) => sum + lambda(count, ASSUMED.idleRunSeconds, spec.memoryMb ?? DEFAULT_MB),
        0,
      ),
    },
    {
      what: "the other schedules, table",
      how: `measured units of an idle run: ${round(others.reduce((sum, { spec, count }) => sum + count * of(spec.id).reads, 0))} read, ${round(
        others.reduce((sum, { spec, count }) => sum + count * of(spec.id).writes, 0),
      )} written`,
      usd: others.reduce((sum, { spec, count }) => sum + units(count, of(spec.id)), 0),
    },
    {
      what: "logs of all schedules",
      how: `${round(runCount + MINUTES)} runs x ${ASSUMED.logBytes} bytes x $${prices.logGb} a GB`,
      usd: ((runCount + MINUTES) * ASSUMED.logBytes * prices.logGb) / 1e9,
    },
    {
      what: "polls of empty queues",
      how: `${counts.pollers} queues x ${ASSUMED.pollers} polls every ${ASSUMED.pollSeconds} s x $${(prices.sqsRequest * 1e6).toFixed(2)} a million`,
      usd: counts.pollers * ASSUMED.pollers * (MONTH_SECONDS / ASSUMED.pollSeconds) * prices.sqsRequest,
    },
    fixed("metrics that schedules write", metrics, prices.metric),
    fixed("metrics that alarms watch", counts.alarms, prices.alarm),
    fixed("dashboards", counts.dashboards, prices.dashboard),
    fixed("secrets", counts.secrets, prices.secret),
    fixed("keys of KMS", counts.keys, prices.kmsKey),
    {
      what: "firewall",
      how: `${counts.firewalls} x $${prices.wafAcl} + ${counts.firewallRules} rules x $${prices.wafRule}`,
      usd: counts.firewalls * prices.wafAcl + counts.firewallRules * prices.wafRule,
    },
  ];
}

export const total = (lines: readonly Line[]): number => lines.reduce((sum, { usd }) => sum + usd, 0);
