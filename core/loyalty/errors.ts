import { defineError } from "../kernel/errors.ts";

export const ProgramNotFound = defineError(
  "LOYALTY_PROGRAM_NOT_FOUND",
  "not-found",
  "This loyalty program does not exist. Check its id.",
  "Ce programme de fidélité n'existe pas. Vérifiez son identifiant.",
);
export const ProgramEnded = defineError(
  "LOYALTY_PROGRAM_ENDED",
  "conflict",
  "This loyalty program has ended. Choose an active one.",
  "Ce programme de fidélité a pris fin. Choisissez-en un en cours.",
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
  "The merchant already has a loyalty program. End it to start another one.",
  "Le commerçant a déjà un programme de fidélité. Mettez-y fin pour en commencer un autre.",
);

export const CardLimit = defineError(
  "LOYALTY_CARD_LIMIT_REACHED",
  "conflict",
  "You have reached the limit of 50 loyalty programs. Leave one to join another.",
  "Vous avez atteint la limite de 50 programmes de fidélité. Quittez-en un pour en rejoindre un autre.",
);
export const NotEnrolled = defineError(
  "NOT_ENROLLED",
  "not-found",
  "You are not a member of this loyalty program. Check its id, or join it first.",
  "Vous n'êtes pas inscrit à ce programme de fidélité. Vérifiez son identifiant ou inscrivez-vous d'abord.",
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
  "No member of this program has a card with this number. Check the number.",
  "Aucun membre de ce programme n'a de carte portant ce numéro. Vérifiez le numéro.",
);
export const InsufficientPoints = defineError(
  "INSUFFICIENT_POINTS",
  "conflict",
  "The card does not have enough points. Enter a smaller number.",
  "La carte n'a pas assez de points. Saisissez un nombre plus faible.",
);

export const ChallengeNotFound = defineError(
  "CHALLENGE_NOT_FOUND",
  "not-found",
  "This challenge does not exist. Check its id.",
  "Ce défi n'existe pas. Vérifiez son identifiant.",
);
export const ChallengeLimit = defineError(
  "CHALLENGE_LIMIT_REACHED",
  "conflict",
  "The program has reached the limit of 10 active or upcoming challenges. End one to create another.",
  "Le programme a atteint la limite de 10 défis en cours ou à venir. Mettez fin à l'un d'eux pour en créer un autre.",
);
export const ChallengeOver = defineError(
  "CHALLENGE_OVER",
  "conflict",
  "This challenge has ended. Create a new one.",
  "Ce défi est terminé. Créez-en un nouveau.",
);
export const InvalidChallenge = defineError(
  "INVALID_CHALLENGE",
  "unprocessable",
  "A challenge must end after its start and in the future, and last a year at most. Only challenges of the platform count different merchants.",
  "Un défi doit se terminer après son début et dans le futur, et durer un an au plus. Seuls les défis de la plateforme comptent des commerçants différents.",
);

export const ReferralCodeUnknown = defineError(
  "REFERRAL_CODE_UNKNOWN",
  "invalid",
  "This referral code does not exist. Check it, or leave it out: you can enter one within 7 days of registration.",
  "Ce code de parrainage n'existe pas. Vérifiez-le ou laissez le champ vide : vous pourrez en saisir un dans les 7 jours suivant l'inscription.",
);
export const OwnReferralCode = defineError(
  "OWN_REFERRAL_CODE",
  "conflict",
  "This referral code is your own, or belongs to an account newer than yours. Enter another code.",
  "Ce code de parrainage est le vôtre, ou celui d'un compte plus récent que le vôtre. Saisissez un autre code.",
);
export const ReferralTooLate = defineError(
  "REFERRAL_TOO_LATE",
  "conflict",
  "A referral code can only be entered within 7 days of registration.",
  "Un code de parrainage ne peut être saisi que dans les 7 jours suivant l'inscription.",
);
export const AlreadyReferred = defineError(
  "ALREADY_REFERRED",
  "conflict",
  "A referral code has already been entered for this account. It cannot be changed.",
  "Un code de parrainage a déjà été saisi pour ce compte. Il ne peut pas être modifié.",
);

export const BeneficiaryNotFound = defineError(
  "USER_NOT_FOUND",
  "not-found",
  "This user does not exist. Check the id.",
  "Cet utilisateur n'existe pas. Vérifiez l'identifiant.",
);
