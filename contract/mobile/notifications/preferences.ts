import { VersionConflict } from "../../../core/identity/errors.ts";
import { notificationPreferences, version } from "../../../core/identity/preferences/schema.ts";
import { defineFamily } from "../../family.ts";
import { expectedVersion, shared } from "../schemas.ts";

/** Channels by category of notification: MOBILE.md, section Notifications. */

const route = defineFamily({
  ...shared,
  id: "mobile.notifications.preferences",
  path: "/api/v1/mobile/notifications/preferences",
});

const shown = notificationPreferences.extend({ version }).meta({ id: "NotificationPreferences" });

export const read = route({
  id: "read",
  method: "GET",
  summary: "Retrieve the caller's notification channels",
  response: { description: "The channels of each category", body: shown },
});

export const replace = route({
  id: "replace",
  method: "PUT",
  summary: "Replace the caller's notification channels",
  description:
    "Replaces all categories. Security notifications (access and ownership of the account) always use every channel: other values are rejected. " +
    "Marketing is off outside the app by default. The web's single switch `notifications` states whether any other category uses push or email. With " +
    "`version`, fails with `VERSION_CONFLICT` after a concurrent change.",
  request: { body: notificationPreferences.extend({ version: expectedVersion }) },
  response: { description: "The new channels", body: shown },
  errors: [VersionConflict],
  grants: { table: "write" },
});
