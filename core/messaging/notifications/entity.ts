import * as z from "zod";
import { categories } from "../../identity/preferences/schema.ts";
import { entity } from "../../platform/table/entity.ts";

export const toldEvent = entity({
  name: "ToldEvent",
  about:
    "That an event was told by a channel (by push: to one telephone), or is being told: a second delivery of it does not tell it again.",
  pk: "TOLD#{eventId}",
  sk: "BY#{channel}",
  schema: z.object({ sentAt: z.string().optional() }),
  expires: "30 days after it was told (attribute ttl); a queue forgets a message after 14",
  holds: "nothing",
  erasure: "expires",
  answers: { "was this event told so already": "PutItem pk, sk on condition that it is not there" },
});

export const notice = entity({
  name: "Notice",
  about:
    "What a user was told, as the app lists it, in the language of that time. Its id is the event's, or the stream's where that shows it too.",
  pk: "USER#{userId}",
  sk: "NOTICE#{notificationId}",
  sync: ["notifications"],
  schema: z.object({
    notificationId: z.string(),
    eventId: z.string(),
    type: z.string(),
    category: z.enum(categories),
    title: z.string(),
    body: z.string(),
    occurredAt: z.string(),
    readAt: z.string().optional(),
  }),
  expires: "30 days after it was told (attribute ttl)",
  holds: "what the user was told, in words",
  erasure: "deleted",
  exported: ["category", "title", "body", "occurredAt", "readAt"],
  answers: { "what a user was told": "Query pk, sk begins with NOTICE#, newest first" },
});

export const unreadNotice = entity({
  name: "UnreadNotice",
  about: "That a notice was not read yet: deleted with the write that reads it, so the count is never off.",
  pk: "USER#{userId}",
  sk: "UNREAD#{notificationId}",
  expires: "with its notice (attribute ttl)",
  holds: "nothing",
  erasure: "deleted",
  answers: { "how many notices are unread": "Query pk, sk begins with UNREAD#, counted" },
});
