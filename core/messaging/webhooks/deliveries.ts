import { createHash } from "node:crypto";
import * as Clock from "../../kernel/clock/index.ts";
import { fail, SvcError } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { partsOf, sandboxOf } from "../../kernel/mode.ts";
import { DAY_SECONDS, HOUR_MS } from "../../kernel/time.ts";
import * as ApiEvents from "../../platform/api-events/index.ts";
import type { ApiEventType, ApiObject } from "../../platform/api-events/schema.ts";
import * as Correlation from "../../platform/correlation.ts";
import * as Table from "../../platform/table/index.ts";
import { type Paging, list as pageOf } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import { DeliveryNotFound, WebhookDisabled, WebhookNotFound } from "../errors.ts";
import { isUserEvent, isWebhookEvent, type WebhookEventType } from "../schema.ts";
import { delivery, webhook } from "./entity.ts";
import * as Webhooks from "./index.ts";
import { attemptAt, callWorkers, reschedule } from "./next-attempt.ts";
import { joinQueue, leaveQueue, queuePositionOf } from "./object-queue.ts";
import type { Delivery, DeliveryPage, Webhook } from "./schema.ts";
import { bodyOf, type WebhookEvent } from "./signature.ts";

/** Deliveries of events to webhooks. `worker.ts` makes the attempts. */

const RETENTION_SECONDS = 30 * DAY_SECONDS;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * Returns the id of an event's delivery to a webhook: the same at every call, and in the order of the events. The first
 * 10 characters of a ULID are its time.
 */
function deliveryIdOf(eventId: string, webhookId: string): string {
  const time = eventId.slice(-26, -16);
  const hash = createHash("sha256").update(`${eventId}\n${webhookId}`).digest().subarray(0, 16);
  return `${Ids.prefixes.delivery}_${time}${[...hash].map((byte) => ALPHABET[byte & 31]).join("")}`;
}

function newDelivery(hook: Webhook, event: WebhookEvent): Delivery {
  const now = Clock.nowIso();
  const { userId, webhookId } = hook;
  return {
    userId,
    webhookId,
    deliveryId: deliveryIdOf(event.id, webhookId),
    eventId: event.id,
    event: event.type,
    body: bodyOf(event, hook.apiVersion),
    lane: queuePositionOf(hook, event),
    status: "pending",
    attempts: 0,
    attemptsBefore: 0,
    log: [],
    nextAttemptAt: now,
    correlationId: Correlation.current(),
    createdAt: now,
    version: 1n,
  };
}

/** Returns the check that the webhook is enabled. @throws WEBHOOK_DISABLED, WEBHOOK_NOT_FOUND */
export const isEnabled = (hook: Webhook): Table.Write => ({
  check: webhook.key(hook),
  where: Where.is({ enabled: true }),
  onConditionFailed: (current) => fail(current ? WebhookDisabled : WebhookNotFound),
});

const ttlNow = (): number => Clock.nowSeconds() + RETENTION_SECONDS;
const itemOf = (value: Delivery) => delivery.item({ ...value, ttl: ttlNow() });

/** Creates the delivery of an event to a webhook, unless it exists. @throws WEBHOOK_DISABLED, WEBHOOK_NOT_FOUND */
async function create(hook: Webhook, event: WebhookEvent): Promise<Delivery> {
  const created = newDelivery(hook, event);
  const at = created.createdAt;
  await Table.tryCommit([
    isEnabled(hook),
    { put: itemOf(created), where: Where.absent },
    attemptAt({ ...created, at }),
    ...joinQueue(created, ttlNow()),
  ]);
  return created;
}

/** Creates a delivery for each enabled webhook that subscribes to the event. Idempotent by the event's id. */
export async function enqueue(event: WebhookEvent): Promise<void> {
  // Workers send nothing to the webhooks of a former owner.
  const webhooks = await Webhooks.listAllOf(event.userId);
  // Only a replay sends events from before the creation of the webhook.
  const wanted = webhooks.filter((hook) => event.occurredAt >= hook.createdAt && isFor(hook, event));
  const created = await Promise.all(wanted.map((hook) => createInOrder(hook, event).catch(ignoreDisabled)));
  // Also for an existing delivery: the process that created it may have died before the call.
  await callWorkers(created.flatMap((found) => found ?? []));
}

/** Returns whether a webhook receives an event. Events of a sandbox are for its owner. */
function isFor(hook: Webhook, { type, userId, mode = "live" }: WebhookEvent): boolean {
  if (!hook.enabled || !hook.events.includes(type)) return false;
  return mode === "live" ? hook.mode === "live" : hook.mode === "test" && partsOf(mode).ownerId === userId;
}

/** How long the queue may delay an event behind a later one. */
const LOOK_BACK_MS = HOUR_MS;

/** Creates the delivery of an event. For an ordered webhook it first creates those of the object's earlier events. */
async function createInOrder(hook: Webhook, event: WebhookEvent): Promise<Delivery> {
  const { mode = "live", userId, sequence = 1, occurredAt } = event;
  const position = queuePositionOf(hook, event);
  if (position === undefined || sequence === 1) return create(hook, event);
  // Excludes events from before the webhook was created or changed.
  const since = new Date(Date.parse(occurredAt) - LOOK_BACK_MS).toISOString();
  const { events } = await ApiEvents.list(
    { mode, userId },
    {
      types: hook.events,
      objectId: position.objectId,
      from: since > hook.updatedAt ? since : hook.updatedAt,
      limit: 100,
    },
  );
  const before = events.filter((one) => one.sequence < sequence);
  for (const { type, ...one } of before) if (isWebhookEvent(type)) await create(hook, { ...one, type });
  return create(hook, event);
}

/** Ignores that a webhook was disabled or deleted concurrently. */
function ignoreDisabled(error: unknown): undefined {
  if (error instanceof SvcError && (error.is(WebhookDisabled) || error.is(WebhookNotFound))) return;
  throw error;
}

/**
 * Sends a webhook a test event.
 * @param type defaults to the first type that the webhook subscribes to
 * @param exampleOf returns an example object of an event of the API
 * @throws WEBHOOK_NOT_FOUND, WEBHOOK_DISABLED
 */
export async function test(
  actor: Webhooks.Owner,
  webhookId: string,
  type: WebhookEventType | undefined,
  exampleOf: (type: ApiEventType, hook: Webhook) => ApiObject,
): Promise<Delivery> {
  const hook = await Webhooks.fromId(actor, webhookId);
  const { userId } = actor;
  const tested = type ?? hook.events[0] ?? "job-done";
  const created = await create(hook, {
    id: Ids.create("event"),
    type: tested,
    occurredAt: Clock.nowIso(),
    userId,
    mode: hook.mode === "live" ? "live" : sandboxOf(userId),
    data: isUserEvent(tested)
      ? { test: true, message: "This is a test: nothing happened." }
      : exampleOf(tested, hook),
    isTest: true,
  });
  await callWorkers([created]);
  return created;
}

/** Returns a page of the deliveries to one of the actor's webhooks, newest first. @throws WEBHOOK_NOT_FOUND */
export async function list(actor: Webhooks.Owner, webhookId: string, page: Paging): Promise<DeliveryPage> {
  const [, { items, next }] = await Promise.all([
    Webhooks.fromId(actor, webhookId),
    pageOf(delivery, { webhookId }, page),
  ]);
  return { deliveries: items, next: next?.deliveryId };
}

/**
 * Sends a delivery again immediately, in any status, under the same `webhook-id`. The whole schedule applies again.
 * @throws WEBHOOK_NOT_FOUND, DELIVERY_NOT_FOUND, WEBHOOK_DISABLED
 */
export async function replay(
  actor: Webhooks.Owner,
  webhookId: string,
  deliveryId: string,
): Promise<Delivery> {
  const replayed = await Table.change(
    () => Promise.all([Webhooks.fromId(actor, webhookId), Table.find(delivery, { webhookId, deliveryId })]),
    ([hook, before]) => {
      if (!before) throw fail(DeliveryNotFound);
      const at = Clock.nowIso();
      const after: Delivery = {
        ...before,
        // A replay does not wait for earlier events of the object.
        lane: undefined,
        status: "pending",
        attemptsBefore: before.attempts,
        nextAttemptAt: at,
        correlationId: Correlation.current(),
        version: before.version + 1n,
      };
      const put: Table.Write = { put: itemOf(after), where: delivery.unchanged(before) };
      const writes = [isEnabled(hook), put, ...reschedule(before, at), ...leaveQueue(before)];
      return { writes, result: after };
    },
  );
  await callWorkers([replayed]);
  return replayed;
}

/**
 * Sends an event to a webhook again, for a replay of a range, under the same ids. A delivery that is pending, or that
 * this replay has sent, does not change.
 * @throws WEBHOOK_NOT_FOUND, WEBHOOK_DISABLED
 */
export const resend = (hook: Webhook, event: WebhookEvent, replayId: string): Promise<void> => {
  const fresh: Delivery = { ...newDelivery(hook, event), replayId };
  return Table.change(
    () => Table.find(delivery, fresh),
    (before) => {
      if (before?.replayId === replayId || before?.status === "pending")
        return { writes: [], result: undefined };
      const at = Clock.nowIso();
      const after: Delivery = before
        ? {
            ...before,
            ...{ status: "pending", lane: fresh.lane, replayId, nextAttemptAt: at },
            attemptsBefore: before.attempts,
            correlationId: fresh.correlationId,
            version: before.version + 1n,
          }
        : fresh;
      return {
        writes: [
          isEnabled(hook),
          { put: itemOf(after), where: delivery.unchanged(before) },
          ...(before ? reschedule(before, at) : [attemptAt({ ...after, at: after.createdAt })]),
          ...joinQueue(after, ttlNow()),
        ],
        result: undefined,
      };
    },
  );
};
