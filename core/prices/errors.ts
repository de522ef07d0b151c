import { defineError } from "../kernel/errors.ts";

export const AssetNotFound = defineError(
  "ASSET_NOT_FOUND",
  "not-found",
  "There is no such asset.",
  "Cet actif n'existe pas.",
);
export const InvalidRange = defineError(
  "INVALID_RANGE",
  "invalid",
  "from must not be after to.",
  "from ne doit pas être postérieur à to.",
);
export const RangeTooDeep = defineError(
  "RANGE_TOO_DEEP",
  "invalid",
  "History reaches back 365 days. Ask for a later from.",
  "L'historique remonte à 365 jours. Demandez un from plus récent.",
);
export const TooManyCandles = defineError(
  "TOO_MANY_CANDLES",
  "invalid",
  "The range has more candles than one answer holds. Ask for a shorter range or a longer interval.",
  "La période compte plus de chandelles qu'une réponse n'en contient. Demandez une période plus courte ou un intervalle plus long.",
);
export const PricesStale = defineError(
  "PRICES_STALE",
  "unavailable",
  "Prices are too old to act on at the moment. Try again shortly.",
  "Les cours sont trop anciens pour agir maintenant. Réessayez dans un instant.",
);
