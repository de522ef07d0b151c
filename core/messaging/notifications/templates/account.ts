import * as z from "zod";
import { type Role, roles } from "../../../identity/actor.ts";
import * as Events from "../../../identity/events.ts";
import { sides, storedTypes } from "../../../identity/kyc/documents/schema.ts";
import { kycDecided, kycFileRejected } from "../../../identity/kyc/events.ts";
import { type KycStatus, kycKinds, kycStatuses, reason } from "../../../identity/kyc/schema.ts";
import type { InLanguages, Language } from "../../../kernel/texts/index.ts";
import { securityTemplate, type Templates, userId } from "./template.ts";

/** The account itself: its owner, its verification, and changes by administrators. The reason of a block is not stated. */

const ofUser = z.object({ userId });
const role = z.enum(roles);

const roleNames: Readonly<Record<Role, InLanguages<string>>> = {
  PARTICULIER: { fr: "particulier", en: "personal" },
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
  VALIDATED: {
    fr: "est terminée : votre dossier est validé",
    en: "is complete: your documents were approved",
  },
  REJECTED: {
    fr: "n'a pas pu aboutir : contactez notre service client",
    en: "could not be completed: please contact support",
  },
  EXPIRED: { fr: "a expiré : veuillez la recommencer", en: "has expired: please complete it again" },
};

/** The reasons of a rejection that the user may know. Another document can fix each of them. */
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

const kycFile = z.object({
  userId,
  documentType: z.enum(storedTypes),
  side: z.enum(sides),
  refusal: z.object({ en: z.string(), fr: z.string() }),
});

/** The names of documents after "the file of your". */
const documentNames: Readonly<Record<(typeof storedTypes)[number], InLanguages<string>>> = {
  passport: { fr: "de votre passeport", en: "passport" },
  national_id: { fr: "de votre carte d'identité", en: "identity card" },
  driving_licence: { fr: "de votre permis de conduire", en: "driving licence" },
  residence_permit: { fr: "de votre titre de séjour", en: "residence permit" },
  proof_of_address: { fr: "de votre justificatif de domicile", en: "proof of address" },
  selfie: { fr: "de votre selfie", en: "selfie" },
};

export const account: Templates = [
  securityTemplate(Events.accountHandedOver, ofUser, {
    fr: ({ at }) => ({
      subject: "Ce compte est maintenant le vôtre",
      short:
        "Vous avez confirmé que cette adresse est la vôtre : les accès mis en place par d'autres ont été supprimés.",
      body:
        `Vous avez confirmé le ${at} que cette adresse est la vôtre. Un compte existait déjà pour cette adresse, qui ` +
        "n'avait jamais été vérifiée. Par sécurité, nous avons supprimé tout ce qui y avait été mis en place " +
        ": mot de passe, sessions, clés d'API, webhooks, cartes, délégation de vote, tâches et partages, " +
        "compte marchand, vérification d'identité. L'argent, les placements et l'historique sont conservés.",
    }),
    en: ({ at }) => ({
      subject: "This account is yours now",
      short: "You confirmed that this address is yours: access that others had set up was removed.",
      body:
        `On ${at} you confirmed that this address is yours. An account with this address existed already, and the address was ` +
        "never verified. For your security, we removed everything that was set up in it: password, sessions, API keys, webhooks, " +
        "cards, delegated votes, jobs and shares, merchant account, identity verification. Money, stakes and history remain.",
    }),
  }),
  // The key's creator, perhaps a thief, chose its name, so the message does not repeat it.
  securityTemplate(Events.apiKeyCreated, ofUser.extend({ keyId: z.string() }), {
    fr: ({ keyId, at }) => ({
      subject: "Une clé d'API a été créée",
      short: "Une clé d'API a été créée sur votre compte. Si ce n'était pas vous, révoquez-la.",
      body:
        `La clé d'API ${keyId} a été créée sur votre compte le ${at}. Si ce n'était pas vous, révoquez-la ` +
        "immédiatement dans les réglages de vos clés d'API et contactez-nous.",
    }),
    en: ({ keyId, at }) => ({
      subject: "An API key was created",
      short: "An API key was created on your account. If this was not you, revoke it.",
      body:
        `The API key ${keyId} was created on your account on ${at}. If this was not you, revoke it immediately ` +
        "in the settings of your API keys, and contact us.",
    }),
  }),
  securityTemplate(Events.RefreshTokenReused, ofUser.extend({ ip: z.string() }), {
    fr: ({ ip, at }) => ({
      subject: "Alerte de sécurité : une session a été fermée",
      short: "Nous avons détecté une activité suspecte dans une session et l'avons fermée.",
      body:
        `Un jeton de session périmé a été utilisé le ${at} depuis l'adresse ${ip}. ` +
        "Il a pu être volé : nous avons fermé cette session. Reconnectez-vous, et changez votre mot de passe si ce n'était pas vous.",
    }),
    en: ({ ip, at }) => ({
      subject: "Security alert: a session was closed",
      short: "We detected suspicious activity in a session and closed it.",
      body:
        `An outdated session token was used on ${at} from the address ${ip}. ` +
        "It may have been stolen, so we closed that session. Sign in again, and change your password if this was not you.",
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
        body: `${short} Déposez à nouveau les documents concernés dans l'application, puis relancez la vérification.`,
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
        body: `${short} Upload the documents again in the app, then restart the verification.`,
      };
    },
  }),
  securityTemplate(kycFileRejected, kycFile, {
    fr: ({ documentType, side, refusal }) => {
      const short = `Le fichier ${documentNames[documentType].fr}${side === "back" ? " (verso)" : ""} ${refusal.fr}.`;
      return {
        subject: "Un fichier de votre vérification n'a pas été accepté",
        short,
        body: `${short} Déposez-le à nouveau dans l'application, à la page de vérification de votre identité. Vos autres documents restent enregistrés.`,
      };
    },
    en: ({ documentType, side, refusal }) => {
      const short = `The file of your ${documentNames[documentType].en}${side === "back" ? " (back)" : ""} ${refusal.en}.`;
      return {
        subject: "A file of your verification was not accepted",
        short,
        body: `${short} Upload it again in the app, on the page on which you verify your identity. Your other documents are stored.`,
      };
    },
  }),
  securityTemplate(Events.roleChanged, ofUser.extend({ role, before: role }), {
    fr: ({ role, before, at }) => ({
      subject: "Le rôle de votre compte a changé",
      short: `Votre compte a maintenant le rôle ${roleNames[role].fr}.`,
      body:
        `Depuis le ${at}, votre compte a le rôle ${roleNames[role].fr} au lieu du rôle ${roleNames[before].fr}. ` +
        "Ce changement a été fait par un administrateur. Si vous ne vous y attendiez pas, contactez-nous.",
    }),
    en: ({ role, before, at }) => ({
      subject: "Your account's role has changed",
      short: `Your account's role is now ${roleNames[role].en}.`,
      body:
        `On ${at} your account's role changed from ${roleNames[before].en} to ${roleNames[role].en}. ` +
        "An administrator made this change. If you did not expect it, contact us.",
    }),
  }),
  securityTemplate(Events.userBlocked, ofUser, {
    fr: ({ at }) => ({
      subject: "Sécurité : votre compte est bloqué",
      short: "Votre compte est bloqué.",
      body:
        `Votre compte a été bloqué le ${at}. Toutes les sessions et tous les appareils ont été déconnectés, les clés d'API ont été révoquées ` +
        "et les opérations programmées sont suspendues. Votre argent reste en place. Contactez-nous pour en connaître la raison et rouvrir le compte.",
    }),
    en: ({ at }) => ({
      subject: "Security: your account is blocked",
      short: "Your account is blocked.",
      body:
        `Your account was blocked on ${at}. Every session and device was signed out, API keys were revoked, and scheduled operations are ` +
        "suspended. Your money stays where it is. Contact us to learn the reason and to have the account reopened.",
    }),
  }),
  securityTemplate(Events.userUnblocked, ofUser, {
    fr: ({ at }) => ({
      subject: "Votre compte est rouvert",
      short: "Votre compte est rouvert. Vous pouvez vous reconnecter.",
      body:
        `Votre compte a été rouvert le ${at}. Vous pouvez vous reconnecter. Les anciennes clés d'API sont ` +
        "révoquées : créez-en de nouvelles si vous en avez besoin.",
    }),
    en: ({ at }) => ({
      subject: "Your account is open again",
      short: "Your account is open again. You can sign in.",
      body:
        `Your account was reopened on ${at}. You can sign in. The former API keys are revoked: ` +
        "create new ones if you need them.",
    }),
  }),
];
