import { createHash } from "node:crypto";
import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail, SvcError } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { partsOf, sandboxOf } from "../../kernel/mode.ts";
import { HOUR_MS } from "../../kernel/time.ts";
import * as ApiEvents from "../../platform/api-events/index.ts";
import type { ApiEventType, ApiObject } from "../../platform/api-events/schema.ts";
import * as Correlation from "../../platform/correlation.ts";
import * as Table from "../../platform/table/index.ts";
import { list as pageOf } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import { isUserEvent, isWebhookEvent, type WebhookEventType } from "../user-events/schema.ts";
import { bodyOf, type WebhookEvent } from "./body.ts";
import { delivery, webhook } from "./entity.ts";
import { DeliveryNotFound, WebhookDisabled, WebhookNotFound } from "./errors.ts";
import * as Webhooks from "./index.ts";
import { entering, laneOf, leaving } from "./lanes.ts";
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
    lane: laneOf(hook, event),
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

/** That the webhook is enabled. @throws WEBHOOK_DISABLED, WEBHOOK_NOT_FOUND */
export const isEnabled = (hook: Webhook): Table.Write => ({
  check: webhook.key(hook),
  where: Where.is({ enabled: true }),
  onConditionFailed: (current) => fail(current ? WebhookDisabled : WebhookNotFound),
});

const ttlNow = (): number => Clock.nowSeconds() + KEPT_SECONDS;
const itemOf = (value: Delivery) => delivery.item({ ...value, ttl: ttlNow() });

/**
 * Creates the delivery of an event to a webhook, unless there is one.
 * @throws WEBHOOK_DISABLED, WEBHOOK_NOT_FOUND
 */
async function create(hook: Webhook, event: WebhookEvent): Promise<Delivery> {
  const created = newDelivery(hook, event);
  const at = created.createdAt;
  await Table.tryCommit([
    isEnabled(hook),
    { put: itemOf(created), where: Where.absent },
    attemptAt({ ...created, at }),
    ...entering(created, ttlNow()),
  ]);
  return created;
}

/** Creates a delivery for each enabled webhook that asks for the event. Idempotent by the event's id. */
export async function enqueue(event: WebhookEvent): Promise<void> {
  // To those of a former owner nothing is sent.
  const webhooks = await Webhooks.kept(event.userId);
  // What happened before a webhook was made is sent to it by a replay alone.
  const wanted = webhooks.filter((hook) => event.occurredAt >= hook.createdAt && isFor(hook, event));
  const created = await Promise.all(wanted.map((hook) => inTurn(hook, event).catch(unlessDisabled)));
  // One that was there before is called for again: who created it may have died before it could.
  await callWorkers(created.flatMap((found) => found ?? []));
}

/** Whether a webhook is sent an event. What happens in a sandbox is for the one whose it is. */
function isFor(hook: Webhook, { type, userId, mode = "live" }: WebhookEvent): boolean {
  if (!hook.enabled || !hook.events.includes(type)) return false;
  return mode === "live" ? hook.mode === "live" : hook.mode === "test" && partsOf(mode).ownerId === userId;
}

/** How far back an event is looked for that the queue brings later than one after it. */
const LOOK_BACK_MS = HOUR_MS;

/**
 * Creates the delivery of an event, and before it those of what happened to the same object just before, where
 * the webhook asks for order: queues keep none.
 */
async function inTurn(hook: Webhook, event: WebhookEvent): Promise<Delivery> {
  const { mode = "live", userId, sequence = 1, occurredAt } = event;
  const lane = laneOf(hook, event);
  if (lane === undefined || sequence === 1) return create(hook, event);
  // What happened before the webhook was made or changed is not its own.
  const since = new Date(Date.parse(occurredAt) - LOOK_BACK_MS).toISOString();
  const { events } = await ApiEvents.list(
    { mode, userId },
    {
      types: hook.events,
      objectId: lane.objectId,
      from: since > hook.updatedAt ? since : hook.updatedAt,
      limit: 100,
    },
  );
  const before = events.filter((one) => one.sequence < sequence);
  for (const { type, ...one } of before) if (isWebhookEvent(type)) await create(hook, { ...one, type });
  return create(hook, event);
}

/** A webhook that was disabled or deleted just now gets no delivery. */
function unlessDisabled(error: unknown): undefined {
  if (error instanceof SvcError && (error.is(WebhookDisabled) || error.is(WebhookNotFound))) return;
  throw error;
}

/**
 * Sends a webhook an event that says it is a test.
 * @param type the first that the webhook asks for unless given; another may be tried, too
 * @param exampleOf an object that an event of the API could tell of
 * @throws WEBHOOK_NOT_FOUND, WEBHOOK_DISABLED
 */
export async function test(
  actor: Owner,
  webhookId: string,
  type: WebhookEventType | undefined,
  exampleOf: (type: ApiEventType, hook: Webhook) => ApiObject,
): Promise<Delivery> {
  const hook = await Webhooks.fromId(actor, webhookId);
  const { userId } = actor;
  const tried = type ?? hook.events[0] ?? "job-done";
  const created = await create(hook, {
    id: Ids.create("event"),
    type: tried,
    occurredAt: Clock.nowIso(),
    userId,
    mode: hook.mode === "live" ? "live" : sandboxOf(userId),
    data: isUserEvent(tried)
      ? { test: true, message: "This is a test: nothing happened." }
      : exampleOf(tried, hook),
    isTest: true,
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
        // Whoever asks for it wants it now, whatever comes before it.
        lane: undefined,
        status: "pending",
        attemptsBefore: attempts,
        nextAttemptAt: at,
        correlationId: Correlation.current(),
        version: version + 1n,
      };
      const put: Table.Write = { put: itemOf(after), where: Where.is({ version }) };
      const writes = [isEnabled(hook), put, ...reschedule(before, at), ...leaving(before)];
      return { writes, result: after };
    },
  );
  await callWorkers([replayed]);
  return replayed;
}

/**
 * Sends an event to a webhook once more, for a replay of a range: whatever became of it, under the same ids.
 * One that is still on its way, or that this replay has sent, stays as it is.
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
      const where = before ? Where.is({ version: before.version }) : Where.absent;
      return {
        writes: [
          isEnabled(hook),
          { put: itemOf(after), where },
          ...(before ? reschedule(before, at) : [attemptAt({ ...after, at: after.createdAt })]),
          ...entering(after, ttlNow()),
        ],
        result: undefined,
      };
    },
  );
};
