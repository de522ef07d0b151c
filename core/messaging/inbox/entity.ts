import * as z from "zod";
import { storedNumber } from "../../kernel/stored.ts";
import { entity } from "../../platform/table/entity.ts";
import * as Schema from "./schema.ts";

export const notification = entity({
  name: "Notification",
  about: "What the notification stream shows a user. Its id sorts by when it was put here.",
  pk: "USER#{userId}",
  sk: "NOTIFICATION#{notificationId}",
  schema: Schema.notification,
  expires: "30 days after it was put here (attribute ttl)",
  holds: "what happened to the user",
  erasure: "deleted",
  exported: ["type", "occurredAt", "data"],
  answers: {
    "the latest notifications of a user": "Query pk, sk begins with NOTIFICATION#, newest first",
    "what came after a notification": "Query pk, sk from its own on",
  },
});

export const notificationMark = entity({
  name: "NotificationMark",
  about:
    "That an event was put into its user's notifications, so that a second delivery does not do it again.",
  pk: "NOTIFIED#{eventId}",
  sk: "MARK",
  schema: z.object({ notificationId: z.string().optional() }),
  expires: "30 days after (attribute ttl); a queue forgets a message after 14",
  holds: "nothing",
  erasure: "expires",
  answers: { "was this event put there already": "PutItem pk, sk on condition that it is not there" },
});

/** UNIX seconds. */
const seconds = storedNumber;

export const openStreams = entity({
  name: "OpenStreams",
  about: "Which notification streams a user has open: ten at most. The oldest gives way to a new one.",
  pk: "USER#{userId}",
  sk: "STREAMS",
  schema: z.object({
    version: z.bigint(),
    streams: z.array(z.object({ id: z.string(), until: seconds })),
    ttl: seconds,
  }),
  expires: "with the last of them (attribute ttl)",
  holds: "nothing",
  erasure: "deleted",
  answers: { "the open streams of a user": "GetItem pk, sk" },
});
