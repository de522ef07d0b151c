import * as z from "zod";
import { fail, Unavailable } from "../../kernel/errors.ts";
import * as ApiEvents from "../../platform/api-events/index.ts";
import { apiEventTypes, eventContent } from "../../platform/api-events/schema.ts";
import type * as Outbox from "../../platform/outbox/index.ts";
import * as Queue from "../../platform/queue.ts";
import * as Inbox from "../inbox/index.ts";
import { isUserEvent, type UserEvent } from "../schema.ts";
import * as Deliveries from "./deliveries.ts";

const payload = z.object({ userId: z.string(), data: z.record(z.string(), z.unknown()) });

/**
 * Delivers an event to the user's webhooks, and an event of a job or share also to the notification stream and the channels.
 * Idempotent by the event's id.
 * @throws SERVICE_UNAVAILABLE if the queue of notifications rejects the event
 */
export async function fanOut(event: Outbox.Event): Promise<void> {
  const { id, type, occurredAt } = event;
  if (isUserEvent(type)) return fanOutJob({ id, type, occurredAt, ...payload.parse(event.payload) });
  const apiType = z.enum(apiEventTypes).parse(type);
  await Deliveries.enqueue({ id, type: apiType, occurredAt, ...eventContent.parse(event.payload) });
}

async function fanOutJob(event: UserEvent): Promise<void> {
  const { id, occurredAt, type, userId, data } = event;
  const apiEvent = { ...event, mode: "live" as const, sequence: 1 };
  const [notificationId] = await Promise.all([
    Inbox.put(event),
    ApiEvents.store(apiEvent).then(() => Deliveries.enqueue(apiEvent)),
  ]);
  const notified: Outbox.Event = { id, occurredAt, type, payload: { userId, data, notificationId } };
  const failed = await Queue.send("QUEUE_URL_NOTIFICATIONS", [{ id, body: JSON.stringify(notified) }]);
  if (failed.length > 0) throw fail(Unavailable);
}
