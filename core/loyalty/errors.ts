import { defineError } from "../kernel/errors.ts";

export const ProgramNotFound = defineError(
  "LOYALTY_PROGRAM_NOT_FOUND",
  "not-found",
  "There is no such loyalty program.",
  "Ce programme de fidélité n'existe pas.",
);
export const ProgramEnded = defineError(
  "LOYALTY_PROGRAM_ENDED",
  "conflict",
  "This loyalty program has ended. Enrol the merchant in a new one.",
  "Ce programme de fidélité a pris fin. Inscrivez le commerçant à un nouveau programme.",
);
export const InvalidRate = defineError(
  "INVALID_LOYALTY_RATE",
  "unprocessable",
  "A loyalty program's rate is a percentage above 0 and up to 20 with at most two decimals.",
  "Le taux d'un programme de fidélité est un pourcentage supérieur à 0 et d'au plus 20, avec deux décimales au plus.",
);
export const MerchantInProgram = defineError(
  "MERCHANT_IN_PROGRAM",
  "conflict",
  "The merchant is in a loyalty program already. End that one to begin another.",
  "Le commerçant a déjà un programme de fidélité. Mettez-y fin pour en commencer un autre.",
);

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

export const ReferralCodeUnknown = defineError(
  "REFERRAL_CODE_UNKNOWN",
  "invalid",
  "Nobody has this referral code. Check it, or leave it out: it can be given within 7 days of registration too.",
  "Personne n'a ce code de parrainage. Vérifiez-le ou laissez-le de côté : il peut aussi être donné dans les 7 jours après l'inscription.",
);
export const OwnReferralCode = defineError(
  "OWN_REFERRAL_CODE",
  "conflict",
  "This referral code is your own, or of an account that is newer than yours.",
  "Ce code de parrainage est le vôtre, ou celui d'un compte plus récent que le vôtre.",
);
export const ReferralTooLate = defineError(
  "REFERRAL_TOO_LATE",
  "conflict",
  "A referral code can be given within 7 days of registration.",
  "Un code de parrainage peut être donné dans les 7 jours après l'inscription.",
);
export const AlreadyReferred = defineError(
  "ALREADY_REFERRED",
  "conflict",
  "A referral code was given for this account before.",
  "Un code de parrainage a déjà été donné pour ce compte.",
);

export const BeneficiaryNotFound = defineError(
  "USER_NOT_FOUND",
  "not-found",
  "There is no such user.",
  "Cet utilisateur n'existe pas.",
);
