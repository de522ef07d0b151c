import { defineError } from "../../kernel/errors.ts";

export const FarmNotFound = defineError(
  "FARM_NOT_FOUND",
  "not-found",
  "This farm does not exist. Check its id.",
  "Cette ferme n'existe pas. Vérifiez son identifiant.",
);
export const FarmEnded = defineError(
  "FARM_ENDED",
  "invalid",
  "Governance has ended this farm, so it accepts no more shares. You can still withdraw your shares and harvest your rewards.",
  "La gouvernance a mis fin à cette ferme : elle n'accepte plus de parts. Vous pouvez toujours retirer vos parts et récolter vos récompenses.",
);
export const FarmingPositionNotFound = defineError(
  "FARMING_POSITION_NOT_FOUND",
  "not-found",
  "This farming position does not exist. Check its id.",
  "Cette position de ferme n'existe pas. Vérifiez son identifiant.",
);
export const SharesExceeded = defineError(
  "SHARES_EXCEEDED",
  "invalid",
  "The amount exceeds the shares in this farming position. Enter a smaller amount.",
  "Le montant dépasse les parts de cette position de ferme. Saisissez un montant plus faible.",
);
export const InvalidFarmTerms = defineError(
  "INVALID_FARM_TERMS",
  "invalid",
  "A farm cannot have these terms. Correct them, and send the proposal again.",
  "Une ferme ne peut pas avoir ces conditions. Corrigez-les, puis renvoyez la proposition.",
);
export const FarmExists = defineError(
  "FARM_EXISTS",
  "invalid",
  "A farm with this id already exists. Choose another id.",
  "Une ferme avec cet identifiant existe déjà. Choisissez un autre identifiant.",
);
