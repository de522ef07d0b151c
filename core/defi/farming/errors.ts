import { defineError } from "../../kernel/errors.ts";

export const FarmNotFound = defineError(
  "FARM_NOT_FOUND",
  "not-found",
  "There is no such farm.",
  "Cette ferme n'existe pas.",
);
export const FarmEnded = defineError(
  "FARM_ENDED",
  "invalid",
  "Governance has ended this farm: it takes no more shares. What is in it can be harvested and taken back as ever.",
  "La gouvernance a mis fin à cette ferme : elle n'accepte plus de parts. Ce qui y est placé peut être récolté et retiré comme toujours.",
);
export const FarmingPositionNotFound = defineError(
  "FARMING_POSITION_NOT_FOUND",
  "not-found",
  "There is no such farming position.",
  "Cette position de ferme n'existe pas.",
);
export const SharesExceeded = defineError(
  "SHARES_EXCEEDED",
  "invalid",
  "The amount is more than the shares in this farming position.",
  "Le montant dépasse les parts de cette position de ferme.",
);
export const InvalidFarmTerms = defineError(
  "INVALID_FARM_TERMS",
  "invalid",
  "A farm cannot have these terms.",
  "Une ferme ne peut pas avoir ces conditions.",
);
export const FarmExists = defineError(
  "FARM_EXISTS",
  "invalid",
  "There is a farm of this id already.",
  "Une ferme de cet identifiant existe déjà.",
);
