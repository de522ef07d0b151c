import * as z from "zod";
import { fail, Unavailable } from "../kernel/errors.ts";
import type * as Outbox from "../platform/outbox/index.ts";
import * as Queue from "../platform/queue.ts";
import * as Inbox from "./inbox/index.ts";
import { type UserEvent, userEventTypes } from "./user-events/schema.ts";
import * as Deliveries from "./webhooks/deliveries.ts";

const payload = z.object({ userId: z.string(), data: z.record(z.string(), z.unknown()) });

/**
 * Hands an event to the user's webhooks, to the notification stream, and to whatever else tells the user of it.
 * Idempotent by the event's id.
 * @throws SERVICE_UNAVAILABLE where a queue does not take it
 */
export async function fanOut({ id, occurredAt, ...event }: Outbox.Event): Promise<void> {
  const { userId, data } = payload.parse(event.payload);
  const userEvent: UserEvent = {
    ...{ id, type: z.enum(userEventTypes).parse(event.type), occurredAt },
    ...{ userId, data },
  };
  const [notificationId] = await Promise.all([Inbox.put(userEvent), Deliveries.enqueue(userEvent)]);
  const told: Outbox.Event = { id, occurredAt, ...event, payload: { userId, data, notificationId } };
  const failed = await Queue.send("QUEUE_URL_NOTIFICATIONS", [{ id, body: JSON.stringify(told) }]);
  if (failed.length > 0) throw fail(Unavailable);
}
