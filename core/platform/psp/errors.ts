import { defineError } from "../../kernel/errors.ts";

/** Errors of the payment provider, as clients see them. The provider's 401 and 429 are never the client's fault. */

export const CardRefused = defineError(
  "CARD_REFUSED",
  "payment-required",
  "The card was declined. Use another card.",
  "La carte a été refusée. Utilisez une autre carte.",
);
export const ProviderRefused = defineError(
  "PROVIDER_REFUSED",
  "unprocessable",
  "The payment provider does not accept this request. Check your entries, or contact support.",
  "Le prestataire de paiement n'accepte pas cette requête. Vérifiez vos données, ou contactez notre service client.",
);
export const StateConflict = defineError(
  "PROVIDER_STATE_CONFLICT",
  "conflict",
  "The current status of the payment does not allow this.",
  "L'état actuel du paiement ne le permet pas.",
);
export const InProgress = defineError(
  "REQUEST_IN_PROGRESS",
  "conflict",
  "A request with this Idempotency-Key is in progress. Try again in a moment.",
  "Une requête avec cette Idempotency-Key est en cours. Réessayez dans un instant.",
);
export const ProviderUnavailable = defineError(
  "PROVIDER_UNAVAILABLE",
  "unavailable",
  "The payment provider did not answer. Try again with the same Idempotency-Key: nothing will be done twice.",
  "Le prestataire de paiement n'a pas répondu. Réessayez avec la même Idempotency-Key : rien ne sera exécuté deux fois.",
);

/** All errors of a call to the provider, for the `errors` of a route. */
export const pspErrors = [
  CardRefused,
  ProviderRefused,
  StateConflict,
  InProgress,
  ProviderUnavailable,
] as const;
