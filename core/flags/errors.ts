import { defineError } from "../kernel/errors.ts";

export const FlagNotFound = defineError(
  "FLAG_NOT_FOUND",
  "not-found",
  "Nothing of that kind and id is flagged.",
  "Rien de ce type et de cet identifiant n'est signalé.",
);
export const OwnFlag = defineError(
  "OWN_FLAG",
  "forbidden",
  "This is about your own account: another administrator must look at it.",
  "Cela concerne votre propre compte : un autre administrateur doit l'examiner.",
);
export const FlagHoldsMoney = defineError(
  "FLAG_HOLDS_MONEY",
  "conflict",
  "Money of it is in suspense still. Send it back at the provider, or pay it out by an adjustment: the last of it resolves the flag.",
  "De l'argent est encore en attente. Renvoyez-le chez le prestataire ou versez-le par un ajustement : le signalement est traité avec le dernier versement.",
);
export const FlagResolved = defineError(
  "FLAG_RESOLVED",
  "conflict",
  "This was resolved before: details say by whom and when.",
  "Cela a déjà été traité : details dit par qui et quand.",
);
