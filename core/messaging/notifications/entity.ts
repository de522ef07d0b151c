import * as z from "zod";
import { entity } from "../../platform/table/entity.ts";

export const emailedEvent = entity({
  name: "EmailedEvent",
  about:
    "That an event was sent to its user by e-mail, or is being sent: a second delivery of it does not send it again.",
  pk: "EMAILED#{eventId}",
  sk: "EVENT",
  schema: z.object({ sentAt: z.string().optional() }),
  expires: "30 days after it was sent (attribute ttl); a queue forgets a message after 14",
  answers: { "was this event sent already": "PutItem pk, sk on condition that it is not there" },
});
