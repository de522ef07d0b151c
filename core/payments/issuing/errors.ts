import { defineError } from "../../kernel/errors.ts";
import { MAX_ISSUED } from "./schema.ts";

export { CardNotActive, CardNotFound } from "../cards/errors.ts";

export const CardNotIssued = defineError(
  "CARD_NOT_ISSUED",
  "conflict",
  "We did not issue this card. Contact the bank that issued it.",
  "Nous n'avons pas émis cette carte. Adressez-vous à la banque qui l'a émise.",
);
export const IssuedLimit = defineError(
  "ISSUED_CARD_LIMIT_REACHED",
  "conflict",
  `You have reached the limit of ${MAX_ISSUED} cards per account. Cancel one to order another.`,
  `Vous avez atteint la limite de ${MAX_ISSUED} cartes par compte. Résiliez-en une pour en commander une autre.`,
);
export const NotVerified = defineError(
  "IDENTITY_NOT_VERIFIED",
  "conflict",
  "Verify your identity first: we issue cards to verified users only.",
  "Vérifiez d'abord votre identité : une carte n'est émise qu'après cette vérification.",
);
export const CardRestricted = defineError(
  "CARD_RESTRICTED",
  "forbidden",
  "We have frozen this card, because we could not verify your identity. Contact support.",
  "Nous avons gelé cette carte, car nous n'avons pas pu vérifier votre identité. Contactez le service client.",
);
export const NoCardAccount = defineError(
  "CARD_ACCOUNT_NOT_FOUND",
  "not-found",
  "This euro account does not exist. Open a euro account for your card first.",
  "Ce compte en euros n'existe pas. Ouvrez d'abord un compte en euros pour votre carte.",
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
  "Ce code secret est trop facile à deviner. Choisissez-en un autre.",
);
