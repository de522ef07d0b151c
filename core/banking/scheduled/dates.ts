import { TZDate } from "@date-fns/tz";
import { addDays, addMonths, addWeeks, lightFormat } from "date-fns";
import { toIso } from "../../kernel/time.ts";
import type { ScheduledPayment } from "./schema.ts";

/**
 * The dates of a scheduled payment in its time zone. A month without the start day pays on its last day. Each date is
 * counted from the start, so the 31st returns after February.
 */

/** The local hour of payments: early, and never skipped by daylight saving time. */
const HOUR = 6;

type Dated = Pick<ScheduledPayment, "frequency" | "startDate" | "endDate" | "timeZone">;

const dayOf = (date: TZDate): string => lightFormat(date, "yyyy-MM-dd");

function first({ startDate, timeZone }: Dated): TZDate {
  const [year = 0, month = 0, day = 0] = startDate.split("-").map(Number);
  return new TZDate(year, month - 1, day, HOUR, timeZone);
}

function at(dated: Dated, index: number): TZDate {
  if (dated.frequency === "daily") return addDays(first(dated), index);
  if (dated.frequency === "weekly") return addWeeks(first(dated), index);
  return addMonths(first(dated), index);
}

/** Returns when the payment at an index is due, the first one at 0; undefined after the last. @returns ISO 8601 */
export function dueAt(dated: Dated, index: number): string | undefined {
  if (dated.frequency === "once" && index > 0) return undefined;
  const date = at(dated, index);
  return dated.endDate !== undefined && dayOf(date) > dated.endDate ? undefined : toIso(date.getTime());
}

/** Returns the date of an instant in a time zone. */
export const dateIn = (timeZone: string, ms: number): string => dayOf(new TZDate(ms, timeZone));

/** Returns the next day at the hour of payments. @returns ISO 8601 */
export function dayAfter(timeZone: string, ms: number): string {
  const tomorrow = addDays(new TZDate(ms, timeZone), 1);
  tomorrow.setHours(HOUR, 0, 0, 0);
  return toIso(tomorrow.getTime());
}
