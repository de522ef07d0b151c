import { defineError } from "../kernel/errors.ts";

export const AssetNotFound = defineError(
  "ASSET_NOT_FOUND",
  "not-found",
  "This asset does not exist. Check its symbol.",
  "Cet actif n'existe pas. Vérifiez son symbole.",
);
export const InvalidRange = defineError(
  "INVALID_RANGE",
  "invalid",
  "The start of the range (from) must not be after its end (to). Correct one of them.",
  "Le début de la période (from) ne doit pas être postérieur à sa fin (to). Corrigez l'un des deux.",
);
export const RangeTooDeep = defineError(
  "RANGE_TOO_DEEP",
  "invalid",
  "The history covers 365 days. Choose a later value of from.",
  "L'historique couvre 365 jours. Choisissez une valeur de from plus récente.",
);
export const TooManyCandles = defineError(
  "TOO_MANY_CANDLES",
  "invalid",
  "The range has too many candles for one response. Choose a shorter range or a longer interval.",
  "La période compte trop de chandelles pour une réponse. Choisissez une période plus courte ou un intervalle plus long.",
);
export const PricesStale = defineError(
  "PRICES_STALE",
  "unavailable",
  "Prices are currently out of date. Try again shortly.",
  "Les cours ne sont actuellement pas à jour. Réessayez dans un instant.",
);
