import { defineError } from "../../kernel/errors.ts";

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
export const FlagResolved = defineError(
  "FLAG_RESOLVED",
  "conflict",
  "This was resolved before: details say by whom and when.",
  "Cela a déjà été traité : details dit par qui et quand.",
);
