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
 * Webhooks that come in (spec 3, section 6). An event whose signature holds is recorded once by its id, the
 * record being its own event in the outbox, and answered; what it says is carried out by a queue's consumer,
 * as often as the queue delivers it.
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
 * What all events of a provider have in common, as a signed body has it.
 * @param fields that it cannot do without, in words
 * @throws MALFORMED_EVENT
 */
export function read<S extends z.ZodType>(body: string, envelope: S, fields: string): z.output<S> {
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

/** What is known of a body before it is worked on. */
export interface Envelope {
  readonly eventId: string;
  readonly type: string;
}

/** Ids go into a key, and kinds into every log line; providers' own are far shorter. */
const MAX_LENGTH = 255;

/** @throws MALFORMED_EVENT unless the id can be kept as it is, and the type is no longer than any could be */
function check({ eventId, type }: Envelope): void {
  if (eventId === "" || eventId.length > MAX_LENGTH || !eventId.isWellFormed())
    throw fail(MalformedEvent, {
      message: text(
        `The event's id must have 1 to ${MAX_LENGTH} characters, all of them whole.`,
        `L'identifiant de l'événement doit compter de 1 à ${MAX_LENGTH} caractères, tous entiers.`,
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
 * Records an event and queues it; one that came before changes nothing. The record stays until the event is
 * carried out, and 7 days beyond that.
 * @param body as it was signed
 * @returns whether it is new
 * @throws MALFORMED_EVENT when the id is no id, or the type no type
 */
export async function accept(
  provider: Provider,
  { eventId, type }: Envelope,
  body: string,
): Promise<boolean> {
  check({ eventId, type });
  const record = {
    ...inboundEvent.key({ provider, eventId }),
    ...Outbox.mark(received[provider], { provider, eventId }),
    type: type.toWellFormed(),
    body,
    receivedAt: Clock.nowIso(),
  };
  try {
    // An expired record that TTL has not swept yet counts as absent.
    await Table.put(record, Where.any(Where.absent, Where.atMost("ttl", Clock.nowSeconds())));
  } catch (error) {
    if (!(error instanceof Table.ConditionFailed)) throw error;
    // Where its answer was lost, it is our own write that is there.
    if (!error.item || inboundEvent.parse(error.item).event?.id !== record.event.id) return false;
  }
  await Outbox.dispatch({ put: record });
  return true;
}

/**
 * Carries out an event that was accepted. What it did is recorded, so that a further delivery does nothing;
 * whoever dies in between does it again, so `handle` must be idempotent.
 * @param handle does what the body says, and tells in a few words what that was; it also gets when the event
 * came (ISO 8601)
 * @throws what `handle` throws: the queue delivers it again; Error where there is no record: whoever was told
 * that the event was taken must not see it vanish without a word
 */
export async function work(
  { provider, eventId }: Reference,
  handle: (body: string, receivedAt: string) => Promise<string>,
): Promise<void> {
  const key = inboundEvent.key({ provider, eventId });
  const item = await Table.get(key);
  if (!item) throw new Error(`there is no record of the inbound event ${eventId} of ${provider}`);
  const { type, body, receivedAt, processedAt } = inboundEvent.parse(item);
  if (processedAt !== undefined) return;
  const outcome = await handle(body, receivedAt).catch(async (error: unknown) => {
    // The queue has it and delivers it again: a second message, the sweep's, would only die beside it.
    await Outbox.unmark(item).catch((cause: unknown) =>
      log.warn("inbound event: marker not removed, the sweep may send it a second time", {
        eventId,
        error: cause,
      }),
    );
    throw error;
  });
  await Table.update(key, {
    set: {
      processedAt: Clock.nowIso(),
      outcome,
      // Of an event that is repeated within 7 days the id is known (spec 3, section 6.2).
      ttl: Clock.nowSeconds() + TTL_SECONDS,
      ...Due.done,
    },
    where: Where.exists,
  });
  log.info("inbound event: processed", { provider, eventId, type, outcome });
}

/**
 * The record that a queue's message names. @throws TypeError when it names none: the message goes to the dead
 * letters
 */
export function referenceOf(event: Outbox.Event): Reference {
  const { provider, eventId } = event.payload as Partial<Reference>;
  if (provider === undefined || !providers.includes(provider) || typeof eventId !== "string")
    throw new TypeError("a queue message names no inbound event");
  return { provider, eventId };
}
