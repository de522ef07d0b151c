import { defineError } from "../../kernel/errors.ts";
import { MAX_ISSUED } from "./schema.ts";

export { CardNotActive, CardNotFound } from "../cards/errors.ts";

export const CardNotIssued = defineError(
  "CARD_NOT_ISSUED",
  "conflict",
  "We did not issue this card, so only its bank can do that.",
  "Nous n'avons pas émis cette carte : seule sa banque peut le faire.",
);
export const IssuedLimit = defineError(
  "ISSUED_CARD_LIMIT_REACHED",
  "conflict",
  `You have reached the limit of ${MAX_ISSUED} cards per account.`,
  `Vous avez atteint la limite de ${MAX_ISSUED} cartes par compte.`,
);
export const NotVerified = defineError(
  "IDENTITY_NOT_VERIFIED",
  "conflict",
  "Verify your identity first: we issue cards to verified users only.",
  "Vérifiez d'abord votre identité : une carte n'est émise qu'après cette vérification.",
);
export const NoCardAccount = defineError(
  "CARD_ACCOUNT_NOT_FOUND",
  "not-found",
  "You have no such euro account. A card needs one: open it first.",
  "Vous n'avez pas ce compte en euros. Une carte en nécessite un : ouvrez-le d'abord.",
);
export const AddressRequired = defineError(
  "ADDRESS_REQUIRED",
  "conflict",
  "A card needs a postal address. Add yours to your profile first.",
  "Une carte nécessite une adresse postale. Ajoutez d'abord la vôtre à votre profil.",
);
export const ObviousPin = defineError(
  "PIN_TOO_OBVIOUS",
  "invalid",
  "This PIN is too easy to guess. Choose another one.",
  "Ce code est trop facile à deviner. Choisissez-en un autre.",
);
