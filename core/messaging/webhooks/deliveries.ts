import { createHash } from "node:crypto";
import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail, Unavailable } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Table from "../../platform/table/index.ts";
import type { UserEvent, UserEventType } from "../user-events/schema.ts";
import { commit } from "./commit.ts";
import { DELIVERY_PREFIX, delivery, waiting, webhook } from "./entity.ts";
import { DeliveryNotFound, WebhookDisabled, WebhookNotFound } from "./errors.ts";
import * as Webhooks from "./index.ts";
import { type Delivery, type DeliveryPage, deliveryItem, type Webhook } from "./schema.ts";
import { waitingUntil, wake } from "./wake.ts";

/** Deliveries: an event on its way to one webhook. `deliver.ts` makes the attempts. */

type Owner = Pick<UserActor, "userId">;

/** How long a delivery is kept. */
const KEPT_SECONDS = 30 * 86_400;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * The id of an event's delivery to a webhook: the same however often it is asked for, and in the order of the events. A ULID's first
 * 10 characters are its time.
 */
function deliveryIdOf(eventId: string, webhookId: string): string {
  const time = eventId.slice(-26, -16);
  const hash = createHash("sha256").update(`${eventId}\n${webhookId}`).digest().subarray(0, 16);
  return `${Ids.prefixes.delivery}_${time}${[...hash].map((byte) => ALPHABET[byte & 31]).join("")}`;
}

function begin({ userId, webhookId }: Webhook, event: UserEvent): Delivery {
  const now = Clock.nowIso();
  return {
    userId,
    webhookId,
    deliveryId: deliveryIdOf(event.id, webhookId),
    eventId: event.id,
    event: event.type,
    body: JSON.stringify({ id: event.id, type: event.type, createdAt: event.occurredAt, data: event.data }),
    status: "pending",
    attempts: 0,
    attemptsBefore: 0,
    log: [],
    nextAttemptAt: now,
    createdAt: now,
    version: 1n,
  };
}

const enabled = (one: Pick<Webhook, "userId" | "webhookId">): Table.Write => ({
  check: webhook.key(one),
  condition: "enabled = :true",
  values: { ":true": true },
});

/** Makes the delivery of an event to a webhook, unless there is one. @returns undefined when the webhook is disabled or gone */
async function make(one: Webhook, event: UserEvent): Promise<Delivery | undefined> {
  const made = begin(one, event);
  const refused = await commit([
    enabled(one),
    {
      put: { ...delivery.key(made), ...made, ttl: Clock.nowSeconds() + KEPT_SECONDS },
      condition: "attribute_not_exists(pk)",
    },
    waitingUntil(made, Date.parse(made.createdAt)),
  ]);
  return refused?.[0] ? undefined : made;
}

/** Makes a delivery for each of the user's enabled webhooks that asks for the event. Idempotent by the event's id. */
export async function enqueue(event: UserEvent): Promise<void> {
  const webhooks = await Webhooks.list(event);
  const wanted = webhooks.filter((one) => one.enabled && one.events.includes(event.type));
  const made = await Promise.all(wanted.map((one) => make(one, event)));
  // One that was there before is called for again: who made it may have died before it could.
  await wake(made.flatMap((one) => (one ? [{ userId: one.userId, webhookId: one.webhookId }] : [])));
}

/**
 * Sends a webhook an event that says it is a test.
 * @param type the first that the webhook asks for unless told; another may be tried, too
 * @throws WEBHOOK_NOT_FOUND, WEBHOOK_DISABLED
 */
export async function test(actor: Owner, webhookId: string, type?: UserEventType): Promise<Delivery> {
  const one = await Webhooks.fromId(actor, webhookId);
  const made = await make(one, {
    id: Ids.create("event"),
    type: type ?? one.events[0] ?? "job-done",
    occurredAt: Clock.nowIso(),
    userId: actor.userId,
    data: { test: true, message: "This is a test: nothing happened." },
  });
  if (!made) throw await refusedWebhook(actor, webhookId);
  await wake([made]);
  return made;
}

/** Why a webhook refuses deliveries. */
async function refusedWebhook(actor: Owner, webhookId: string): Promise<Error> {
  const item = await Table.get(webhook.key({ userId: actor.userId, webhookId }));
  return fail(item ? WebhookDisabled : WebhookNotFound);
}

/** A page of the deliveries to one of the actor's webhooks, newest first. @throws WEBHOOK_NOT_FOUND */
export async function list(
  actor: Owner,
  webhookId: string,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<DeliveryPage> {
  const [, page] = await Promise.all([
    Webhooks.fromId(actor, webhookId),
    Table.query({
      pk: delivery.partition({ webhookId }),
      beginsWith: DELIVERY_PREFIX,
      newestFirst: true,
      limit,
      after: after === undefined ? undefined : { ...delivery.key({ webhookId, deliveryId: after }) },
    }),
  ]);
  const deliveries = page.items.map((item) => deliveryItem.parse(item));
  return { deliveries, next: page.next && deliveries.at(-1)?.deliveryId };
}

const MAX_TRIES = 5;

/**
 * Sends a delivery again, whatever became of it: at once, under the same `webhook-id`, and should that fail, by the whole schedule.
 * @throws WEBHOOK_NOT_FOUND, DELIVERY_NOT_FOUND, WEBHOOK_DISABLED
 */
export async function replay(actor: Owner, webhookId: string, deliveryId: string): Promise<Delivery> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const [one, item] = await Promise.all([
      Webhooks.fromId(actor, webhookId),
      Table.get(delivery.key({ webhookId, deliveryId })),
    ]);
    if (!item) throw fail(DeliveryNotFound);
    const before = deliveryItem.parse(item);
    const nowMs = Clock.nowMs();
    const after: Delivery = {
      ...before,
      status: "pending",
      attemptsBefore: before.attempts,
      nextAttemptAt: new Date(nowMs).toISOString(),
      version: before.version + 1n,
    };
    const refused = await commit([
      enabled(one),
      {
        put: { ...delivery.key(after), ...after, ttl: Clock.nowSeconds() + KEPT_SECONDS },
        condition: "version = :version",
        values: { ":version": before.version },
      },
      ...movedTo(before, waitingUntil(after, nowMs)),
    ]);
    if (!refused) {
      await wake([after]);
      return after;
    }
    if (refused[0]) throw await refusedWebhook(actor, webhookId);
    // An attempt was recorded in the meantime: look again.
  }
  throw fail(Unavailable);
}

/** The writes that put what a delivery waits for in place of what it waited for. */
export function movedTo(
  { webhookId, deliveryId, nextAttemptAt }: Delivery,
  next?: ReturnType<typeof waitingUntil>,
): Table.Write[] {
  const old =
    nextAttemptAt === undefined ? undefined : waiting.key({ webhookId, deliveryId, at: nextAttemptAt });
  return [...(old && old.sk !== next?.put["sk"] ? [{ remove: old }] : []), ...(next ? [next] : [])];
}
