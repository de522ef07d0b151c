import type * as z from "zod";
import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import { text } from "../kernel/texts/index.ts";
import * as Due from "../platform/due/index.ts";
import { TTL_SECONDS } from "../platform/idempotency/index.ts";
import { log } from "../platform/log.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { inboundEvent } from "./entity.ts";
import { MalformedEvent } from "./errors.ts";

/**
 * Incoming webhooks (spec 3, section 6). A verified event is recorded once by its id, before the response. The record is also an
 * outbox event. A queue consumer processes the event at every delivery, so the handlers are idempotent.
 */

export const providers = ["psp", "bank"] as const;
export type Provider = (typeof providers)[number];

interface Reference {
  readonly provider: Provider;
  readonly eventId: string;
}

const received = {
  psp: Outbox.define<Reference>()("psp-event-received", "QUEUE_URL_PSP_EVENTS"),
  bank: Outbox.define<Reference>()("bank-event-received", "QUEUE_URL_BANK_EVENTS"),
} as const satisfies Record<Provider, unknown>;

/**
 * Parses the common fields of a provider's events from a signed body.
 * @param fields the required fields, for the error message
 * @throws MALFORMED_EVENT
 */
export function parseEnvelope<S extends z.ZodType>(body: string, envelope: S, fields: string): z.output<S> {
  try {
    return envelope.parse(JSON.parse(body));
  } catch (cause) {
    throw fail(MalformedEvent, {
      message: text(
        `The body is not a JSON event with ${fields}.`,
        `Le corps n'est pas un événement JSON avec ${fields}.`,
      ),
      cause,
    });
  }
}

export interface Envelope {
  readonly eventId: string;
  readonly type: string;
}

/** The maximum length of ids, which become keys, and of types, which are logged. The providers' values are far shorter. */
const MAX_LENGTH = 255;

/** @throws MALFORMED_EVENT if the id cannot be stored or the type is too long */
function assertValid({ eventId, type }: Envelope): void {
  if (eventId === "" || eventId.length > MAX_LENGTH || !eventId.isWellFormed())
    throw fail(MalformedEvent, {
      message: text(
        `The event's id must have 1 to ${MAX_LENGTH} valid Unicode characters.`,
        `L'identifiant de l'événement doit compter de 1 à ${MAX_LENGTH} caractères Unicode valides.`,
      ),
    });
  if (type.length > MAX_LENGTH)
    throw fail(MalformedEvent, {
      message: text(
        `The event's type must have at most ${MAX_LENGTH} characters.`,
        `Le type de l'événement doit compter au plus ${MAX_LENGTH} caractères.`,
      ),
    });
}

/**
 * Records and queues an event, unless it is already recorded. The record is deleted 7 days after the event was processed.
 * @param body the signed body
 * @returns whether it is new
 * @throws MALFORMED_EVENT if the id or type is invalid
 */
export async function accept(
  provider: Provider,
  { eventId, type }: Envelope,
  body: string,
): Promise<boolean> {
  assertValid({ eventId, type });
  const record = {
    ...inboundEvent.key({ provider, eventId }),
    ...Outbox.mark(received[provider], { provider, eventId }),
    type: type.toWellFormed(),
    body,
    receivedAt: Clock.nowIso(),
  };
  try {
    // An expired record that TTL has not deleted yet counts as missing.
    await Table.put(record, Where.any(Where.absent, Where.atMost("ttl", Clock.nowSeconds())));
  } catch (error) {
    if (!(error instanceof Table.ConditionFailed)) throw error;
    // After a lost response the existing record may be our own write.
    if (!error.item || inboundEvent.parse(error.item).event?.id !== record.event.id) return false;
  }
  await Outbox.dispatch({ put: record });
  return true;
}

/**
 * Processes an accepted event and records the outcome, so that a second delivery changes nothing. After a crash in between, the event
 * is processed again, so `handle` must be idempotent.
 * @param handle processes the body, with the time of its arrival (ISO 8601), and returns a short outcome
 * @throws the error of `handle`, so that the queue delivers again; Error if the record is missing, because an accepted
 *   event must not disappear silently
 */
export async function processEvent(
  { provider, eventId }: Reference,
  handle: (body: string, receivedAt: string) => Promise<string>,
): Promise<void> {
  const key = inboundEvent.key({ provider, eventId });
  const item = await Table.get(key);
  if (!item) throw new Error(`the record of the inbound event ${eventId} of ${provider} is missing`);
  const { type, body, receivedAt, processedAt } = inboundEvent.parse(item);
  if (processedAt !== undefined) return;
  const outcome = await handle(body, receivedAt).catch(async (error: unknown) => {
    // The queue delivers the message again, so the sweep must not send another one.
    await Outbox.unmark(item).catch((cause: unknown) =>
      log.warn(
        "inbound event: processing failed, and its outbox mark was not removed; the sweep may queue the event twice, which is harmless",
        {
          provider,
          eventId,
          error: cause,
        },
      ),
    );
    throw error;
  });
  await Table.update(key, {
    set: {
      processedAt: Clock.nowIso(),
      outcome,
      // Repeated events are recognized for 7 days (spec 3, section 6.2).
      ttl: Clock.nowSeconds() + TTL_SECONDS,
      ...Due.done,
    },
    where: Where.exists,
  });
  log.info("inbound event: processed", { provider, eventId, type, outcome });
}

/** Parses the record's id in a queue message. @throws TypeError if it is missing, so that the message goes to the dead-letter queue */
export function parseReference(event: Outbox.Event): Reference {
  const { provider, eventId } = event.payload as Partial<Reference>;
  if (provider === undefined || !providers.includes(provider) || typeof eventId !== "string")
    throw new TypeError("a queue message has no id of an inbound event");
  return { provider, eventId };
}
