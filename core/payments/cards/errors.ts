import { defineError } from "../../kernel/errors.ts";

export const CardNotFound = defineError("CARD_NOT_FOUND", "not-found", "There is no such card.");
export const CardNotActive = defineError(
  "CARD_NOT_ACTIVE",
  "conflict",
  "This card is not active, so nothing can be paid with it.",
);
export const CardLimit = defineError(
  "CARD_LIMIT_REACHED",
  "conflict",
  "You have the 20 cards that an account may have.",
);
export const SetupIntentNotFound = defineError(
  "SETUP_INTENT_NOT_FOUND",
  "not-found",
  "There is no such setup intent.",
);
export const SetupIntentUsed = defineError(
  "SETUP_INTENT_USED",
  "conflict",
  "A card was saved with this setup intent before: details name it.",
);
export const SetupIntentNotReady = defineError(
  "SETUP_INTENT_NOT_READY",
  "conflict",
  "The setup intent has not succeeded. Confirm it with the provider's client library first.",
);
export const NotACard = defineError(
  "NOT_A_CARD",
  "unprocessable",
  "What this setup intent has saved is not a card.",
);
