import * as z from "zod";
import { RefreshTokenReused, UserRegistered } from "../identity/events.ts";
import type { User } from "../identity/user.ts";
import type { Event } from "../outbox/index.ts";
import { walletAdjusted } from "../wallets/events.ts";

/**
 * What is written to a user for each event, in the user's language. Nothing that a stranger chose (a user agent, a name of a
 * device) is repeated in a message, so that it cannot carry somebody else's text or link.
 */

export interface Text {
  readonly subject: string;
  readonly text: string;
}

export interface Letter {
  readonly payload: z.ZodType<{ readonly userId: string }>;
  /** Sent even to users who want no notifications: their account may be in danger. */
  readonly security: boolean;
  write(event: Event, user: User): Text;
}

/** A letter in the languages there are; French is the platform's own. */
interface Versions {
  readonly fr: Text;
  readonly en: Text;
}

function letter<P extends { readonly userId: string }>(
  payload: z.ZodType<P>,
  security: boolean,
  versions: (payload: P, user: User, event: Event) => Versions,
): Letter {
  return {
    payload,
    security,
    write(event, user) {
      const { fr, en } = versions(payload.parse(event.payload), user, event);
      return user.preferences.language === "en" ? en : fr;
    },
  };
}

const userId = z.string();

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

const adjustment = z.object({
  userId,
  operation: z.enum(["DEPOSIT", "WITHDRAW"]),
  amount: z.string(),
  asset: z.string(),
  reason: z.string(),
});

const adjusted = letter(
  adjustment,
  false,
  ({ operation, amount, asset, reason }, { name }, { occurredAt }) => ({
    fr: {
      subject:
        operation === "DEPOSIT" ? "Votre portefeuille a été crédité" : "Votre portefeuille a été débité",
      text:
        `Bonjour ${name},\n\nUn conseiller a ${operation === "DEPOSIT" ? "crédité" : "débité"} votre portefeuille ${asset} ` +
        `de ${amount} ${asset} le ${occurredAt}.\nMotif : ${reason}\n`,
    },
    en: {
      subject: operation === "DEPOSIT" ? "Your wallet was credited" : "Your wallet was debited",
      text:
        `Hello ${name},\n\nA member of our staff has ${operation === "DEPOSIT" ? "credited" : "debited"} your ${asset} wallet ` +
        `with ${amount} ${asset} on ${occurredAt}.\nReason: ${reason}\n`,
    },
  }),
);

const letters = new Map([
  [UserRegistered.type as string, welcome],
  [RefreshTokenReused.type, reused],
  [walletAdjusted.type, adjusted],
]);

/** The letter that tells of events of this type, or undefined where users are told nothing. */
export const letterFor = (type: string): Letter | undefined => letters.get(type);
