import { Cron } from "croner";

/**
 * When EventBridge's schedules are due. A rate is counted from the UNIX epoch, so it does not depend on when
 * the process started.
 */

/** How many missed runs of a schedule are made up for: a year forward must not mean 525,600 sweeps. */
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
