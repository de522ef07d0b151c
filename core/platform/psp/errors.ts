import { defineError } from "../../kernel/errors.ts";

/** Errors of the payment provider, as clients see them. The provider's 401 and 429 are never the client's fault. */

export const CardRefused = defineError(
  "CARD_REFUSED",
  "payment-required",
  "The card was refused.",
  "La carte a été refusée.",
);
export const ProviderRefused = defineError(
  "PROVIDER_REFUSED",
  "unprocessable",
  "The payment provider does not take this request.",
  "Le prestataire de paiement n'accepte pas cette requête.",
);
export const StateConflict = defineError(
  "PROVIDER_STATE_CONFLICT",
  "conflict",
  "The payment is not in a state in which this can be done.",
  "L'état du paiement ne le permet pas.",
);
export const InProgress = defineError(
  "REQUEST_IN_PROGRESS",
  "conflict",
  "A request with this Idempotency-Key is being worked on. Try again in a moment.",
  "Une requête avec cette Idempotency-Key est en cours. Réessayez dans un instant.",
);
export const ProviderUnavailable = defineError(
  "PROVIDER_UNAVAILABLE",
  "unavailable",
  "The payment provider did not answer. Try again with the same Idempotency-Key: nothing is done twice.",
  "Le prestataire de paiement n'a pas répondu. Réessayez avec la même Idempotency-Key : rien n'est fait deux fois.",
);

/** All errors of a call to the provider, for the `errors` of a route. */
export const pspErrors = [
  CardRefused,
  ProviderRefused,
  StateConflict,
  InProgress,
  ProviderUnavailable,
] as const;
