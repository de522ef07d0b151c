import * as z from "zod";
import { cardCanceled, cardLocked } from "../../../payments/cards/events.ts";
import { paymentMade, paymentReceived } from "../../../payments/made/events.ts";
import {
  paymentApproved,
  paymentCharged,
  paymentDisputed,
  paymentRefunded,
  paymentRejected,
  paymentRestored,
  refundFailed,
  topUpCompleted,
} from "../../../payments/payments/events.ts";
import { planActivated, planEnded } from "../../../payments/subscriptions/events.ts";
import { paymentTemplate, securityTemplate, type Templates, userId } from "./template.ts";

const ofCard = z.object({ userId, last4: z.string() });
/** `plan`: the name that its price or its buyer gave it. */
const ofPlan = z.object({ userId, plan: z.string() });
const ofPayment = z.object({ userId, paymentId: z.string(), amount: z.string(), asset: z.string() });

export const payments: Templates = [
  securityTemplate(cardLocked, ofCard, {
    fr: ({ last4, at }) => ({
      subject: "Votre carte est bloquée",
      short: `La banque a bloqué votre carte se terminant par ${last4}.`,
      body:
        `La banque a bloqué votre carte se terminant par ${last4} le ${at}. Vous ne pouvez pas payer avec elle tant ` +
        "qu'elle n'est pas débloquée. Si vous ne l'avez pas demandé, contactez-nous.",
    }),
    en: ({ last4, at }) => ({
      subject: "Your card is locked",
      short: `The bank locked your card ending in ${last4}.`,
      body:
        `The bank locked your card ending in ${last4} on ${at}. It cannot be used for payments until it is ` +
        "unlocked. If you did not request this, contact us.",
    }),
  }),
  securityTemplate(cardCanceled, ofCard, {
    fr: ({ last4, at }) => ({
      subject: "Votre carte est résiliée",
      short: `La banque a résilié votre carte se terminant par ${last4}.`,
      body:
        `La banque a résilié votre carte se terminant par ${last4} le ${at}. Elle ne peut plus être utilisée. Si ` +
        "c'était votre carte par défaut, la plus récente de vos cartes actives la remplace.",
    }),
    en: ({ last4, at }) => ({
      subject: "Your card is canceled",
      short: `The bank canceled your card ending in ${last4}.`,
      body:
        `The bank canceled your card ending in ${last4} on ${at}. It can no longer be used. If it was ` +
        "your default card, the newest of your active cards replaces it.",
    }),
  }),
  paymentTemplate(planActivated, ofPlan, {
    fr: ({ plan, at }) => ({
      subject: "Votre abonnement est actif",
      short: `Votre abonnement « ${plan} » est actif.`,
      body: `Votre abonnement « ${plan} » est actif depuis le ${at}. Il est renouvelé chaque mois.`,
    }),
    en: ({ plan, at }) => ({
      subject: "Your plan is active",
      short: `Your plan "${plan}" is active.`,
      body: `Your plan "${plan}" has been active since ${at}. It is renewed every month.`,
    }),
  }),
  paymentTemplate(planEnded, ofPlan, {
    fr: ({ plan, at }) => ({
      subject: "Votre abonnement a pris fin",
      short: `Votre abonnement « ${plan} » a pris fin.`,
      body: `Votre abonnement « ${plan} » a pris fin le ${at}.`,
    }),
    en: ({ plan, at }) => ({
      subject: "Your plan has ended",
      short: `Your plan "${plan}" has ended.`,
      body: `Your plan "${plan}" ended on ${at}.`,
    }),
  }),
  /** The payer topped up the own account by card. */
  paymentTemplate(topUpCompleted, ofPayment.extend({ settled: z.string() }), {
    fr: ({ paymentId, at, sum, paidOff, credited }) => ({
      subject: "Votre compte est approvisionné",
      short: `Vous avez versé ${sum} par carte.${paidOff}`,
      body: `Le ${at}, vous avez versé ${sum} par carte (référence ${paymentId}). ${credited}`,
    }),
    en: ({ paymentId, at, sum, paidOff, credited }) => ({
      subject: "Your account is topped up",
      short: `You added ${sum} by card.${paidOff}`,
      body: `On ${at} you added ${sum} by card (reference ${paymentId}). ${credited}`,
    }),
  }),
  /** A payment by card to a merchant. */
  paymentTemplate(paymentCharged, ofPayment, {
    fr: ({ paymentId, at, sum }) => ({
      subject: "Votre paiement a été effectué",
      short: `Votre carte a été débitée de ${sum} pour un commerçant.`,
      body:
        `Le ${at}, votre carte a été débitée de ${sum} pour un commerçant (référence ${paymentId}). Votre historique ` +
        "indique lequel. Si ce n'était pas vous, contactez-nous immédiatement.",
    }),
    en: ({ paymentId, at, sum }) => ({
      subject: "Your payment was made",
      short: `Your card was charged ${sum} for a merchant.`,
      body:
        `On ${at} your card was charged ${sum} for a merchant (reference ${paymentId}). Your history shows the ` +
        "merchant. If this was not you, contact us immediately.",
    }),
  }),
  paymentTemplate(paymentApproved, ofPayment, {
    fr: ({ paymentId, sum }) => ({
      subject: "Votre paiement a été accepté",
      short: `Votre paiement de ${sum} a été accepté.`,
      body: `Votre paiement de ${sum} (référence ${paymentId}) a été vérifié et accepté. Votre carte est débitée.`,
    }),
    en: ({ paymentId, sum }) => ({
      subject: "Your payment was approved",
      short: `Your payment of ${sum} was approved.`,
      body: `Your payment of ${sum} (reference ${paymentId}) was checked and approved. Your card is charged.`,
    }),
  }),
  paymentTemplate(paymentRejected, ofPayment, {
    fr: ({ paymentId, sum }) => ({
      subject: "Votre paiement a été refusé",
      short: `Votre paiement de ${sum} a été refusé : rien n'a été débité.`,
      body:
        `Votre paiement de ${sum} (référence ${paymentId}) a été vérifié et n'a pas été accepté. Rien n'a été débité : ` +
        "si votre banque a réservé la somme, elle la libérera.",
    }),
    en: ({ paymentId, sum }) => ({
      subject: "Your payment was rejected",
      short: `Your payment of ${sum} was rejected: nothing was charged.`,
      body:
        `Your payment of ${sum} (reference ${paymentId}) was checked and not accepted. Nothing was charged: if your ` +
        "bank has reserved the amount, it will release it.",
    }),
  }),
  paymentTemplate(paymentRefunded, ofPayment, {
    fr: ({ paymentId, at, sum }) => ({
      subject: "Un paiement vous a été remboursé",
      short: `${sum} vous ont été remboursés.`,
      body: `Le ${at}, ${sum} de votre paiement (référence ${paymentId}) ont été remboursés sur votre moyen de paiement.`,
    }),
    en: ({ paymentId, at, sum }) => ({
      subject: "A payment was refunded to you",
      short: `${sum} was refunded to you.`,
      body: `On ${at}, ${sum} of your payment (reference ${paymentId}) was refunded to your payment method.`,
    }),
  }),
  paymentTemplate(refundFailed, ofPayment, {
    fr: ({ paymentId, at, sum }) => ({
      subject: "Un remboursement a échoué",
      short: `Le remboursement de ${sum} n'a pas pu être versé.`,
      body:
        `Le remboursement de ${sum} de votre paiement (référence ${paymentId}) n'a pas pu être versé sur votre moyen ` +
        `de paiement (${at}). La somme est revenue au bénéficiaire de votre paiement : adressez-vous à lui.`,
    }),
    en: ({ paymentId, at, sum }) => ({
      subject: "A refund has failed",
      short: `The refund of ${sum} could not be paid.`,
      body:
        `The refund of ${sum} of your payment (reference ${paymentId}) could not be paid to your payment method (${at}). ` +
        "The amount went back to the recipient of your payment: please contact the recipient.",
    }),
  }),
  securityTemplate(paymentDisputed, ofPayment, {
    fr: ({ paymentId, at, sum }) => ({
      subject: "Un paiement est contesté",
      short: `La banque du payeur a repris ${sum} d'un paiement que vous aviez reçu.`,
      body:
        `Le ${at}, la banque du payeur a repris ${sum} d'un paiement (référence ${paymentId}). Votre part a été ` +
        "retirée de votre portefeuille. Si le solde n'a pas suffi, vous devez le reste : vos prochaines rentrées d'argent le règlent.",
    }),
    en: ({ paymentId, at, sum }) => ({
      subject: "A payment is disputed",
      short: `The payer's bank took back ${sum} of a payment that you had received.`,
      body:
        `On ${at}, the payer's bank took back ${sum} of a payment (reference ${paymentId}). Your share of it was ` +
        "debited from your wallet. If the balance was too low, you owe the rest: incoming money settles it.",
    }),
  }),
  paymentTemplate(paymentRestored, ofPayment.extend({ settled: z.string() }), {
    fr: ({ paymentId, asset, settled, at, sum }, say) => ({
      subject: "Un paiement repris vous a été restitué",
      short: `${sum} d'un paiement qui avaient été repris vous ont été restitués.`,
      body:
        `Le ${at}, ${sum} d'un paiement (référence ${paymentId}), qui avaient été repris, vous ont été restitués.` +
        (settled === "0" ? "" : ` ${say.amount(settled, asset)} ont réglé votre dette.`) +
        " Le reste de votre part est sur votre portefeuille.",
    }),
    en: ({ paymentId, asset, settled, at, sum }, say) => ({
      subject: "A payment was returned to you",
      short: `${sum} of a payment that had been taken back was returned to you.`,
      body:
        `On ${at}, ${sum} of a payment (reference ${paymentId}), which had been taken back, was returned.` +
        (settled === "0" ? "" : ` ${say.amount(settled, asset)} of it settled your debt.`) +
        " The rest of your share is in your wallet.",
    }),
  }),
  /** A payment from an account to a merchant. */
  paymentTemplate(paymentMade, ofPayment, {
    fr: ({ paymentId, at, sum }) => ({
      subject: "Votre paiement a été effectué",
      short: `Vous avez payé ${sum} à un commerçant.`,
      body:
        `Le ${at}, vous avez payé ${sum} à un commerçant (référence ${paymentId}). Votre historique indique lequel. Si ` +
        "ce n'était pas vous, changez votre mot de passe et contactez-nous immédiatement.",
    }),
    en: ({ paymentId, at, sum }) => ({
      subject: "Your payment was made",
      short: `You paid a merchant ${sum}.`,
      body:
        `On ${at} you paid ${sum} to a merchant (reference ${paymentId}). Your history shows the merchant. If this was not you, ` +
        "change your password and contact us immediately.",
    }),
  }),
  /** A payment to a merchant, less the platform's fees. */
  paymentTemplate(paymentReceived, ofPayment.extend({ settled: z.string() }), {
    fr: ({ paymentId, at, sum, paidOff, credited }) => ({
      subject: "Vous avez reçu un paiement",
      short: `Un client vous a payé ${sum}, frais déduits.${paidOff}`,
      body: `Le ${at}, un client vous a payé ${sum}, frais déduits (référence ${paymentId}). ${credited}`,
    }),
    en: ({ paymentId, at, sum, paidOff, credited }) => ({
      subject: "You have received a payment",
      short: `A customer paid you ${sum}, less fees.${paidOff}`,
      body: `On ${at} a customer paid you ${sum}, less fees (reference ${paymentId}). ${credited}`,
    }),
  }),
];
