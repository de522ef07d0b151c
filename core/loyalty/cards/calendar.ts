import { DAY_MS } from "../../kernel/time.ts";
/** When points expire: at the end of the day, UTC, on which 12 months are over. Pure. */

/** @param iso an instant */
export const dayOf = (iso: string): string => iso.slice(0, 10);

/** The instant, ISO 8601, from which points of that day are no more. */
export function expiryOf(day: string): string {
  const date = new Date(`${day}T00:00:00.000Z`);
  date.setUTCFullYear(date.getUTCFullYear() + 1);
  return new Date(date.getTime() + DAY_MS).toISOString();
}

/** An instant so many days later. */
export const daysAfter = (iso: string, days: number): string =>
  new Date(Date.parse(iso) + days * DAY_MS).toISOString();
