import * as z from "zod";
import { apiKeyCreated } from "../../../identity/api-keys/events.ts";
import { accountHandedOver, RefreshTokenReused, UserRegistered } from "../../../identity/events.ts";
import { kycDecided } from "../../../identity/kyc/events.ts";
import { kycKinds, kycStatuses } from "../../../identity/kyc/schema.ts";
import { securityTemplate, type Templates, template, userId } from "./template.ts";

/** E-mails about the account itself. */

const welcome = template(z.object({ userId }), (_) => ({
  fr: ["Bienvenue", `Votre compte est ouvert. Vous pouvez dès maintenant ouvrir un portefeuille.`],
  en: ["Welcome", `Your account is open. You can open a wallet right away.`],
}));

const reused = securityTemplate(z.object({ userId, ip: z.string() }), ({ ip }, { occurredAt }) => ({
  fr: [
    "Alerte de sécurité : une session a été fermée",
    `Un jeton de session déjà remplacé a été présenté le ${occurredAt} depuis l'adresse ${ip}. ` +
      "Il a pu être volé : nous avons fermé cette session. Reconnectez-vous, et changez votre mot de passe si ce n'était pas vous.",
  ],
  en: [
    "Security alert: a session was ended",
    `A session token that had been replaced was presented on ${occurredAt} from the address ${ip}. ` +
      "It may have been stolen, so we have ended that session. Sign in again, and change your password if it was not you.",
  ],
}));

const kycTexts = {
  PENDING: { fr: "est en attente", en: "is pending" },
  IN_REVIEW: { fr: "est en cours d'examen", en: "is being reviewed" },
  VALIDATED: { fr: "est terminée : votre dossier est validé", en: "is complete: you are validated" },
  REJECTED: {
    fr: "n'a pas pu aboutir : contactez notre service client",
    en: "could not be completed: please contact our support",
  },
  EXPIRED: { fr: "a expiré : elle est à refaire", en: "has expired and must be done again" },
} as const;

const kyc = template(
  z.object({ userId, status: z.enum(kycStatuses), kind: z.enum(kycKinds) }),
  ({ status, kind }) => ({
    fr: [
      kind === "KYB" ? "Vérification de votre entreprise" : "Vérification de votre identité",
      `La vérification de votre ${kind === "KYB" ? "entreprise" : "identité"} ${kycTexts[status].fr}.`,
    ],
    en: [
      kind === "KYB" ? "Verification of your business" : "Verification of your identity",
      `The verification of your ${kind === "KYB" ? "business" : "identity"} ${kycTexts[status].en}.`,
    ],
  }),
);

// The key's name is the reader's own text, or a thief's: it is not repeated.
const newKey = securityTemplate(z.object({ userId, keyId: z.string() }), ({ keyId }, { occurredAt }) => ({
  fr: [
    "Une clé d'API a été créée",
    `La clé d'API ${keyId} a été créée sur votre compte le ${occurredAt}. Si ce n'était pas vous, révoquez-la ` +
      "tout de suite (DELETE /api/keys/ et son identifiant) et écrivez-nous.",
  ],
  en: [
    "An API key was created",
    `The API key ${keyId} was created on your account on ${occurredAt}. If it was not you, revoke it at once ` +
      "(DELETE /api/keys/ and its id) and write to us.",
  ],
}));

const handedOver = securityTemplate(z.object({ userId }), (_, { occurredAt }) => ({
  fr: [
    "Ce compte est maintenant le vôtre",
    `Vous avez prouvé le ${occurredAt} que cette adresse est la vôtre ; un compte existait à cette adresse sans que ` +
      "personne ne l'ait jamais prouvé. Par sécurité, tout ce qui y avait été mis en place a pris fin : mot de passe, " +
      "sessions, clés d'API, webhooks, cartes, délégation de vote, tâches et partages, compte marchand, vérification " +
      "d'identité. L'argent, les placements et l'historique restent.",
  ],
  en: [
    "This account is yours now",
    `On ${occurredAt} you proved that this address is yours; there was an account of this address that nobody had ` +
      "proven to own. To be safe, all that was set up in it has ended: password, sessions, API keys, webhooks, cards, " +
      "delegated votes, jobs and shares, merchant account, verification of identity. Money, stakes and history stay.",
  ],
}));

export const identity: Templates = [
  [accountHandedOver.type, handedOver],
  [apiKeyCreated.type, newKey],
  [UserRegistered.type, welcome],
  [RefreshTokenReused.type, reused],
  [kycDecided.type, kyc],
];
