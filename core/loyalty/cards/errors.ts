import { defineError } from "../../kernel/errors.ts";

export const CardLimit = defineError(
  "LOYALTY_CARD_LIMIT_REACHED",
  "conflict",
  "You are in the 50 loyalty programs that an account may be in. Leave one to join another.",
  "Vous êtes inscrit aux 50 programmes de fidélité qu'un compte peut avoir. Quittez-en un pour en rejoindre un autre.",
);
export const NotEnrolled = defineError(
  "NOT_ENROLLED",
  "not-found",
  "You are not in this loyalty program.",
  "Vous n'êtes pas inscrit à ce programme de fidélité.",
);
export const OwnProgram = defineError(
  "OWN_PROGRAM",
  "conflict",
  "This loyalty program is your own: you cannot earn points in it.",
  "Ce programme de fidélité est le vôtre : vous ne pouvez pas y gagner de points.",
);
export const CardUnknown = defineError(
  "LOYALTY_CARD_NOT_FOUND",
  "not-found",
  "No member of this program has a card of this number.",
  "Aucun membre de ce programme n'a de carte à ce numéro.",
);
export const InsufficientPoints = defineError(
  "INSUFFICIENT_POINTS",
  "conflict",
  "There are fewer points on the card.",
  "Il y a moins de points sur la carte.",
);
