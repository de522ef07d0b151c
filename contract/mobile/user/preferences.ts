import { VersionConflict } from "../../../core/identity/errors.ts";
import { preferences, version } from "../../../core/identity/preferences/schema.ts";
import { defineFamily } from "../../family.ts";
import * as limits from "../../limits.ts";
import { expectedVersion } from "../schemas.ts";

/** Preferences of the mobile app: MOBILE.md, section User. */

const route = defineFamily({
  id: "mobile.user.preferences",
  path: "/api/v1/mobile/user/preferences",
  family: "mobile",
  auth: "mobile",
  limit: limits.mobile,
});

const shown = preferences.extend({ version }).meta({ id: "Preferences" });

export const read = route({
  id: "read",
  method: "GET",
  summary: "How the caller wants things to be shown",
  responses: { 200: { description: "The preferences", body: shown } },
  grants: { table: "read" },
});

export const replace = route({
  id: "replace",
  method: "PUT",
  summary: "Replace how the caller wants things to be shown",
  description:
    "All fields at once. The language is that of mails, push messages, documents and errors too; the web has the same. " +
    "It begins as that of the registration's `Accept-Language`, else French. With `version` " +
    "it is refused with `VERSION_CONFLICT` where it was changed since.",
  request: { body: preferences.extend({ version: expectedVersion }) },
  responses: { 200: { description: "The preferences as they are now", body: shown } },
  errors: [VersionConflict],
  grants: { table: "write" },
});
