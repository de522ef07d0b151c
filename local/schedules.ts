import { Cron } from "croner";
import type { ConsumerSpec } from "../contract/consumers.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import { type Handler, invoke } from "./invoke.ts";

/**
 * EventBridge's schedules, by the platform's clock. A rate is counted from the UNIX epoch, so it does not depend on when
 * the process began. When the clock jumps over several due times of a schedule, only the latest MAX_CATCH_UP of them run,
 * one after the other, each told its own time: a year forward must not mean 525,600 sweeps. A schedule never runs beside
 * itself here; EventBridge would start it a second time.
 *
 * A continuous consumer begins with the scheduler. Due again while it runs, it runs once more after, however often it was
 * due: it is always about to be running, and nobody waits for it.
 */

export const MAX_CATCH_UP = 3;

const UNIT_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** The first time after `afterMs` that a schedule is due; undefined when it never is again. */
export type NextDue = (afterMs: number) => number | undefined;

/** Reads an expression as EventBridge writes it. @throws Error when it is none */
export function parseSchedule(expression: string): NextDue {
  const [, kind, text = ""] = /^(rate|at|cron)\((.+)\)$/.exec(expression) ?? [];
  if (kind === "rate") return rate(expression, text);
  if (kind === "at") {
    const dueMs = Date.parse(`${text}Z`);
    if (Number.isNaN(dueMs)) throw new Error(`${expression} is not at(yyyy-mm-ddThh:mm:ss)`);
    return (afterMs) => (dueMs > afterMs ? dueMs : undefined);
  }
  if (kind === "cron") {
    const cron = new Cron(`0 ${text}`, {
      mode: "7-part",
      alternativeWeekdays: true,
      sloppyRanges: true,
      timezone: "UTC",
      paused: true,
    });
    return (afterMs) => cron.nextRun(new Date(afterMs))?.getTime();
  }
  throw new Error(`${expression} is not rate(…), cron(…) or at(…)`);
}

function rate(expression: string, text: string): NextDue {
  const [, count = "", unit = "", plural] = /^(\d+) (minute|hour|day)(s?)$/.exec(text) ?? [];
  const everyMs = Number(count) * (UNIT_MS[unit] ?? 0);
  // As EventBridge: 1 takes the singular, all else the plural.
  if (!everyMs || (count === "1") === (plural === "s"))
    throw new Error(`${expression} is not rate(<value> <unit>)`);
  return (afterMs) => (Math.floor(afterMs / everyMs) + 1) * everyMs;
}

/** The due times in (fromMs, toMs], the latest `max` of them, oldest first. */
export function dueTimes(next: NextDue, fromMs: number, toMs: number, max = MAX_CATCH_UP): number[] {
  for (let windowMs = 60_000; ; windowMs *= 4) {
    const start = Math.max(fromMs, toMs - windowMs);
    const found: number[] = [];
    for (let at = next(start); at !== undefined && at <= toMs; at = next(at)) found.push(at);
    if (found.length >= max || start === fromMs) return found.slice(-max);
  }
}

/** The event that EventBridge sends for a schedule. */
export const scheduledEvent = (id: string, dueMs: number) => ({
  version: "0",
  id: crypto.randomUUID(),
  "detail-type": "Scheduled Event",
  source: "aws.events",
  account: "000000000000",
  time: new Date(dueMs).toISOString().replace(/\.\d+Z$/, "Z"),
  region: "local",
  resources: [`arn:aws:events:local:000000000000:rule/${id}`],
  detail: {},
});

export interface SchedulerOptions {
  readonly consumers: readonly ConsumerSpec[];
  readonly load: (id: string) => Promise<Handler>;
  /** Told of each invocation. */
  readonly ran: (id: string) => void;
  readonly report: (line: string) => void;
  /** Due times up to here have run before, in milliseconds of the platform's clock. */
  readonly ranUntilMs: number;
  /** Keeps how far the schedules ran. */
  readonly keep: (ranUntilMs: number) => void;
}

export interface Scheduler {
  /** Runs what is due by now. Those running are not waited for. */
  tick(): void;
  /** Runs one schedule now, after the run in progress. */
  run(id: string): Promise<void>;
  /** Resolves when nothing that was due still runs, continuous consumers apart, or after `limitMs`; answers what still does. */
  settled(limitMs: number): Promise<string[]>;
  /** Ends the continuous consumers' runs and starts none until `restart`. */
  rest(): Promise<void>;
  /** Forgets what was due before now, after the clock was set back; the continuous consumers begin again. */
  restart(): void;
  /** Tells running invocations that no time is left, and waits for their end. */
  stop(): Promise<void>;
}

/** The machine's clock and the platform's run at the same pace; looking this often is late by at most as much. */
const LOOK_EVERY_MS = 1000;

export function startScheduler(options: SchedulerOptions): Scheduler {
  const schedules = options.consumers.flatMap((spec) =>
    "schedule" in spec.trigger ? [{ spec, next: parseSchedule(spec.trigger.schedule) }] : [],
  );
  const continuous = new Map(
    schedules.filter(({ spec }) => spec.continuous).map(({ spec }) => [spec.id, { spec, runs: 0, dueMs: 0 }]),
  );
  const tails = new Map<string, Promise<void>>();
  const ending = new AbortController();
  let resting = new AbortController();
  let ranUntilMs = options.ranUntilMs;

  async function once(spec: ConsumerSpec, dueMs: number): Promise<void> {
    const rest = spec.continuous ? resting.signal : undefined;
    if (ending.signal.aborted || rest?.aborted) return;
    options.ran(spec.id);
    try {
      const end = rest ? AbortSignal.any([ending.signal, rest]) : ending.signal;
      await invoke(await options.load(spec.id), scheduledEvent(spec.id, dueMs), spec, end);
    } catch (error) {
      options.report(`${spec.id}: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
    }
  }

  /** At most one run of a continuous consumer waits behind the one that runs, for the latest time that it was due. */
  function enqueue(spec: ConsumerSpec, dueMs: number): Promise<void> {
    const state = continuous.get(spec.id) ?? { runs: 0, dueMs };
    const before = tails.get(spec.id);
    state.dueMs = dueMs;
    if (state.runs > 1 && before) return before;
    state.runs++;
    const tail = (before ?? Promise.resolve())
      .then(() => once(spec, state.dueMs))
      .finally(() => {
        state.runs--;
        if (tails.get(spec.id) === tail) tails.delete(spec.id);
      });
    tails.set(spec.id, tail);
    return tail;
  }

  function tick(): void {
    const nowMs = Clock.nowMs();
    const due = schedules.flatMap(({ spec, next }) =>
      dueTimes(next, ranUntilMs, nowMs).map((dueMs) => ({ spec, dueMs })),
    );
    ranUntilMs = Math.max(ranUntilMs, nowMs);
    if (due.length === 0) return;
    for (const { spec, dueMs } of due.sort((a, b) => a.dueMs - b.dueMs)) enqueue(spec, dueMs);
    options.keep(ranUntilMs);
  }

  const beginContinuous = () => {
    for (const { spec } of continuous.values()) enqueue(spec, Clock.nowMs());
  };
  /** The runs in progress, those of continuous consumers or all others. */
  const running = (isContinuous: boolean) => [...tails].filter(([id]) => continuous.has(id) === isContinuous);

  beginContinuous();
  const timer = setInterval(tick, LOOK_EVERY_MS);
  timer.unref();
  return {
    tick,
    async run(id) {
      const found = schedules.find(({ spec }) => spec.id === id);
      if (found) await enqueue(found.spec, Clock.nowMs());
    },
    async settled(limitMs) {
      const overdue = new AbortController();
      const limit = new Promise((resolve) => {
        const wait = setTimeout(resolve, limitMs);
        overdue.signal.addEventListener("abort", () => clearTimeout(wait));
      });
      await Promise.race([Promise.all(running(false).map(([, run]) => run)), limit]);
      overdue.abort();
      return running(false).map(([id]) => id);
    },
    async rest() {
      resting.abort();
      await Promise.all(running(true).map(([, run]) => run));
    },
    restart() {
      ranUntilMs = Clock.nowMs();
      options.keep(ranUntilMs);
      if (!resting.signal.aborted) return;
      resting = new AbortController();
      beginContinuous();
    },
    async stop() {
      ending.abort();
      clearInterval(timer);
      await Promise.all(tails.values());
    },
  };
}
