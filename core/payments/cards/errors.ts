import { defineError } from "../../kernel/errors.ts";

export const CardNotFound = defineError(
  "CARD_NOT_FOUND",
  "not-found",
  "There is no such card.",
  "Cette carte n'existe pas.",
);
export const CardNotActive = defineError(
  "CARD_NOT_ACTIVE",
  "conflict",
  "This card is not active, so nothing can be paid with it.",
  "Cette carte n'est pas active : rien ne peut être payé avec elle.",
);
export const CardLimit = defineError(
  "CARD_LIMIT_REACHED",
  "conflict",
  "You have the 20 cards that an account may have.",
  "Vous avez les 20 cartes qu'un compte peut avoir.",
);
export const SetupIntentNotFound = defineError(
  "SETUP_INTENT_NOT_FOUND",
  "not-found",
  "There is no such setup intent.",
  "Cette intention d'enregistrement n'existe pas.",
);
export const SetupIntentUsed = defineError(
  "SETUP_INTENT_USED",
  "conflict",
  "A card was saved with this setup intent before: details name it.",
  "Une carte a déjà été enregistrée avec cette intention : details la nomme.",
);
export const SetupIntentNotReady = defineError(
  "SETUP_INTENT_NOT_READY",
  "conflict",
  "The setup intent has not succeeded. Confirm it with the provider's client library first.",
  "L'enregistrement de la carte n'a pas abouti. Confirmez-le d'abord avec la bibliothèque du fournisseur.",
);
export const NotACard = defineError(
  "NOT_A_CARD",
  "unprocessable",
  "What this setup intent has saved is not a card.",
  "Ce que cette intention a enregistré n'est pas une carte.",
);
