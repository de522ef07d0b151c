import * as z from "zod";
import type * as Outbox from "../platform/outbox/index.ts";
import * as Inbox from "./inbox/index.ts";
import { type UserEvent, userEventTypes } from "./user-events/schema.ts";
import * as Deliveries from "./webhooks/deliveries.ts";

const payload = z.object({ userId: z.string(), data: z.record(z.string(), z.unknown()) });

/** Hands an event to the user's webhooks and to the notification stream. Idempotent by the event's id. */
export async function fanOut({ id, occurredAt, ...event }: Outbox.Event): Promise<void> {
  const { userId, data } = payload.parse(event.payload);
  const userEvent: UserEvent = {
    ...{ id, type: z.enum(userEventTypes).parse(event.type), occurredAt },
    ...{ userId, data },
  };
  await Promise.all([Inbox.put(userEvent), Deliveries.enqueue(userEvent)]);
}
