import * as z from "zod";
import { proposalCancelled, proposalDefeated, proposalExecuted } from "../governance/events.ts";
import { RefreshTokenReused, UserRegistered } from "../identity/events.ts";
import type { User } from "../identity/user.ts";
import type { Event } from "../outbox/index.ts";
import { stakeUnlocked } from "../staking/events.ts";
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

const unlocked = letter(
  z.object({
    userId,
    positionId: z.string(),
    poolId: z.string(),
    amount: z.string(),
    asset: z.string(),
    unlockDate: z.string(),
  }),
  false,
  ({ positionId, poolId, amount, asset, unlockDate }, { name }) => ({
    fr: {
      subject: "Votre placement est débloqué",
      text:
        `Bonjour ${name},\n\nDepuis le ${unlockDate}, vous pouvez retirer sans pénalité les ${amount} ${asset} de votre ` +
        `placement ${positionId} (${poolId}). Rien ne presse : tant que vous les y laissez, les récompenses continuent de courir.\n`,
    },
    en: {
      subject: "Your stake is unlocked",
      text:
        `Hello ${name},\n\nSince ${unlockDate} you can take the ${amount} ${asset} of your stake ${positionId} (${poolId}) ` +
        "back without a penalty. There is no hurry: as long as you leave them there, rewards go on accruing.\n",
    },
  }),
);

// The title is the reader's own text.
const proposal = z.object({ userId, title: z.string() });

const defeated = letter(
  proposal.extend({
    forVotes: z.string(),
    againstVotes: z.string(),
    abstainVotes: z.string(),
    quorumVotes: z.string(),
  }),
  false,
  ({ title, forVotes, againstVotes, abstainVotes, quorumVotes }, { name }) => ({
    fr: {
      subject: "Votre proposition a été rejetée",
      text:
        `Bonjour ${name},\n\nLe vote sur votre proposition « ${title} » est clos : pour ${forVotes}, contre ${againstVotes}, ` +
        `abstention ${abstainVotes}. Il fallait plus de voix pour que contre, et ${quorumVotes} voix pour ou abstentions.\n`,
    },
    en: {
      subject: "Your proposal was defeated",
      text:
        `Hello ${name},\n\nVoting on your proposal "${title}" is over: ${forVotes} for, ${againstVotes} against, ${abstainVotes} ` +
        `abstained. It took more for than against, and ${quorumVotes} for or abstaining.\n`,
    },
  }),
);

const executed = letter(proposal, false, ({ title }, { name }, { occurredAt }) => ({
  fr: {
    subject: "Votre proposition a été exécutée",
    text: `Bonjour ${name},\n\nVotre proposition « ${title} » a été adoptée et exécutée le ${occurredAt}.\n`,
  },
  en: {
    subject: "Your proposal was executed",
    text: `Hello ${name},\n\nYour proposal "${title}" was adopted, and executed on ${occurredAt}.\n`,
  },
}));

const cancellations = {
  proposer: { fr: "vous l'avez annulée", en: "you cancelled it" },
  "below-threshold": {
    fr: "votre pouvoir de vote est passé sous le seuil requis pour une proposition",
    en: "your voting power fell below what a proposal takes",
  },
  expired: {
    fr: "elle n'a pas pu être exécutée dans les délais",
    en: "it could not be executed in time",
  },
} as const;

const cancelled = letter(
  proposal.extend({ why: z.enum(["proposer", "below-threshold", "expired"]) }),
  false,
  ({ title, why }, { name }) => ({
    fr: {
      subject: "Votre proposition est annulée",
      text: `Bonjour ${name},\n\nVotre proposition « ${title} » est annulée : ${cancellations[why].fr}.\n`,
    },
    en: {
      subject: "Your proposal is cancelled",
      text: `Hello ${name},\n\nYour proposal "${title}" is cancelled: ${cancellations[why].en}.\n`,
    },
  }),
);

const letters = new Map([
  [UserRegistered.type as string, welcome],
  [RefreshTokenReused.type, reused],
  [walletAdjusted.type, adjusted],
  [stakeUnlocked.type, unlocked],
  [proposalDefeated.type, defeated],
  [proposalExecuted.type, executed],
  [proposalCancelled.type, cancelled],
]);

/** The letter that tells of events of this type, or undefined where users are told nothing. */
export const letterFor = (type: string): Letter | undefined => letters.get(type);
