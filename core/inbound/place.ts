import * as Clock from "../kernel/clock/index.ts";
import type { BankEvent } from "./bank.ts";

/**
 * The order of the bank's events on one thing. Queues deliver in any order, so what an event says prevails by its place, not by
 * when it is worked on.
 */

/** Where the bank may write when something happened; the documents name no such field. */
const fields = ["occurredAt", "createdAt", "timestamp"] as const;

/** Smaller figures are seconds since the epoch, larger ones milliseconds: it lies in 1973 and in the year 5138. */
const MILLISECONDS_FROM = 100_000_000_000;

/**
 * Where an event stands among all others: by when it happened, where it says so, else by when it came. It sorts as text, it
 * begins with an ISO 8601 time, and it is the same at every delivery of the event. Nothing happens after it was told: a clock
 * that is ahead cannot put an event behind all that come later.
 */
export function placeOf(event: BankEvent): string {
  const receivedAt = event.receivedAt ?? Clock.nowIso();
  const happenedMs = fields.map((name) => millisecondsOf(event[name])).find((ms) => ms !== undefined);
  const at =
    happenedMs === undefined || happenedMs > Date.parse(receivedAt)
      ? receivedAt
      : new Date(happenedMs).toISOString();
  return `${at} ${receivedAt} ${event.eventId}`;
}

/** UNIX time in milliseconds of what a field says; undefined where that is no time. */
function millisecondsOf(value: unknown): number | undefined {
  const ms =
    typeof value === "string"
      ? Date.parse(value)
      : typeof value === "number"
        ? Math.trunc(value < MILLISECONDS_FROM ? value * 1000 : value)
        : Number.NaN;
  return ms >= 0 ? ms : undefined;
}
