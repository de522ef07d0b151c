import { VersionConflict } from "../../../core/identity/errors.ts";
import { preferences, version } from "../../../core/identity/preferences/schema.ts";
import { defineFamily } from "../../family.ts";
import { expectedVersion, shared } from "../schemas.ts";

/** Preferences of the mobile app: MOBILE.md, section User. */

const route = defineFamily({
  ...shared,
  id: "mobile.user.preferences",
  path: "/api/v1/mobile/user/preferences",
});

const shown = preferences.extend({ version }).meta({ id: "Preferences" });

export const read = route({
  id: "read",
  method: "GET",
  summary: "Retrieve the caller's display preferences",
  response: { description: "The preferences", body: shown },
});

export const replace = route({
  id: "replace",
  method: "PUT",
  summary: "Replace the caller's display preferences",
  description:
    "Replaces all fields. The language applies to emails, push messages, documents, errors and the web; it starts as that of the registration's " +
    "`Accept-Language`, else French. With `version`, fails with `VERSION_CONFLICT` after a concurrent change.",
  request: { body: preferences.extend({ version: expectedVersion }) },
  response: { description: "The new preferences", body: shown },
  errors: [VersionConflict],
  grants: { table: "write" },
});
