import * as z from "zod";
import { userEventTypes } from "../user-events/schema.ts";

/** A notification as the stream shows it. */
export const notification = z
  .object({
    id: z
      .string()
      .meta({ description: "The event's id of the stream, too: send it as Last-Event-ID to go on after it" }),
    eventId: z.string().meta({ description: "The same in webhooks: whoever gets both knows an event by it" }),
    type: z.enum(userEventTypes),
    occurredAt: z.string(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "Notification" });
export type Notification = z.output<typeof notification>;
