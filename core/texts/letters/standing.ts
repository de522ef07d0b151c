import type { InLanguages } from "../../kernel/texts/index.ts";
import { letter } from "../letter.ts";

/** Letters about what an account may do: its role, and whether it is blocked. Why, people are told who ask. */

const roles: InLanguages<Readonly<Record<string, string>>> = {
  fr: {
    PARTICULIER: "particulier",
    PROFESSIONNEL: "professionnel",
    EMPLOYE: "employé",
    ADMIN: "administrateur",
  },
  en: {
    PARTICULIER: "private customer",
    PROFESSIONNEL: "professional",
    EMPLOYE: "employee",
    ADMIN: "administrator",
  },
};

interface Changed {
  readonly role: string;
  readonly before: string;
}

export const roleChanged = letter<Changed>({
  fr: ({ role, before, occurredAt }, say) => ({
    subject: "Le rôle de votre compte a changé",
    short: `Votre compte a maintenant le rôle ${roles.fr[role] ?? role}.`,
    body:
      `Depuis le ${say.minute(occurredAt)}, votre compte a le rôle ${roles.fr[role] ?? role} ; avant, c'était ${roles.fr[before] ?? before}. ` +
      "Un administrateur l'a décidé. Si vous ne vous y attendiez pas, écrivez-nous.",
  }),
  en: ({ role, before, occurredAt }, say) => ({
    subject: "Your account's role has changed",
    short: `Your account's role is ${roles.en[role] ?? role} now.`,
    body:
      `Since ${say.minute(occurredAt)} your account's role is ${roles.en[role] ?? role}; before, it was ${roles.en[before] ?? before}. ` +
      "An administrator decided so. If you did not expect it, write to us.",
  }),
});

export const blocked = letter<unknown>({
  fr: ({ occurredAt }, say) => ({
    subject: "Sécurité : votre compte est bloqué",
    short: "Votre compte est bloqué.",
    body:
      `Votre compte a été bloqué le ${say.minute(occurredAt)}. Toutes les sessions, tous les appareils et toutes les clés d'API sont déconnectés, ` +
      "et rien de ce qui était programmé n'a lieu. Votre argent reste où il est. Écrivez-nous pour savoir pourquoi et pour rouvrir le compte.",
  }),
  en: ({ occurredAt }, say) => ({
    subject: "Security: your account is blocked",
    short: "Your account is blocked.",
    body:
      `Your account was blocked on ${say.minute(occurredAt)}. Every session, device and API key is signed out, and nothing that was scheduled ` +
      "takes place. Your money stays where it is. Write to us to know why, and to have the account opened again.",
  }),
});

export const unblocked = letter<unknown>({
  fr: ({ occurredAt }, say) => ({
    subject: "Votre compte est rouvert",
    short: "Votre compte est rouvert. Vous pouvez vous reconnecter.",
    body:
      `Votre compte a été rouvert le ${say.minute(occurredAt)}. Vous pouvez vous reconnecter. Les clés d'API d'avant ont pris fin : ` +
      "créez-en de nouvelles si vous en avez besoin.",
  }),
  en: ({ occurredAt }, say) => ({
    subject: "Your account is open again",
    short: "Your account is open again. You can sign in.",
    body:
      `Your account was opened again on ${say.minute(occurredAt)}. You can sign in. The API keys from before have ended: create new ones ` +
      "if you need them.",
  }),
});
