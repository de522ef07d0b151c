import { defineError } from "../../kernel/errors.ts";
import { MAX_ACTIVE } from "./schema.ts";

export const ScheduledPaymentLimit = defineError(
  "SCHEDULED_PAYMENT_LIMIT_REACHED",
  "conflict",
  `You have ${MAX_ACTIVE} scheduled payments. Cancel one that you do not need any more.`,
  `Vous avez ${MAX_ACTIVE} paiements programmés. Annulez-en un dont vous n'avez plus besoin.`,
);
export const ScheduledPaymentNotFound = defineError(
  "SCHEDULED_PAYMENT_NOT_FOUND",
  "not-found",
  "You have no such scheduled payment.",
  "Vous n'avez pas ce paiement programmé.",
);
export const ScheduledPaymentEnded = defineError(
  "SCHEDULED_PAYMENT_ENDED",
  "conflict",
  "Nothing is left to cancel: this scheduled payment has run, or has failed.",
  "Il n'y a plus rien à annuler : ce paiement programmé a eu lieu, ou a échoué.",
);
