import { defineError } from "../../kernel/errors.ts";

export const CardNotFound = defineError(
  "CARD_NOT_FOUND",
  "not-found",
  "This card does not exist. It may have been removed already.",
  "Cette carte n'existe pas. Elle a peut-être déjà été retirée.",
);
export const CardNotActive = defineError(
  "CARD_NOT_ACTIVE",
  "conflict",
  "This card is not active. Use another card.",
  "Cette carte n'est pas active. Utilisez une autre carte.",
);
export const CardLimit = defineError(
  "CARD_LIMIT_REACHED",
  "conflict",
  "You have reached the limit of 20 saved cards. Remove one to save another.",
  "Vous avez atteint la limite de 20 cartes enregistrées. Retirez-en une pour en enregistrer une autre.",
);
export const SetupIntentNotFound = defineError(
  "SETUP_INTENT_NOT_FOUND",
  "not-found",
  "This setup intent does not exist. Check its id, or start saving the card again.",
  "Cette intention d'enregistrement n'existe pas. Vérifiez son identifiant, ou recommencez l'enregistrement de la carte.",
);
export const SetupIntentUsed = defineError(
  "SETUP_INTENT_USED",
  "conflict",
  "A card has already been saved with this setup intent. See details for its id.",
  "Une carte a déjà été enregistrée avec cette intention. Son identifiant figure dans details.",
);
export const SetupIntentNotReady = defineError(
  "SETUP_INTENT_NOT_READY",
  "conflict",
  "The setup intent has not succeeded. Confirm it with the provider's client library first.",
  "L'enregistrement de la carte n'a pas abouti. Confirmez-le d'abord avec la bibliothèque du prestataire.",
);
export const NotACard = defineError(
  "NOT_A_CARD",
  "unprocessable",
  "The payment method of this setup intent is not a card. Save a card instead.",
  "Le moyen de paiement de cette intention n'est pas une carte. Enregistrez une carte.",
);
