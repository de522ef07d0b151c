import * as z from "zod";
import { DeviceNotFound } from "../../core/identity/errors.ts";
import { deviceId } from "../../core/identity/schema.ts";
import { NotificationNotFound } from "../../core/messaging/errors.ts";
import { pushToken, systems } from "../../core/messaging/schema.ts";
import { nextCursor, pageLimit, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { notification, notificationId } from "./schemas.ts";

/** What the app's user is told: MOBILE.md, section Notifications. */

const route = defineFamily({
  id: "mobile.notifications",
  path: "/api/v1/mobile/notifications",
  family: "mobile",
  auth: "mobile",
  limit: limits.mobile,
});

export const register = route({
  id: "register",
  method: "POST",
  path: "/register",
  summary: "Have push messages sent to a device",
  description:
    "`deviceId` is one of the caller's own signed-in devices. The registration is of its session and ends with it; register again after " +
    "each sign-in, and when the system gives another token. A token belongs to whoever registered it last. A message's data has " +
    "`notificationId`, `type`, `category` and `userId`.",
  request: { body: z.strictObject({ token: pushToken, platform: z.enum(systems), deviceId }) },
  responses: {
    201: {
      description: "Registered",
      body: z.object({ deviceId: z.string(), platform: z.enum(systems), registeredAt: timestamp }),
    },
  },
  errors: [DeviceNotFound],
  grants: { table: "write" },
});

export const unregister = route({
  id: "unregister",
  method: "DELETE",
  path: "/unregister",
  summary: "Send a device no push messages any more",
  description:
    "The calling device unless `deviceId` names another, in the body or the query. One that gets none already is no error.",
  request: {
    // Not every client can send a body with DELETE.
    query: z.strictObject({ deviceId: deviceId.optional() }),
    body: z.strictObject({ deviceId: deviceId.optional() }).optional(),
  },
  responses: { 204: { description: "It gets none" } },
  grants: { table: "write" },
});

export const history = route({
  id: "history",
  method: "GET",
  path: "/history",
  summary: "What the caller was told in the last 30 days, newest first",
  request: {
    query: z.strictObject({
      limit: pageLimit,
      cursor: notificationId.optional().meta({ description: "`nextCursor` of the page before" }),
    }),
  },
  responses: {
    200: {
      description: "A page",
      body: z.object({
        notifications: z.array(notification),
        unreadCount: z.int().meta({ description: "Of all, not of this page" }),
        nextCursor,
      }),
    },
  },
  grants: { table: "read" },
});

export const read = route({
  id: "read",
  method: "POST",
  path: "/{id}/read",
  summary: "Mark a notification as read",
  description: "One that was read already stays as it is.",
  request: { params: z.object({ id: notificationId }) },
  responses: { 200: { description: "The notification", body: notification } },
  errors: [NotificationNotFound],
  grants: { table: "write" },
});
