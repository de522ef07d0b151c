import { defineError } from "../../kernel/errors.ts";

export const ChallengeNotFound = defineError(
  "CHALLENGE_NOT_FOUND",
  "not-found",
  "There is no such challenge.",
  "Ce défi n'existe pas.",
);
export const ChallengeLimit = defineError(
  "CHALLENGE_LIMIT_REACHED",
  "conflict",
  "The program has the 10 challenges that may run or wait at a time. End one to make another.",
  "Le programme a les 10 défis qui peuvent être en cours ou à venir. Mettez fin à l'un d'eux pour en créer un autre.",
);
export const ChallengeOver = defineError(
  "CHALLENGE_OVER",
  "conflict",
  "This challenge is over.",
  "Ce défi est terminé.",
);
export const InvalidChallenge = defineError(
  "INVALID_CHALLENGE",
  "unprocessable",
  "A challenge ends after it starts, not before now, and lasts a year at most; different merchants are counted by the platform's own alone.",
  "Un défi se termine après son début, pas avant maintenant, et dure un an au plus ; seuls ceux de la plateforme comptent des commerçants différents.",
);
