import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import * as Clock from "../kernel/clock/index.ts";
import { env } from "../kernel/env.ts";
import { fail, InvalidSignature } from "../kernel/errors.ts";
import { toIso } from "../kernel/time.ts";
import { log } from "../platform/log.ts";
import { valid } from "../platform/secrets.ts";
import * as Inbound from "./index.ts";

/** Verifies and dispatches the bank's events (spec 3, sections 4.3 and 6.2). */

type Headers = Readonly<Record<string, string | undefined>>;

/** Returns the name of the signature header, which includes the provider's (`BANK_PROVIDER`). */
export const signatureHeader = (): string => `${env("BANK_PROVIDER", "bank").toLowerCase()}-signature`;

/**
 * @throws INVALID_SIGNATURE unless the header is the hex HMAC-SHA256 of the body with one of the two valid
 * secrets
 */
export async function verify(body: Buffer, headers: Headers): Promise<void> {
  const signature = Buffer.from(headers[signatureHeader()] ?? "");
  for await (const key of valid("BANK_WEBHOOK_SECRET")) if (matches(body, key, signature)) return;
  throw fail(InvalidSignature);
}

/** Compares in constant time. */
function matches(body: Buffer, key: string, signature: Buffer): boolean {
  const expected = Buffer.from(createHmac("sha256", key).update(body).digest("hex"));
  return expected.length === signature.length && timingSafeEqual(expected, signature);
}

const envelope = z.looseObject({ eventId: z.string(), type: z.string() });

/** Accepts a verified event. @throws MALFORMED_EVENT */
export async function accept(body: string): Promise<void> {
  const { eventId, type } = Inbound.parseEnvelope(body, envelope, "an eventId and a type");
  await Inbound.accept("bank", { eventId, type }, body);
}

const bankEvent = envelope.extend({ data: z.looseObject({}) });

export type BankEvent = z.output<typeof bankEvent> & {
  /** When it arrived (ISO 8601): the same at every delivery. */
  readonly receivedAt?: string | undefined;
};

/** Processes an event and returns what it did. Idempotent, and correct in any order of events. */
export type BankHandler = (event: BankEvent) => Promise<string>;

const noData = z.looseObject({ data: z.null().optional() });
/** Returns whether an event has no data, so that a retry would be useless. */
const hasNoData = (json: unknown): boolean => noData.safeParse(json).success;

/**
 * Processes recorded events by a table of handlers.
 * @param handlers by type in lower case: the bank writes both `Transaction.Booked` and `transaction.booked`
 */
export function dispatcher(handlers: Readonly<Record<string, BankHandler>>) {
  return async (body: string, receivedAt?: string): Promise<string> => {
    const json: unknown = JSON.parse(body);
    const { eventId, type } = envelope.parse(json);
    const kind = type.toLowerCase();
    const handler = Object.hasOwn(handlers, kind) && handlers[kind];
    if (handler && hasNoData(json)) {
      log.warn("bank event: without data, ignored; ask the bank to send it again with its data", {
        eventId,
        type,
      });
      return "without data";
    }
    if (handler) return handler({ ...bankEvent.parse(json), receivedAt });
    // The content is not parsed, so it may have any form.
    log.info("inbound event: type not handled, ignored", { eventId, type });
    return "not handled";
  };
}

/** The fields that may contain the time of an event. The bank's documentation does not state one. */
const TIME_FIELDS = ["occurredAt", "createdAt", "timestamp"] as const;

/** Smaller numbers are seconds since the epoch, larger numbers milliseconds. */
const MILLISECONDS_FROM = 100_000_000_000;

/**
 * Returns the position of a bank event among all others. Queues deliver in any order, so the event with the latest position prevails.
 * The position is the event's time, or the time of its arrival if it states no time. It sorts as text, begins with an ISO 8601 time,
 * and is the same at every delivery. A time after the arrival is replaced by the arrival, so that a fast clock cannot place an event
 * after all later events.
 */
export function positionOf(event: BankEvent): string {
  const receivedAt = event.receivedAt ?? Clock.nowIso();
  const occurredMs = TIME_FIELDS.map((name) => parseMilliseconds(event[name])).find((ms) => ms !== undefined);
  const at = occurredMs === undefined || occurredMs > Date.parse(receivedAt) ? receivedAt : toIso(occurredMs);
  return `${at} ${receivedAt} ${event.eventId}`;
}

/** Parses a time to UNIX milliseconds. Undefined if it is invalid. */
function parseMilliseconds(value: unknown): number | undefined {
  const ms =
    typeof value === "string"
      ? Date.parse(value)
      : typeof value === "number"
        ? Math.trunc(value < MILLISECONDS_FROM ? value * 1000 : value)
        : Number.NaN;
  return ms >= 0 ? ms : undefined;
}
