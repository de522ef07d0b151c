import { TZDate } from "@date-fns/tz";
import { addDays, addMonths, addWeeks, lightFormat } from "date-fns";
import type { ScheduledPayment } from "./schema.ts";

/**
 * The dates of a scheduled payment, by the clock of its time zone. A month without the day of the first one
 * pays on its last; each date is counted from the first, so the 31st comes back after February.
 */

/** The hour of the day, by the local clock: early, and never one that a change of the clocks leaves out. */
const HOUR = 6;

type Dated = Pick<ScheduledPayment, "frequency" | "startDate" | "endDate" | "timeZone">;

const iso = (date: TZDate): string => new Date(date.getTime()).toISOString();
const dayOf = (date: TZDate): string => lightFormat(date, "yyyy-MM-dd");

function first({ startDate, timeZone }: Dated): TZDate {
  const [year = 0, month = 0, day = 0] = startDate.split("-").map(Number);
  return new TZDate(year, month - 1, day, HOUR, timeZone);
}

function at(dated: Dated, place: number): TZDate {
  if (dated.frequency === "daily") return addDays(first(dated), place);
  if (dated.frequency === "weekly") return addWeeks(first(dated), place);
  return addMonths(first(dated), place);
}

/**
 * When the payment of this place is due, the first one's being 0; undefined where there is none any more.
 * @returns ISO 8601
 */
export function dueAt(dated: Dated, place: number): string | undefined {
  if (dated.frequency === "once" && place > 0) return undefined;
  const date = at(dated, place);
  return dated.endDate !== undefined && dayOf(date) > dated.endDate ? undefined : iso(date);
}

/** The date that it is in a time zone. */
export const dateIn = (timeZone: string, ms: number): string => dayOf(new TZDate(ms, timeZone));

/** The day after, at the hour of payments. @returns ISO 8601 */
export function dayAfter(timeZone: string, ms: number): string {
  const tomorrow = addDays(new TZDate(ms, timeZone), 1);
  tomorrow.setHours(HOUR, 0, 0, 0);
  return iso(tomorrow);
}
