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
import { securityTemplate, type Templates, template, userId } from "./template.ts";

/** E-mails about cards, plans and payments. */

const card = z.object({ userId, last4: z.string() });

const lockedCard = securityTemplate(card, ({ last4 }, { occurredAt }) => ({
  fr: [
    "Votre carte est bloquée",
    `La banque a bloqué votre carte se terminant par ${last4} le ${occurredAt}. Rien ne peut être payé avec ` +
      "elle tant qu'elle n'est pas débloquée. Si vous ne l'avez pas demandé, contactez-nous.",
  ],
  en: [
    "Your card is locked",
    `The bank locked your card ending in ${last4} on ${occurredAt}. Nothing can be paid with it until it is ` +
      "unlocked. If you did not ask for this, contact us.",
  ],
}));

const canceledCard = securityTemplate(card, ({ last4 }, { occurredAt }) => ({
  fr: [
    "Votre carte est résiliée",
    `La banque a résilié votre carte se terminant par ${last4} le ${occurredAt}. Elle ne peut plus servir. ` +
      "Si c'était votre carte par défaut, la plus récente de vos cartes actives la remplace.",
  ],
  en: [
    "Your card is canceled",
    `The bank canceled your card ending in ${last4} on ${occurredAt}. It cannot be used any more. If it was ` +
      "your default card, the newest of your active cards takes its place.",
  ],
}));

// The plan is called as its buyer or the platform's own price names it.
const plan = z.object({ userId, plan: z.string() });

const planBegun = template(plan, ({ plan: called }, { occurredAt }) => ({
  fr: [
    "Votre abonnement est actif",
    `Votre abonnement « ${called} » est actif depuis le ${occurredAt}. Il est renouvelé chaque mois.`,
  ],
  en: [
    "Your plan is active",
    `Your plan "${called}" has been active since ${occurredAt}. It is renewed every month.`,
  ],
}));

const planOver = template(plan, ({ plan: called }, { occurredAt }) => ({
  fr: ["Votre abonnement a pris fin", `Votre abonnement « ${called} » a pris fin le ${occurredAt}.`],
  en: ["Your plan has ended", `Your plan "${called}" ended on ${occurredAt}.`],
}));

const payment = z.object({ userId, paymentId: z.string(), amount: z.string(), asset: z.string() });

const approvedPayment = template(payment, ({ paymentId, amount, asset }) => ({
  fr: [
    "Votre paiement est accepté",
    `Votre paiement de ${amount} ${asset} (${paymentId}) a été vérifié et accepté. Votre carte est débitée.`,
  ],
  en: [
    "Your payment was approved",
    `Your payment of ${amount} ${asset} (${paymentId}) was checked and approved. Your card is charged.`,
  ],
}));

const rejectedPayment = template(payment, ({ paymentId, amount, asset }) => ({
  fr: [
    "Votre paiement est refusé",
    `Votre paiement de ${amount} ${asset} (${paymentId}) a été vérifié et n'a pas été accepté. Rien n'est ` +
      "débité : si votre banque a réservé la somme, elle la libère.",
  ],
  en: [
    "Your payment was rejected",
    `Your payment of ${amount} ${asset} (${paymentId}) was checked and not accepted. Nothing is charged: if ` +
      "your bank has set the amount aside, it gives it free.",
  ],
}));

const refundedPayment = template(payment, ({ paymentId, amount, asset }, { occurredAt }) => ({
  fr: [
    "Un paiement vous est remboursé",
    `Le ${occurredAt}, ${amount} ${asset} de votre paiement ${paymentId} ont été remboursés sur votre moyen de paiement.`,
  ],
  en: [
    "A payment was refunded to you",
    `On ${occurredAt}, ${amount} ${asset} of your payment ${paymentId} were refunded to what you paid with.`,
  ],
}));

const failedRefund = template(payment, ({ paymentId, amount, asset }, { occurredAt }) => ({
  fr: [
    "Un remboursement a échoué",
    `Le remboursement de ${amount} ${asset} de votre paiement ${paymentId} n'a pas pu être versé sur votre moyen ` +
      `de paiement (${occurredAt}). La somme est revenue là où votre paiement était allé : adressez-vous à son bénéficiaire.`,
  ],
  en: [
    "A refund has failed",
    `The refund of ${amount} ${asset} of your payment ${paymentId} could not be paid to what you paid with ` +
      `(${occurredAt}). The amount is again where your payment had gone: ask whom you paid.`,
  ],
}));

const disputedPayment = securityTemplate(payment, ({ paymentId, amount, asset }, { occurredAt }) => ({
  fr: [
    "Un paiement est contesté",
    `Le ${occurredAt}, la banque du payeur a repris ${amount} ${asset} du paiement ${paymentId}. Votre part en a été ` +
      "retirée de votre portefeuille ; ce qui y manquait est dû, et sera retenu sur vos prochaines rentrées.",
  ],
  en: [
    "A payment is disputed",
    `On ${occurredAt}, the payer's bank took back ${amount} ${asset} of the payment ${paymentId}. Your share of it was ` +
      "taken from your wallet; what was missing there you owe, and it is kept of what comes in next.",
  ],
}));

const settled = (language: "fr" | "en", amount: string, asset: string): string => {
  if (amount === "0") return "";
  return language === "fr"
    ? ` ${amount} ${asset} en ont réglé ce que vous deviez.`
    : ` ${amount} ${asset} of it settled what you owed.`;
};

const restoredPayment = template(
  payment.extend({ settled: z.string() }),
  ({ paymentId, amount, asset, settled: paid }, { occurredAt }) => ({
    fr: [
      "Un paiement vous est rendu",
      `Le ${occurredAt}, ${amount} ${asset} du paiement ${paymentId}, qui avaient été repris, sont revenus.` +
        `${settled("fr", paid, asset)} Ce qui reste de votre part est sur votre portefeuille.`,
    ],
    en: [
      "A payment is yours again",
      `On ${occurredAt}, ${amount} ${asset} of the payment ${paymentId}, which had been taken back, came again.` +
        `${settled("en", paid, asset)} What is left of your share is in your wallet.`,
    ],
  }),
);

export const payments: Templates = [
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
