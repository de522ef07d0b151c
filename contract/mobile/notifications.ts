import * as z from "zod";
import { DeviceNotFound } from "../../core/identity/errors.ts";
import { deviceId } from "../../core/identity/schema.ts";
import { NotificationNotFound } from "../../core/messaging/errors.ts";
import { pushToken, systems } from "../../core/messaging/schema.ts";
import { nextCursor, pagedBy, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import { notification, notificationId, onDevice, shared } from "./schemas.ts";

/** Notifications of the app's user: MOBILE.md, section Notifications. */

const route = defineFamily({
  ...shared,
  id: "mobile.notifications",
  path: "/api/v1/mobile/notifications",
  grants: { table: "write" },
});

export const register = route({
  ...onDevice,
  id: "register",
  method: "POST",
  path: "/register",
  summary: "Register a device for push messages",
  description:
    "`deviceId` is one of the caller's signed-in devices. The registration ends with its session: repeat it after each sign-in, and when the system " +
    "issues a new token. A token belongs to the account that registered it last. A message's data has `notificationId`, `type`, `category` and " +
    "`userId`.",
  request: { body: z.strictObject({ token: pushToken, platform: z.enum(systems), deviceId }) },
  response: {
    status: 201,
    description: "Registered",
    body: z.object({ deviceId: z.string(), platform: z.enum(systems), registeredAt: timestamp }),
  },
  errors: [DeviceNotFound],
});

export const unregister = route({
  ...onDevice,
  id: "unregister",
  method: "DELETE",
  path: "/unregister",
  summary: "Stop push messages to a device",
  description:
    "`deviceId` in the body or query defaults to the calling device. Repeating it is not an error.",
  request: {
    // Not every client can send a body with DELETE.
    query: z.strictObject({ deviceId: deviceId.optional() }),
    body: z.strictObject({ deviceId: deviceId.optional() }).optional(),
  },
  response: { status: 204, description: "Unregistered" },
});

export const history = route({
  id: "history",
  method: "GET",
  path: "/history",
  summary: "List the caller's notifications of the last 30 days, newest first",
  request: { query: z.strictObject(pagedBy(notificationId)) },
  response: {
    description: "A page",
    body: z.object({
      notifications: z.array(notification),
      unreadCount: z.int().describe("Of all notifications, not of this page"),
      nextCursor,
    }),
  },
  grants: { table: "read" },
});

export const read = route({
  id: "read",
  method: "POST",
  path: "/{id}/read",
  summary: "Mark a notification as read",
  description: "Repeating it changes nothing.",
  request: { params: z.object({ id: notificationId }) },
  response: { description: "The notification", body: notification },
  errors: [NotificationNotFound],
});
