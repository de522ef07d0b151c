import * as z from "zod";
import { cardCanceled, cardLocked } from "../../../payments/cards/events.ts";
import {
  paymentApproved,
  paymentDisputed,
  paymentRefunded,
  paymentRejected,
  paymentRestored,
  refundFailed,
} from "../../../payments/payments/events.ts";
import { planActivated, planEnded } from "../../../payments/subscriptions/events.ts";
import { type Letters, letter, userId } from "./letter.ts";

/** Letters about cards, plans and payments. */

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

const failedRefund = letter(payment, false, ({ paymentId, amount, asset }, { name }, { occurredAt }) => ({
  fr: {
    subject: "Un remboursement a échoué",
    text:
      `Bonjour ${name},\n\nLe remboursement de ${amount} ${asset} de votre paiement ${paymentId} n'a pas pu être versé sur votre moyen ` +
      `de paiement (${occurredAt}). La somme est revenue là où votre paiement était allé : adressez-vous à son bénéficiaire.\n`,
  },
  en: {
    subject: "A refund has failed",
    text:
      `Hello ${name},\n\nThe refund of ${amount} ${asset} of your payment ${paymentId} could not be paid to what you paid with ` +
      `(${occurredAt}). The amount is again where your payment had gone: ask whom you paid.\n`,
  },
}));

const disputedPayment = letter(payment, true, ({ paymentId, amount, asset }, { name }, { occurredAt }) => ({
  fr: {
    subject: "Un paiement est contesté",
    text:
      `Bonjour ${name},\n\nLe ${occurredAt}, la banque du payeur a repris ${amount} ${asset} du paiement ${paymentId}. Votre part en a été ` +
      "retirée de votre portefeuille ; ce qui y manquait est dû, et sera retenu sur vos prochaines rentrées.\n",
  },
  en: {
    subject: "A payment is disputed",
    text:
      `Hello ${name},\n\nOn ${occurredAt}, the payer's bank took back ${amount} ${asset} of the payment ${paymentId}. Your share of it was ` +
      "taken from your wallet; what was missing there you owe, and it is kept of what comes in next.\n",
  },
}));

const restoredPayment = letter(payment, false, ({ paymentId, amount, asset }, { name }, { occurredAt }) => ({
  fr: {
    subject: "Un paiement vous est rendu",
    text:
      `Bonjour ${name},\n\nLe ${occurredAt}, ${amount} ${asset} du paiement ${paymentId}, qui avaient été repris, sont revenus. Votre part ` +
      "en est de nouveau créditée, moins ce que vous deviez.\n",
  },
  en: {
    subject: "A payment is yours again",
    text:
      `Hello ${name},\n\nOn ${occurredAt}, ${amount} ${asset} of the payment ${paymentId}, which had been taken back, came again. Your share ` +
      "of it is credited once more, less what you owed.\n",
  },
}));

export const payments: Letters = [
  [cardLocked.type, lockedCard],
  [cardCanceled.type, canceledCard],
  [planActivated.type, planBegun],
  [planEnded.type, planOver],
  [paymentApproved.type, approvedPayment],
  [paymentRejected.type, rejectedPayment],
  [paymentRefunded.type, refundedPayment],
  [refundFailed.type, failedRefund],
  [paymentDisputed.type, disputedPayment],
  [paymentRestored.type, restoredPayment],
];
