import { TZDate } from "@date-fns/tz";
import { addDays, addMonths, addWeeks, lightFormat } from "date-fns";
import { toIso } from "../../kernel/time.ts";
import type { ScheduledPayment } from "./schema.ts";

/**
 * Computes the dates of a scheduled payment in its time zone. In a month without the start day, the payment is due on the
 * last day. Each date is computed from the start date, so a payment of the 31st returns to the 31st after February.
 */

/** The local hour of payments. Daylight saving time never skips it. */
const HOUR = 6;

type Schedule = Pick<ScheduledPayment, "frequency" | "startDate" | "endDate" | "timeZone">;

const dayOf = (date: TZDate): string => lightFormat(date, "yyyy-MM-dd");

function firstDate({ startDate, timeZone }: Schedule): TZDate {
  const [year = 0, month = 0, day = 0] = startDate.split("-").map(Number);
  return new TZDate(year, month - 1, day, HOUR, timeZone);
}

function dateAt(schedule: Schedule, index: number): TZDate {
  if (schedule.frequency === "daily") return addDays(firstDate(schedule), index);
  if (schedule.frequency === "weekly") return addWeeks(firstDate(schedule), index);
  return addMonths(firstDate(schedule), index);
}

/** Returns when the payment at an index is due (ISO 8601), or undefined after the last date. The first index is 0. */
export function dueAt(schedule: Schedule, index: number): string | undefined {
  if (schedule.frequency === "once" && index > 0) return undefined;
  const date = dateAt(schedule, index);
  return schedule.endDate !== undefined && dayOf(date) > schedule.endDate ? undefined : toIso(date.getTime());
}

export const dateIn = (timeZone: string, ms: number): string => dayOf(new TZDate(ms, timeZone));

/** Returns the hour of payments on the day after an instant (ISO 8601). */
export function dayAfter(timeZone: string, ms: number): string {
  const tomorrow = addDays(new TZDate(ms, timeZone), 1);
  tomorrow.setHours(HOUR, 0, 0, 0);
  return toIso(tomorrow.getTime());
}
