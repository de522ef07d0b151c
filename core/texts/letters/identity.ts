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

/** What may be told of a refusal: another file mends it. */
const kycReasons = {
  document_unreadable: { fr: "un document est illisible", en: "a document cannot be read" },
  document_expired: { fr: "un document a expiré", en: "a document has expired" },
  document_not_accepted: { fr: "un document n'est pas accepté", en: "a document is not accepted" },
  document_incomplete: { fr: "un document est incomplet", en: "a document is incomplete" },
  name_mismatch: {
    fr: "le nom n'est pas celui de votre compte",
    en: "the name is not that of your account",
  },
  selfie_mismatch: {
    fr: "le selfie ne correspond pas au document",
    en: "the selfie does not match the document",
  },
  address_too_old: {
    fr: "le justificatif de domicile est trop ancien",
    en: "the proof of address is too old",
  },
  other: { fr: "une autre raison : contactez-nous", en: "another reason: please contact us" },
} as const;

interface KycTold {
  readonly status: KycStatus;
  readonly kind: "KYC" | "KYB";
  readonly reasons?: readonly { readonly code: keyof typeof kycReasons }[] | undefined;
}

/** The reasons, each once; empty where none may be told. */
const kycWhy = ({ reasons = [] }: KycTold, language: "fr" | "en"): string =>
  [...new Set(reasons.map(({ code }) => kycReasons[code][language]))].join(", ");

export const kyc = letter<KycTold>({
  fr: (told) => {
    const what = told.kind === "KYB" ? "entreprise" : "identité";
    const why = told.status === "REJECTED" ? kycWhy(told, "fr") : "";
    const subject = `Vérification de votre ${what}`;
    const plain = `La vérification de votre ${what} ${kycStands[told.status].fr}.`;
    if (why === "") return { subject, short: plain, body: plain };
    const short = `La vérification de votre ${what} n'a pas pu aboutir : ${why}.`;
    return {
      subject,
      short,
      body: `${short} Déposez à nouveau ce qui manque dans l'application, puis relancez la vérification.`,
    };
  },
  en: (told) => {
    const what = told.kind === "KYB" ? "business" : "identity";
    const why = told.status === "REJECTED" ? kycWhy(told, "en") : "";
    const subject = `Verification of your ${what}`;
    const plain = `The verification of your ${what} ${kycStands[told.status].en}.`;
    if (why === "") return { subject, short: plain, body: plain };
    const short = `The verification of your ${what} could not be completed: ${why}.`;
    return {
      subject,
      short,
      body: `${short} Hand in again what is needed in the app, and start the verification once more.`,
    };
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
