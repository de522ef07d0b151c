import * as z from "zod";
import { transferReceived, transferReturned } from "../banking/events.ts";
import { cardCanceled, cardLocked } from "../cards/events.ts";
import { proposalCancelled, proposalDefeated, proposalExecuted } from "../governance/events.ts";
import { RefreshTokenReused, UserRegistered } from "../identity/events.ts";
import type { User } from "../identity/user.ts";
import { kycDecided } from "../kyc/events.ts";
import { kycKinds, kycStatuses } from "../kyc/schema.ts";
import type { Event } from "../outbox/index.ts";
import { paymentApproved, paymentRefunded, paymentRejected } from "../payments/events.ts";
import { stakeUnlocked } from "../staking/events.ts";
import { planActivated, planEnded } from "../subscriptions/events.ts";
import { walletAdjusted } from "../wallets/events.ts";
import { webhookDisabled } from "../webhooks/events.ts";

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

const card = z.object({ userId, last4: z.string() });

const lockedCard = letter(card, true, ({ last4 }, { name }, { occurredAt }) => ({
  fr: {
    subject: "Votre carte est bloquée",
    text:
      `Bonjour ${name},\n\nLa banque a bloqué votre carte se terminant par ${last4} le ${occurredAt}. Rien ne peut être payé avec ` +
      "elle tant qu'elle n'est pas débloquée. Si vous ne l'avez pas demandé, contactez-nous.\n",
  },
  en: {
    subject: "Your card is locked",
    text:
      `Hello ${name},\n\nThe bank locked your card ending in ${last4} on ${occurredAt}. Nothing can be paid with it until it is ` +
      "unlocked. If you did not ask for this, contact us.\n",
  },
}));

const canceledCard = letter(card, true, ({ last4 }, { name }, { occurredAt }) => ({
  fr: {
    subject: "Votre carte est résiliée",
    text:
      `Bonjour ${name},\n\nLa banque a résilié votre carte se terminant par ${last4} le ${occurredAt}. Elle ne peut plus servir. ` +
      "Si c'était votre carte par défaut, la plus récente de vos cartes actives la remplace.\n",
  },
  en: {
    subject: "Your card is canceled",
    text:
      `Hello ${name},\n\nThe bank canceled your card ending in ${last4} on ${occurredAt}. It cannot be used any more. If it was ` +
      "your default card, the newest of your active cards takes its place.\n",
  },
}));

const transfer = z.object({ userId, amount: z.string(), currency: z.string() });

const received = letter(transfer, false, ({ amount, currency }, { name }, { occurredAt }) => ({
  fr: {
    subject: "Vous avez reçu un virement",
    text: `Bonjour ${name},\n\nUn virement de ${amount} ${currency} a été crédité sur votre portefeuille ${currency} le ${occurredAt}.\n`,
  },
  en: {
    subject: "You have received a bank transfer",
    text: `Hello ${name},\n\nA bank transfer of ${amount} ${currency} was credited to your ${currency} wallet on ${occurredAt}.\n`,
  },
}));

const returned = letter(
  transfer.extend({ direction: z.enum(["credit", "debit"]) }),
  false,
  ({ amount, currency, direction }, { name }, { occurredAt }) => ({
    fr: {
      subject: "Un virement a été retourné",
      text:
        direction === "credit"
          ? `Bonjour ${name},\n\nLa banque a repris le ${occurredAt} un virement de ${amount} ${currency} que vous aviez reçu.\n`
          : `Bonjour ${name},\n\nLa banque a annulé le ${occurredAt} un virement de ${amount} ${currency} que vous aviez émis.\n`,
    },
    en: {
      subject: "A bank transfer was returned",
      text:
        direction === "credit"
          ? `Hello ${name},\n\nOn ${occurredAt} the bank took back a transfer of ${amount} ${currency} that you had received.\n`
          : `Hello ${name},\n\nOn ${occurredAt} the bank undid a transfer of ${amount} ${currency} that you had sent.\n`,
    },
  }),
);

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

// The plan is called as its buyer or the platform's own price names it.
const plan = z.object({ userId, plan: z.string() });

const planBegun = letter(plan, false, ({ plan: called }, { name }, { occurredAt }) => ({
  fr: {
    subject: "Votre abonnement est actif",
    text: `Bonjour ${name},\n\nVotre abonnement « ${called} » est actif depuis le ${occurredAt}. Il est renouvelé chaque mois.\n`,
  },
  en: {
    subject: "Your plan is active",
    text: `Hello ${name},\n\nYour plan "${called}" has been active since ${occurredAt}. It is renewed every month.\n`,
  },
}));

const planOver = letter(plan, false, ({ plan: called }, { name }, { occurredAt }) => ({
  fr: {
    subject: "Votre abonnement a pris fin",
    text: `Bonjour ${name},\n\nVotre abonnement « ${called} » a pris fin le ${occurredAt}.\n`,
  },
  en: {
    subject: "Your plan has ended",
    text: `Hello ${name},\n\nYour plan "${called}" ended on ${occurredAt}.\n`,
  },
}));

const payment = z.object({ userId, paymentId: z.string(), amount: z.string(), asset: z.string() });

const approvedPayment = letter(payment, false, ({ paymentId, amount, asset }, { name }) => ({
  fr: {
    subject: "Votre paiement est accepté",
    text: `Bonjour ${name},\n\nVotre paiement de ${amount} ${asset} (${paymentId}) a été vérifié et accepté. Votre carte est débitée.\n`,
  },
  en: {
    subject: "Your payment was approved",
    text: `Hello ${name},\n\nYour payment of ${amount} ${asset} (${paymentId}) was checked and approved. Your card is charged.\n`,
  },
}));

const rejectedPayment = letter(payment, false, ({ paymentId, amount, asset }, { name }) => ({
  fr: {
    subject: "Votre paiement est refusé",
    text:
      `Bonjour ${name},\n\nVotre paiement de ${amount} ${asset} (${paymentId}) a été vérifié et n'a pas été accepté. Rien n'est ` +
      "débité : si votre banque a réservé la somme, elle la libère.\n",
  },
  en: {
    subject: "Your payment was rejected",
    text:
      `Hello ${name},\n\nYour payment of ${amount} ${asset} (${paymentId}) was checked and not accepted. Nothing is charged: if ` +
      "your bank has set the amount aside, it gives it free.\n",
  },
}));

const refundedPayment = letter(payment, false, ({ paymentId, amount, asset }, { name }, { occurredAt }) => ({
  fr: {
    subject: "Un paiement vous est remboursé",
    text: `Bonjour ${name},\n\nLe ${occurredAt}, ${amount} ${asset} de votre paiement ${paymentId} ont été remboursés sur votre moyen de paiement.\n`,
  },
  en: {
    subject: "A payment was refunded to you",
    text: `Hello ${name},\n\nOn ${occurredAt}, ${amount} ${asset} of your payment ${paymentId} were refunded to what you paid with.\n`,
  },
}));

const whyDisabled = {
  gone: { fr: "son destinataire a répondu qu'elle n'existe plus (410)", en: "its receiver answered that it is gone (410)" },
  failing: { fr: "plus rien n'y est arrivé depuis cinq jours", en: "nothing has arrived there for five days" },
} as const;

// Name and address are the reader's own text.
const disabledWebhook = letter(
  z.object({ userId, name: z.string(), url: z.string(), reason: z.enum(["gone", "failing"]) }),
  false,
  ({ name: webhook, url, reason }, { name }) => ({
    fr: {
      subject: "Votre webhook est désactivé",
      text:
        `Bonjour ${name},\n\nNous avons désactivé votre webhook « ${webhook} » (${url}) : ${whyDisabled[reason].fr}. ` +
        "Rien ne lui est plus envoyé. Réactivez-le lorsque son adresse répond ; les envois abandonnés restent listés 30 jours et peuvent être rejoués.\n",
    },
    en: {
      subject: "Your webhook is disabled",
      text:
        `Hello ${name},\n\nWe have disabled your webhook "${webhook}" (${url}): ${whyDisabled[reason].en}. Nothing more is sent to ` +
        "it. Enable it again once its address answers; deliveries that were given up are listed for 30 days and can be replayed.\n",
    },
  }),
);

const letters = new Map([
  [UserRegistered.type as string, welcome],
  [transferReceived.type, received],
  [transferReturned.type, returned],
  [kycDecided.type, kyc],
  [RefreshTokenReused.type, reused],
  [walletAdjusted.type, adjusted],
  [webhookDisabled.type, disabledWebhook],
  [stakeUnlocked.type, unlocked],
  [proposalDefeated.type, defeated],
  [proposalExecuted.type, executed],
  [proposalCancelled.type, cancelled],
  [planActivated.type, planBegun],
  [planEnded.type, planOver],
  [cardLocked.type, lockedCard],
  [cardCanceled.type, canceledCard],
  [paymentApproved.type, approvedPayment],
  [paymentRejected.type, rejectedPayment],
  [paymentRefunded.type, refundedPayment],
]);

/** The letter that tells of events of this type, or undefined where users are told nothing. */
export const letterFor = (type: string): Letter | undefined => letters.get(type);
