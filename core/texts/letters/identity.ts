import { letter } from "../letter.ts";

/** Letters about the account itself. */

export const tokenReused = letter<{ readonly ip: string }>({
  fr: ({ ip, occurredAt }, say) => ({
    subject: "Alerte de sécurité : une session a été fermée",
    short: "Un jeton de session déjà remplacé a été présenté : nous avons fermé la session.",
    body:
      `Un jeton de session déjà remplacé a été présenté le ${say.minute(occurredAt)} depuis l'adresse ${ip}. ` +
      "Il a pu être volé : nous avons fermé cette session. Reconnectez-vous, et changez votre mot de passe si ce n'était pas vous.",
  }),
  en: ({ ip, occurredAt }, say) => ({
    subject: "Security alert: a session was ended",
    short: "A session token that had been replaced was presented, so we ended the session.",
    body:
      `A session token that had been replaced was presented on ${say.minute(occurredAt)} from the address ${ip}. ` +
      "It may have been stolen, so we have ended that session. Sign in again, and change your password if it was not you.",
  }),
});

type KycStatus = "PENDING" | "IN_REVIEW" | "VALIDATED" | "REJECTED" | "EXPIRED";

const kycStands: Readonly<Record<KycStatus, { readonly fr: string; readonly en: string }>> = {
  PENDING: { fr: "est en attente", en: "is pending" },
  IN_REVIEW: { fr: "est en cours d'examen", en: "is being reviewed" },
  VALIDATED: { fr: "est terminée : votre dossier est validé", en: "is complete: you are validated" },
  REJECTED: {
    fr: "n'a pas pu aboutir : contactez notre service client",
    en: "could not be completed: please contact our support",
  },
  EXPIRED: { fr: "a expiré : elle est à refaire", en: "has expired and must be done again" },
};

export const kyc = letter<{ readonly status: KycStatus; readonly kind: "KYC" | "KYB" }>({
  fr: ({ status, kind }) => {
    const what = kind === "KYB" ? "entreprise" : "identité";
    const body = `La vérification de votre ${what} ${kycStands[status].fr}.`;
    return { subject: `Vérification de votre ${what}`, short: body, body };
  },
  en: ({ status, kind }) => {
    const what = kind === "KYB" ? "business" : "identity";
    const body = `The verification of your ${what} ${kycStands[status].en}.`;
    return { subject: `Verification of your ${what}`, short: body, body };
  },
});

// The key's name is the reader's own text, or a thief's: it is not repeated.
export const newKey = letter<{ readonly keyId: string }>({
  fr: ({ keyId, occurredAt }, say) => ({
    subject: "Une clé d'API a été créée",
    short: "Une clé d'API a été créée sur votre compte. Si ce n'était pas vous, révoquez-la.",
    body:
      `La clé d'API ${keyId} a été créée sur votre compte le ${say.minute(occurredAt)}. Si ce n'était pas vous, révoquez-la ` +
      "tout de suite (DELETE /api/keys/ et son identifiant) et écrivez-nous.",
  }),
  en: ({ keyId, occurredAt }, say) => ({
    subject: "An API key was created",
    short: "An API key was created on your account. If it was not you, revoke it.",
    body:
      `The API key ${keyId} was created on your account on ${say.minute(occurredAt)}. If it was not you, revoke it at once ` +
      "(DELETE /api/keys/ and its id) and write to us.",
  }),
});

export const handedOver = letter<unknown>({
  fr: ({ occurredAt }, say) => ({
    subject: "Ce compte est maintenant le vôtre",
    short:
      "Vous avez prouvé que cette adresse est la vôtre : ce que d'autres avaient mis en place a pris fin.",
    body:
      `Vous avez prouvé le ${say.minute(occurredAt)} que cette adresse est la vôtre ; un compte existait à cette adresse sans que ` +
      "personne ne l'ait jamais prouvé. Par sécurité, tout ce qui y avait été mis en place a pris fin : mot de passe, " +
      "sessions, clés d'API, webhooks, cartes, délégation de vote, tâches et partages, compte marchand, vérification " +
      "d'identité. L'argent, les placements et l'historique restent.",
  }),
  en: ({ occurredAt }, say) => ({
    subject: "This account is yours now",
    short: "You proved that this address is yours: what others had set up in the account has ended.",
    body:
      `On ${say.minute(occurredAt)} you proved that this address is yours; there was an account of this address that nobody had ` +
      "proven to own. To be safe, all that was set up in it has ended: password, sessions, API keys, webhooks, cards, " +
      "delegated votes, jobs and shares, merchant account, verification of identity. Money, stakes and history stay.",
  }),
});
