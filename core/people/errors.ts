import { defineError } from "../kernel/errors.ts";

export const ErasureBlocked = defineError(
  "ERASURE_BLOCKED",
  "conflict",
  "The account cannot be deleted yet. `blockers` says what is in the way and what to do.",
  "Le compte ne peut pas encore être supprimé. `blockers` dit ce qui l'empêche et quoi faire.",
);
export const ErasureRequestNotFound = defineError(
  "ERASURE_REQUEST_NOT_FOUND",
  "not-found",
  "There is no such request to be approved: it may have expired, or been approved.",
  "Cette demande n'est pas à approuver : elle a peut-être expiré, ou a été approuvée.",
);
export const OwnErasureRequest = defineError(
  "OWN_ERASURE_REQUEST",
  "forbidden",
  "Whoever asks for an erasure does not approve it. Another administrator must.",
  "Celui qui demande un effacement ne l'approuve pas. Un autre administrateur doit le faire.",
);
export const ExportNotReady = defineError(
  "EXPORT_NOT_READY",
  "conflict",
  "There is no export to fetch. Ask for one; a letter tells when it is ready.",
  "Il n'y a pas d'export à télécharger. Demandez-en un ; un message vous dira quand il est prêt.",
);
