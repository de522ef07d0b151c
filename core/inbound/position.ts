import * as Clock from "../kernel/clock/index.ts";
import type { BankEvent } from "./bank.ts";

/** Where the bank may write when something happened; the documents name no such field. */
const fields = ["occurredAt", "createdAt", "timestamp"] as const;

/** Smaller figures are seconds since the epoch, larger ones milliseconds. */
const MILLISECONDS_FROM = 100_000_000_000;

/**
 * The position of a bank's event among all others. Queues deliver in any order, so of what events say the one
 * with the latest position prevails: that of the latest time at which something happened, or came where the
 * event says no time. It sorts as text, begins with an ISO 8601 time, and is the same at every delivery.
 * Nothing happens after it came: a clock that is ahead cannot put an event behind all later ones.
 */
export function positionOf(event: BankEvent): string {
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
