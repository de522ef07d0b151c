import { defineError } from "../../kernel/errors.ts";
import { MAX_ACTIVE } from "./schema.ts";

export const ScheduledPaymentLimit = defineError(
  "SCHEDULED_PAYMENT_LIMIT_REACHED",
  "conflict",
  `You have reached the limit of ${MAX_ACTIVE} scheduled payments. Cancel one to add another.`,
  `Vous avez atteint la limite de ${MAX_ACTIVE} paiements programmés. Annulez-en un pour en ajouter un autre.`,
);
export const ScheduledPaymentNotFound = defineError(
  "SCHEDULED_PAYMENT_NOT_FOUND",
  "not-found",
  "This scheduled payment does not exist. Check its id.",
  "Ce paiement programmé n'existe pas. Vérifiez son identifiant.",
);
export const ScheduledPaymentEnded = defineError(
  "SCHEDULED_PAYMENT_ENDED",
  "conflict",
  "This scheduled payment can no longer be canceled: it has been executed or has failed.",
  "Ce paiement programmé ne peut plus être annulé : il a été exécuté ou a échoué.",
);
