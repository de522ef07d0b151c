import { defineError } from "../../kernel/errors.ts";

export const VersionConflict = defineError(
  "VERSION_CONFLICT",
  "conflict",
  "It was changed since this version was read. Read it again, then change what is there now.",
);
export const IdentityVerified = defineError(
  "IDENTITY_VERIFIED",
  "conflict",
  "Your identity was verified with this name and date of birth. Contact support to change them.",
);
