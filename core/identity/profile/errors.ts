import { defineError } from "../../kernel/errors.ts";

export const VersionConflict = defineError(
  "VERSION_CONFLICT",
  "conflict",
  "It was changed since this version was read. Read it again, then change what is there now.",
  "Des modifications ont eu lieu depuis la lecture de cette version. Relisez, puis modifiez ce qui s'y trouve maintenant.",
);
export const IdentityVerified = defineError(
  "IDENTITY_VERIFIED",
  "conflict",
  "Your identity was verified with this name and date of birth. Contact support to change them.",
  "Votre identité a été vérifiée avec ce nom et cette date de naissance. Contactez notre service client pour les modifier.",
);
