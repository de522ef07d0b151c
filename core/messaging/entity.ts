import * as z from "zod";
import { categories } from "../identity/preferences/schema.ts";
import { storedNumber } from "../kernel/stored.ts";
import { entity } from "../platform/table/entity.ts";
import * as Schema from "./schema.ts";

export const notification = entity({
  name: "Notification",
  about: "A notification of the user's notification stream. Its id sorts by the time when it was stored.",
  pk: "USER#{userId}",
  sk: "NOTIFICATION#{notificationId}",
  schema: Schema.notification,
  expires: "30 days after it was stored (attribute ttl)",
  holds: "what happened to the user",
  erasure: "deleted",
  exported: ["type", "occurredAt", "data"],
  answers: {
    "the latest notifications of a user": "Query pk, sk begins with NOTIFICATION#, newest first",
    "the notifications after another one": "Query pk, sk from its own on",
  },
});

export const notificationMark = entity({
  name: "NotificationMark",
  about: "Records that an event was stored as a notification, so that a second delivery changes nothing.",
  pk: "NOTIFIED#{eventId}",
  sk: "MARK",
  schema: z.object({ notificationId: z.string().optional() }),
  expires: "30 days after it was written (attribute ttl); a queue deletes a message after 14",
  holds: "nothing",
  erasure: "expires",
  answers: { "was this event stored already": "conditional PutItem pk, sk" },
});

export const openStreams = entity({
  name: "OpenStreams",
  about: "The open notification streams of a user, at most ten. A new one replaces the oldest.",
  pk: "USER#{userId}",
  sk: "STREAMS",
  schema: z.object({
    version: z.bigint(),
    streams: z.array(z.object({ id: z.string(), until: storedNumber })),
    ttl: storedNumber,
  }),
  expires: "with the last of them (attribute ttl)",
  holds: "nothing",
  erasure: "deleted",
  answers: { "the open streams of a user": "GetItem pk, sk" },
});

export const sentEvent = entity({
  name: "SentEvent",
  about:
    "Records that an event was sent by a channel (by push: to one device), or is being sent, so that a second delivery sends nothing.",
  pk: "TOLD#{eventId}",
  sk: "BY#{channel}",
  schema: z.object({ sentAt: z.string().optional() }),
  expires: "30 days after it was sent (attribute ttl); a queue deletes a message after 14",
  holds: "nothing",
  erasure: "expires",
  answers: {
    "was this event sent by this channel already": "conditional PutItem pk, sk",
  },
});

export const notice = entity({
  name: "Notice",
  about:
    "A message to the user as the app lists it, in the language of its time. Its id is the event's, or the stream's if the stream shows it too.",
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
  expires: "30 days after it was sent (attribute ttl)",
  holds: "the texts of messages to the user",
  erasure: "deleted",
  exported: ["category", "title", "body", "occurredAt", "readAt"],
  answers: { "the messages to a user": "Query pk, sk begins with NOTICE#, newest first" },
});

export const unreadNotice = entity({
  name: "UnreadNotice",
  about: "Marks an unread notice. The write that marks the notice as read deletes it, so the count is exact.",
  pk: "USER#{userId}",
  sk: "UNREAD#{notificationId}",
  expires: "with its notice (attribute ttl)",
  holds: "nothing",
  erasure: "deleted",
  answers: { "the number of unread notices": "Query pk, sk begins with UNREAD#, counted" },
});

export const pushRegistration = entity({
  name: "PushRegistration",
  about:
    "The push address of a device's session. It is valid while the session lives and the token belongs to this session.",
  pk: "USER#{userId}",
  sk: "PUSH#{sessionId}",
  schema: z.object({
    userId: z.string(),
    sessionId: z.string(),
    system: z.enum(Schema.systems),
    token: z.string(),
    endpointArn: z.string().optional(),
    ttl: storedNumber,
  }),
  expires: "7 days after it was registered (attribute ttl), when its session has ended",
  holds: "a device's push token",
  erasure: "deleted",
  exported: ["system"],
  answers: { "the devices that a user's messages go to": "Query pk, sk begins with PUSH#" },
});

export const pushToken = entity({
  name: "PushToken",
  about:
    "The session that last registered a push token, by the token's hash, so that a device never gets a former user's messages.",
  pk: "PUSHTOKEN#{tokenHash}",
  sk: "TOKEN",
  schema: z.object({ userId: z.string(), sessionId: z.string() }),
  expires: "with the registration (attribute ttl)",
  holds: "nothing",
  erasure: "deleted",
  answers: { "the owner of a token": "GetItem pk, sk" },
});
