import * as Clock from "../clock/index.ts";
import { fail } from "../errors.ts";
import { TTL_SECONDS } from "../idempotency/index.ts";
import * as Outbox from "../outbox/index.ts";
import { log } from "../platform/log.ts";
import * as Table from "../platform/table.ts";
import { inboundEvent } from "./entity.ts";
import { MalformedEvent } from "./errors.ts";

/**
 * Webhooks that come in (spec 3, section 6). An event whose signature holds is recorded once by its id, together with its place in
 * the outbox, and answered; what it says is carried out by a queue's consumer, as often as the queue delivers it.
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

/** What is known of a body before it is worked on. */
export interface Envelope {
  readonly eventId: string;
  readonly type: string;
}

/** Ids go into a key; providers' own are far shorter. */
const MAX_ID = 255;

/**
 * Records an event and queues it; one that came before changes nothing.
 * @param body as it was signed
 * @returns whether it is new
 * @throws MALFORMED_EVENT when the id is no id
 */
export async function accept(
  provider: Provider,
  { eventId, type }: Envelope,
  body: string,
): Promise<boolean> {
  if (eventId === "" || eventId.length > MAX_ID)
    throw fail(MalformedEvent, { message: `The event's id must have 1 to ${MAX_ID} characters.` });
  const event = Outbox.write(received[provider], { provider, eventId });
  const nowSeconds = Clock.nowSeconds();
  const record: Table.Write = {
    put: {
      ...inboundEvent.key({ provider, eventId }),
      type,
      body,
      receivedAt: Clock.nowIso(),
      ttl: nowSeconds + TTL_SECONDS,
    },
    // An expired record that TTL has not swept yet counts as absent.
    condition: "attribute_not_exists(pk) OR #ttl <= :now",
    names: { "#ttl": "ttl" },
    values: { ":now": nowSeconds },
  };
  if (!(await written([record, event]))) return false;
  await Outbox.dispatch(event);
  return true;
}

const MAX_ATTEMPTS = 10;

/** @returns whether it was written; false where the record stood there before */
async function written(writes: readonly Table.Write[]): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      await Table.transact(writes);
      return true;
    } catch (error) {
      if (!(error instanceof Table.TransactionRefused)) throw error;
      if (error.refusals[0]?.code === "ConditionalCheckFailed") return false;
      // The same event twice at the same instant: which of the two it is shows at the next try.
      if (!error.transient || attempt === MAX_ATTEMPTS) throw error;
      await Table.pause(attempt);
    }
  }
}

/**
 * Carries out an event that was accepted. What it did is recorded, so that a further delivery does nothing; whoever dies in
 * between does it again, so `handle` must be idempotent.
 * @param handle does what the body says, and tells in a few words what that was; it also gets when the event came (ISO 8601)
 * @throws what `handle` throws: the queue delivers it again
 */
export async function work(
  { provider, eventId }: Reference,
  handle: (body: string, receivedAt: string) => Promise<string>,
): Promise<void> {
  const key = inboundEvent.key({ provider, eventId });
  const item = await Table.get(key);
  if (!item) {
    log.warn("an inbound event has expired before it was worked on", { provider, eventId });
    return;
  }
  if (item["processedAt"] !== undefined) return;
  const outcome = await handle(String(item["body"]), String(item["receivedAt"]));
  await Table.update({
    key,
    update: "SET processedAt = :now, outcome = :outcome",
    condition: "attribute_exists(pk)",
    values: { ":now": Clock.nowIso(), ":outcome": outcome },
  });
  log.info("inbound event", { provider, eventId, type: item["type"], outcome });
}

/** The record that a queue's message names. @throws TypeError when it names none: the message goes to the dead letters */
export function referenceOf(event: Outbox.Event): Reference {
  const { provider, eventId } = event.payload as Partial<Reference>;
  if (provider === undefined || !providers.includes(provider) || typeof eventId !== "string")
    throw new TypeError("a queue message names no inbound event");
  return { provider, eventId };
}
