import * as z from "zod";
import { apiKeyCreated } from "../../../identity/api-keys/events.ts";
import { RefreshTokenReused, UserRegistered } from "../../../identity/events.ts";
import { kycDecided } from "../../../identity/kyc/events.ts";
import { kycKinds, kycStatuses } from "../../../identity/kyc/schema.ts";
import { type Letters, letter, userId } from "./letter.ts";

/** Letters about the account itself. */

const welcome = letter(z.object({ userId }), false, (_, { name }) => ({
  fr: {
    subject: "Bienvenue",
    text: `Bonjour ${name},\n\nVotre compte est ouvert. Vous pouvez dès maintenant ouvrir un portefeuille.\n`,
  },
  en: {
    subject: "Welcome",
    text: `Hello ${name},\n\nYour account is open. You can open a wallet right away.\n`,
  },
}));

const reused = letter(z.object({ userId, ip: z.string() }), true, ({ ip }, { name }, { occurredAt }) => ({
  fr: {
    subject: "Alerte de sécurité : une session a été fermée",
    text:
      `Bonjour ${name},\n\nUn jeton de session déjà remplacé a été présenté le ${occurredAt} depuis l'adresse ${ip}. ` +
      "Il a pu être volé : nous avons fermé cette session. Reconnectez-vous, et changez votre mot de passe si ce n'était pas vous.\n",
  },
  en: {
    subject: "Security alert: a session was ended",
    text:
      `Hello ${name},\n\nA session token that had been replaced was presented on ${occurredAt} from the address ${ip}. ` +
      "It may have been stolen, so we have ended that session. Sign in again, and change your password if it was not you.\n",
  },
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

const kyc = letter(
  z.object({ userId, status: z.enum(kycStatuses), kind: z.enum(kycKinds) }),
  false,
  ({ status, kind }, { name }) => ({
    fr: {
      subject: kind === "KYB" ? "Vérification de votre entreprise" : "Vérification de votre identité",
      text: `Bonjour ${name},\n\nLa vérification de votre ${kind === "KYB" ? "entreprise" : "identité"} ${kycTexts[status].fr}.\n`,
    },
    en: {
      subject: kind === "KYB" ? "Verification of your business" : "Verification of your identity",
      text: `Hello ${name},\n\nThe verification of your ${kind === "KYB" ? "business" : "identity"} ${kycTexts[status].en}.\n`,
    },
  }),
);

// The key's name is the reader's own text, or a thief's: it is not repeated.
const newKey = letter(
  z.object({ userId, keyId: z.string() }),
  true,
  ({ keyId }, { name }, { occurredAt }) => ({
    fr: {
      subject: "Une clé d'API a été créée",
      text:
        `Bonjour ${name},\n\nLa clé d'API ${keyId} a été créée sur votre compte le ${occurredAt}. Elle reste valable même si vous changez ` +
        "de mot de passe. Si ce n'était pas vous, révoquez-la, puis changez votre mot de passe.\n",
    },
    en: {
      subject: "An API key was created",
      text:
        `Hello ${name},\n\nThe API key ${keyId} was created on your account on ${occurredAt}. It stays valid even when you change your ` +
        "password. If it was not you, revoke it, then change your password.\n",
    },
  }),
);

export const identity: Letters = [
  [apiKeyCreated.type, newKey],
  [UserRegistered.type, welcome],
  [RefreshTokenReused.type, reused],
  [kycDecided.type, kyc],
];
