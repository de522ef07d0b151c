import { VersionConflict } from "../../../core/identity/errors.ts";
import { notificationPreferences, version } from "../../../core/identity/preferences/schema.ts";
import { defineFamily } from "../../family.ts";
import * as limits from "../../limits.ts";
import { expectedVersion } from "../schemas.ts";

/** Which channels tell of what: MOBILE.md, section Notifications. */

const route = defineFamily({
  id: "mobile.notifications.preferences",
  path: "/api/v1/mobile/notifications/preferences",
  family: "mobile",
  auth: "mobile",
  limit: limits.mobile,
});

const shown = notificationPreferences.extend({ version }).meta({ id: "NotificationPreferences" });

export const read = route({
  id: "read",
  method: "GET",
  summary: "Which channels tell the caller of what",
  responses: { 200: { description: "The channels of each category", body: shown } },
  grants: { table: "read" },
});

export const replace = route({
  id: "replace",
  method: "PUT",
  summary: "Replace which channels tell the caller of what",
  description:
    "All categories at once. Security (who gets into the account, and whose it is) is always told, by every channel: another value is refused. " +
    "Marketing reaches nobody outside the app before it is switched on here. The web's one switch `notifications` says whether any of " +
    "the others is told by push or e-mail. With `version` it is refused with `VERSION_CONFLICT` where it was changed since.",
  request: { body: notificationPreferences.extend({ version: expectedVersion }) },
  responses: { 200: { description: "The channels as they are now", body: shown } },
  errors: [VersionConflict],
  grants: { table: "write" },
});
