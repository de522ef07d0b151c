import { entity } from "../../platform/table/entity.ts";

/** How the sort key of every notification of a user begins. */
export const NOTIFICATION_PREFIX = "NOTIFICATION#";

export const notification = entity({
  name: "Notification",
  about: "What a user is told by the notification stream. Its id sorts by when it was put here.",
  pk: "USER#{userId}",
  sk: "NOTIFICATION#{notificationId}",
  expires: "30 days after it was put here (attribute ttl)",
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
  expires: "30 days after (attribute ttl); a queue forgets a message after 14",
  answers: { "was this event put there already": "PutItem pk, sk on condition that it is not there" },
});
