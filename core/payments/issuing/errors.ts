import { defineError } from "../../kernel/errors.ts";
import { MAX_ISSUED } from "./schema.ts";

export { CardNotActive, CardNotFound } from "../cards/errors.ts";

export const CardNotIssued = defineError(
  "CARD_NOT_ISSUED",
  "conflict",
  "This card was saved, not issued by us: its bank alone can do that.",
  "Cette carte a été enregistrée, nous ne l'avons pas émise : seule sa banque peut le faire.",
);
export const IssuedLimit = defineError(
  "ISSUED_CARD_LIMIT_REACHED",
  "conflict",
  `You have the ${MAX_ISSUED} cards that we issue to an account.`,
  `Vous avez les ${MAX_ISSUED} cartes que nous émettons pour un compte.`,
);
export const NotVerified = defineError(
  "IDENTITY_NOT_VERIFIED",
  "conflict",
  "Cards are issued to people whose identity was checked. Complete the verification first.",
  "Une carte n'est émise qu'après vérification de l'identité. Terminez d'abord la vérification.",
);
export const NoCardAccount = defineError(
  "CARD_ACCOUNT_NOT_FOUND",
  "not-found",
  "You have no such account in euros: a card spends one.",
  "Vous n'avez pas ce compte en euros : une carte en dépense un.",
);
export const AddressRequired = defineError(
  "ADDRESS_REQUIRED",
  "conflict",
  "Add your postal address to your profile first: a card has one.",
  "Ajoutez d'abord votre adresse postale à votre profil : une carte en a une.",
);
export const ObviousPin = defineError(
  "PIN_TOO_OBVIOUS",
  "invalid",
  "This PIN is among the first that a thief would try. Choose another one.",
  "Ce code est parmi les premiers qu'un voleur essaierait. Choisissez-en un autre.",
);
