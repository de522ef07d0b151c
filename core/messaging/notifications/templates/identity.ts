import * as z from "zod";
import { apiKeyCreated } from "../../../identity/api-keys/events.ts";
import { RefreshTokenReused, UserRegistered } from "../../../identity/events.ts";
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
    `La clé d'API ${keyId} a été créée sur votre compte le ${occurredAt}. Elle reste valable même si vous changez ` +
      "de mot de passe. Si ce n'était pas vous, révoquez-la, puis changez votre mot de passe.",
  ],
  en: [
    "An API key was created",
    `The API key ${keyId} was created on your account on ${occurredAt}. It stays valid even when you change your ` +
      "password. If it was not you, revoke it, then change your password.",
  ],
}));

export const identity: Templates = [
  [apiKeyCreated.type, newKey],
  [UserRegistered.type, welcome],
  [RefreshTokenReused.type, reused],
  [kycDecided.type, kyc],
];
