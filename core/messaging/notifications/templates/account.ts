import * as z from "zod";
import { type Role, roles } from "../../../identity/actor.ts";
import * as Events from "../../../identity/events.ts";
import { kycDecided } from "../../../identity/kyc/events.ts";
import { type KycStatus, kycKinds, kycStatuses, reason } from "../../../identity/kyc/schema.ts";
import type { InLanguages, Language } from "../../../kernel/texts/index.ts";
import { securityTemplate, type Templates, userId } from "./template.ts";

/** The account itself: its owner, its verification, and what administrators change. A blocked user has to ask why. */

const ofUser = z.object({ userId });
const role = z.enum(roles);

const roleNames: Readonly<Record<Role, InLanguages<string>>> = {
  PARTICULIER: { fr: "particulier", en: "private customer" },
  PROFESSIONNEL: { fr: "professionnel", en: "professional" },
  EMPLOYE: { fr: "employé", en: "employee" },
  ADMIN: { fr: "administrateur", en: "administrator" },
};

const kyc = z.object({
  userId,
  status: z.enum(kycStatuses),
  kind: z.enum(kycKinds),
  reasons: z.array(reason).optional(),
});

const kycOutcomes: Readonly<Record<KycStatus, InLanguages<string>>> = {
  PENDING: { fr: "est en attente", en: "is pending" },
  IN_REVIEW: { fr: "est en cours d'examen", en: "is being reviewed" },
  VALIDATED: { fr: "est terminée : votre dossier est validé", en: "is complete: you are validated" },
  REJECTED: {
    fr: "n'a pas pu aboutir : contactez notre service client",
    en: "could not be completed: please contact our support",
  },
  EXPIRED: { fr: "a expiré : elle est à refaire", en: "has expired and must be done again" },
};

/** Reasons of a rejection that the user may know: another file can fix each. */
const kycReasons: Readonly<Record<z.output<typeof reason>["code"], InLanguages<string>>> = {
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
};

/** Returns the reasons of a rejection, each once; empty if the user may know none. */
const kycWhy = ({ status, reasons = [] }: z.output<typeof kyc>, language: Language): string =>
  status === "REJECTED" ? [...new Set(reasons.map(({ code }) => kycReasons[code][language]))].join(", ") : "";

export const account: Templates = [
  securityTemplate(Events.accountHandedOver, ofUser, {
    fr: ({ at }) => ({
      subject: "Ce compte est maintenant le vôtre",
      short:
        "Vous avez prouvé que cette adresse est la vôtre : ce que d'autres avaient mis en place a pris fin.",
      body:
        `Vous avez prouvé le ${at} que cette adresse est la vôtre ; un compte existait à cette adresse sans ` +
        "que personne ne l'ait jamais prouvé. Par sécurité, tout ce qui y avait été mis en place a pris fin " +
        ": mot de passe, sessions, clés d'API, webhooks, cartes, délégation de vote, tâches et partages, " +
        "compte marchand, vérification d'identité. L'argent, les placements et l'historique restent.",
    }),
    en: ({ at }) => ({
      subject: "This account is yours now",
      short: "You proved that this address is yours: what others had set up in the account has ended.",
      body:
        `On ${at} you proved that this address is yours; there was an account of this address that nobody had ` +
        "proven to own. To be safe, all that was set up in it has ended: password, sessions, API keys, webhooks, cards, " +
        "delegated votes, jobs and shares, merchant account, verification of identity. Money, stakes and history stay.",
    }),
  }),
  // The name of the key is text that its creator chose, perhaps a thief: the letter does not repeat it.
  securityTemplate(Events.apiKeyCreated, ofUser.extend({ keyId: z.string() }), {
    fr: ({ keyId, at }) => ({
      subject: "Une clé d'API a été créée",
      short: "Une clé d'API a été créée sur votre compte. Si ce n'était pas vous, révoquez-la.",
      body:
        `La clé d'API ${keyId} a été créée sur votre compte le ${at}. Si ce n'était pas vous, révoquez-la ` +
        "tout de suite (DELETE /api/keys/ et son identifiant) et écrivez-nous.",
    }),
    en: ({ keyId, at }) => ({
      subject: "An API key was created",
      short: "An API key was created on your account. If it was not you, revoke it.",
      body:
        `The API key ${keyId} was created on your account on ${at}. If it was not you, revoke it at once ` +
        "(DELETE /api/keys/ and its id) and write to us.",
    }),
  }),
  securityTemplate(Events.RefreshTokenReused, ofUser.extend({ ip: z.string() }), {
    fr: ({ ip, at }) => ({
      subject: "Alerte de sécurité : une session a été fermée",
      short: "Un jeton de session déjà remplacé a été présenté : nous avons fermé la session.",
      body:
        `Un jeton de session déjà remplacé a été présenté le ${at} depuis l'adresse ${ip}. ` +
        "Il a pu être volé : nous avons fermé cette session. Reconnectez-vous, et changez votre mot de passe si ce n'était pas vous.",
    }),
    en: ({ ip, at }) => ({
      subject: "Security alert: a session was ended",
      short: "A session token that had been replaced was presented, so we ended the session.",
      body:
        `A session token that had been replaced was presented on ${at} from the address ${ip}. ` +
        "It may have been stolen, so we have ended that session. Sign in again, and change your password if it was not you.",
    }),
  }),
  securityTemplate(kycDecided, kyc, {
    fr: (about) => {
      const what = about.kind === "KYB" ? "entreprise" : "identité";
      const why = kycWhy(about, "fr");
      const subject = `Vérification de votre ${what}`;
      const plain = `La vérification de votre ${what} ${kycOutcomes[about.status].fr}.`;
      if (why === "") return { subject, short: plain, body: plain };
      const short = `La vérification de votre ${what} n'a pas pu aboutir : ${why}.`;
      return {
        subject,
        short,
        body: `${short} Déposez à nouveau ce qui manque dans l'application, puis relancez la vérification.`,
      };
    },
    en: (about) => {
      const what = about.kind === "KYB" ? "business" : "identity";
      const why = kycWhy(about, "en");
      const subject = `Verification of your ${what}`;
      const plain = `The verification of your ${what} ${kycOutcomes[about.status].en}.`;
      if (why === "") return { subject, short: plain, body: plain };
      const short = `The verification of your ${what} could not be completed: ${why}.`;
      return {
        subject,
        short,
        body: `${short} Hand in again what is needed in the app, and start the verification once more.`,
      };
    },
  }),
  securityTemplate(Events.roleChanged, ofUser.extend({ role, before: role }), {
    fr: ({ role, before, at }) => ({
      subject: "Le rôle de votre compte a changé",
      short: `Votre compte a maintenant le rôle ${roleNames[role].fr}.`,
      body:
        `Depuis le ${at}, votre compte a le rôle ${roleNames[role].fr} ; avant, c'était ${roleNames[before].fr}. ` +
        "Un administrateur l'a décidé. Si vous ne vous y attendiez pas, écrivez-nous.",
    }),
    en: ({ role, before, at }) => ({
      subject: "Your account's role has changed",
      short: `Your account's role is ${roleNames[role].en} now.`,
      body:
        `Since ${at} your account's role is ${roleNames[role].en}; before, it was ` +
        `${roleNames[before].en}. An administrator decided so. If you did not expect it, write to us.`,
    }),
  }),
  securityTemplate(Events.userBlocked, ofUser, {
    fr: ({ at }) => ({
      subject: "Sécurité : votre compte est bloqué",
      short: "Votre compte est bloqué.",
      body:
        `Votre compte a été bloqué le ${at}. Toutes les sessions, tous les appareils et toutes les clés d'API sont déconnectés, ` +
        "et rien de ce qui était programmé n'a lieu. Votre argent reste où il est. Écrivez-nous pour savoir pourquoi et pour rouvrir le compte.",
    }),
    en: ({ at }) => ({
      subject: "Security: your account is blocked",
      short: "Your account is blocked.",
      body:
        `Your account was blocked on ${at}. Every session, device and API key is signed out, and nothing that was scheduled ` +
        "takes place. Your money stays where it is. Write to us to know why, and to have the account opened again.",
    }),
  }),
  securityTemplate(Events.userUnblocked, ofUser, {
    fr: ({ at }) => ({
      subject: "Votre compte est rouvert",
      short: "Votre compte est rouvert. Vous pouvez vous reconnecter.",
      body:
        `Votre compte a été rouvert le ${at}. Vous pouvez vous reconnecter. Les clés d'API d'avant ont pris ` +
        "fin : créez-en de nouvelles si vous en avez besoin.",
    }),
    en: ({ at }) => ({
      subject: "Your account is open again",
      short: "Your account is open again. You can sign in.",
      body:
        `Your account was opened again on ${at}. You can sign in. The API keys from before have ended: ` +
        "create new ones if you need them.",
    }),
  }),
];
