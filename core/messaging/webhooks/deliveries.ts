import { createHash } from "node:crypto";
import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail, SvcError } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Table from "../../platform/table/index.ts";
import { list as pageOf } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import type { UserEvent, UserEventType } from "../user-events/schema.ts";
import { delivery, webhook } from "./entity.ts";
import { DeliveryNotFound, WebhookDisabled, WebhookNotFound } from "./errors.ts";
import * as Webhooks from "./index.ts";
import { attemptAt, callWorkers, reschedule } from "./next-attempt.ts";
import type { Delivery, DeliveryPage, Webhook } from "./schema.ts";

/** Deliveries: an event on its way to one webhook. `worker.ts` makes the attempts. */

type Owner = Pick<UserActor, "userId" | "ownershipId">;

/** How long a delivery is kept. */
const KEPT_SECONDS = 30 * 86_400;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * The id of an event's delivery to a webhook: the same however often it is asked for, and in the order of the
 * events. A ULID's first 10 characters are its time.
 */
function deliveryIdOf(eventId: string, webhookId: string): string {
  const time = eventId.slice(-26, -16);
  const hash = createHash("sha256").update(`${eventId}\n${webhookId}`).digest().subarray(0, 16);
  return `${Ids.prefixes.delivery}_${time}${[...hash].map((byte) => ALPHABET[byte & 31]).join("")}`;
}

function newDelivery({ userId, webhookId }: Webhook, event: UserEvent): Delivery {
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

/** That the webhook is enabled. @throws WEBHOOK_DISABLED, WEBHOOK_NOT_FOUND */
const isEnabled = (hook: Webhook): Table.Write => ({
  check: webhook.key(hook),
  where: Where.is({ enabled: true }),
  refused: (current) => fail(current ? WebhookDisabled : WebhookNotFound),
});

const itemOf = (value: Delivery) => delivery.item({ ...value, ttl: Clock.nowSeconds() + KEPT_SECONDS });

/**
 * Creates the delivery of an event to a webhook, unless there is one.
 * @throws WEBHOOK_DISABLED, WEBHOOK_NOT_FOUND
 */
async function create(hook: Webhook, event: UserEvent): Promise<Delivery> {
  const created = newDelivery(hook, event);
  const at = created.createdAt;
  await Table.tryCommit([
    isEnabled(hook),
    { put: itemOf(created), where: Where.absent },
    attemptAt({ ...created, at }),
  ]);
  return created;
}

/** Creates a delivery for each enabled webhook that asks for the event. Idempotent by the event's id. */
export async function enqueue(event: UserEvent): Promise<void> {
  // To those of a former owner nothing is sent.
  const webhooks = await Webhooks.kept(event.userId);
  const wanted = webhooks.filter((hook) => hook.enabled && hook.events.includes(event.type));
  const created = await Promise.all(wanted.map((hook) => create(hook, event).catch(unlessDisabled)));
  // One that was there before is called for again: who created it may have died before it could.
  await callWorkers(created.flatMap((found) => found ?? []));
}

/** A webhook that was disabled or deleted just now gets no delivery. */
function unlessDisabled(error: unknown): undefined {
  if (error instanceof SvcError && (error.is(WebhookDisabled) || error.is(WebhookNotFound))) return;
  throw error;
}

/**
 * Sends a webhook an event that says it is a test.
 * @param type the first that the webhook asks for unless given; another may be tried, too
 * @throws WEBHOOK_NOT_FOUND, WEBHOOK_DISABLED
 */
export async function test(actor: Owner, webhookId: string, type?: UserEventType): Promise<Delivery> {
  const hook = await Webhooks.fromId(actor, webhookId);
  const created = await create(hook, {
    id: Ids.create("event"),
    type: type ?? hook.events[0] ?? "job-done",
    occurredAt: Clock.nowIso(),
    userId: actor.userId,
    data: { test: true, message: "This is a test: nothing happened." },
  });
  await callWorkers([created]);
  return created;
}

/** A page of the deliveries to one of the actor's webhooks, newest first. @throws WEBHOOK_NOT_FOUND */
export async function list(
  actor: Owner,
  webhookId: string,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<DeliveryPage> {
  const from = after === undefined ? undefined : delivery.key({ webhookId, deliveryId: after });
  const [, { items, next }] = await Promise.all([
    Webhooks.fromId(actor, webhookId),
    pageOf(delivery, { webhookId }, { limit, after: from }),
  ]);
  return { deliveries: items, next: next?.deliveryId };
}

/**
 * Sends a delivery again, whatever became of it: at once, under the same `webhook-id`, and should that fail,
 * by the whole schedule.
 * @throws WEBHOOK_NOT_FOUND, DELIVERY_NOT_FOUND, WEBHOOK_DISABLED
 */
export async function replay(actor: Owner, webhookId: string, deliveryId: string): Promise<Delivery> {
  const replayed = await Table.change(
    () => Promise.all([Webhooks.fromId(actor, webhookId), Table.find(delivery, { webhookId, deliveryId })]),
    ([hook, before]) => {
      if (!before) throw fail(DeliveryNotFound);
      const { version, attempts } = before;
      const at = Clock.nowIso();
      const after: Delivery = {
        ...before,
        status: "pending",
        attemptsBefore: attempts,
        nextAttemptAt: at,
        version: version + 1n,
      };
      const put: Table.Write = { put: itemOf(after), where: Where.is({ version }) };
      return { writes: [isEnabled(hook), put, ...reschedule(before, at)], result: after };
    },
  );
  await callWorkers([replayed]);
  return replayed;
}
