import { defineError } from "../kernel/errors.ts";

export const FlagNotFound = defineError(
  "FLAG_NOT_FOUND",
  "not-found",
  "This flag does not exist. Reload the list of flags.",
  "Ce signalement n'existe pas. Actualisez la liste des signalements.",
);
export const OwnFlag = defineError(
  "OWN_FLAG",
  "forbidden",
  "This flag is about your own account. Another administrator must review it.",
  "Ce signalement concerne votre propre compte. Un autre administrateur doit l'examiner.",
);
export const FlagHoldsMoney = defineError(
  "FLAG_HOLDS_MONEY",
  "conflict",
  "This flag's money is still in suspense. Return it through the provider, or pay it out with an adjustment. The last payment resolves the flag.",
  "L'argent de ce signalement est encore en attente. Renvoyez-le par l'intermédiaire du prestataire, ou versez-le par un ajustement. Le dernier versement clôt le signalement.",
);
export const FlagResolved = defineError(
  "FLAG_RESOLVED",
  "conflict",
  "This flag is already resolved. `details` states by whom and when.",
  "Ce signalement est déjà traité. `details` indique par qui et quand.",
);
