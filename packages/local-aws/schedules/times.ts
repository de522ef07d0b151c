import { Cron } from "croner";

/** Computes when EventBridge's schedules are due. Rates count from the UNIX epoch, independently of the process's start. */

/** How many missed runs of a schedule are caught up. A jump of a year must not cause 525,600 sweeps. */
export const MAX_CATCH_UP = 3;

const UNIT_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Returns the first due time after `afterMs`, or undefined. */
export type NextDue = (afterMs: number) => number | undefined;

/** Parses an EventBridge expression. @throws Error if it is invalid */
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
  // As with EventBridge, 1 requires the singular and other values the plural.
  if (!everyMs || (count === "1") === (plural === "s"))
    throw new Error(`${expression} is not rate(<value> <unit>)`);
  return (afterMs) => (Math.floor(afterMs / everyMs) + 1) * everyMs;
}

/** Returns the due times in (fromMs, toMs]: the latest `max`, oldest first. */
export function dueTimes(next: NextDue, fromMs: number, toMs: number, max = MAX_CATCH_UP): number[] {
  for (let windowMs = 60_000; ; windowMs *= 4) {
    const start = Math.max(fromMs, toMs - windowMs);
    const found: number[] = [];
    for (let at = next(start); at !== undefined && at <= toMs; at = next(at)) found.push(at);
    if (found.length >= max || start === fromMs) return found.slice(-max);
  }
}
