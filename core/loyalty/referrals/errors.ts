import { defineError } from "../../kernel/errors.ts";

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
