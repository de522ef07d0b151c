import { letter } from "../letter.ts";
import { type Arrived, arrived, paidOff } from "./arrived.ts";

/** Letters about cards, plans and payments. */

interface Card {
  readonly last4: string;
}

export const cardLocked = letter<Card>({
  fr: ({ last4, occurredAt }, say) => ({
    subject: "Votre carte est bloquée",
    short: `La banque a bloqué votre carte se terminant par ${last4}.`,
    body:
      `La banque a bloqué votre carte se terminant par ${last4} le ${say.minute(occurredAt)}. Rien ne peut être payé avec ` +
      "elle tant qu'elle n'est pas débloquée. Si vous ne l'avez pas demandé, contactez-nous.",
  }),
  en: ({ last4, occurredAt }, say) => ({
    subject: "Your card is locked",
    short: `The bank locked your card ending in ${last4}.`,
    body:
      `The bank locked your card ending in ${last4} on ${say.minute(occurredAt)}. Nothing can be paid with it until it is ` +
      "unlocked. If you did not ask for this, contact us.",
  }),
});

export const cardCanceled = letter<Card>({
  fr: ({ last4, occurredAt }, say) => ({
    subject: "Votre carte est résiliée",
    short: `La banque a résilié votre carte se terminant par ${last4}.`,
    body:
      `La banque a résilié votre carte se terminant par ${last4} le ${say.minute(occurredAt)}. Elle ne peut plus servir. ` +
      "Si c'était votre carte par défaut, la plus récente de vos cartes actives la remplace.",
  }),
  en: ({ last4, occurredAt }, say) => ({
    subject: "Your card is canceled",
    short: `The bank canceled your card ending in ${last4}.`,
    body:
      `The bank canceled your card ending in ${last4} on ${say.minute(occurredAt)}. It cannot be used any more. If it was ` +
      "your default card, the newest of your active cards takes its place.",
  }),
});

/** The plan is called as its buyer or the platform's own price names it. */
interface Plan {
  readonly plan: string;
}

export const planBegun = letter<Plan>({
  fr: ({ plan, occurredAt }, say) => ({
    subject: "Votre abonnement est actif",
    short: `Votre abonnement « ${plan} » est actif.`,
    body: `Votre abonnement « ${plan} » est actif depuis le ${say.minute(occurredAt)}. Il est renouvelé chaque mois.`,
  }),
  en: ({ plan, occurredAt }, say) => ({
    subject: "Your plan is active",
    short: `Your plan "${plan}" is active.`,
    body: `Your plan "${plan}" has been active since ${say.minute(occurredAt)}. It is renewed every month.`,
  }),
});

export const planOver = letter<Plan>({
  fr: ({ plan, occurredAt }, say) => ({
    subject: "Votre abonnement a pris fin",
    short: `Votre abonnement « ${plan} » a pris fin.`,
    body: `Votre abonnement « ${plan} » a pris fin le ${say.minute(occurredAt)}.`,
  }),
  en: ({ plan, occurredAt }, say) => ({
    subject: "Your plan has ended",
    short: `Your plan "${plan}" has ended.`,
    body: `Your plan "${plan}" ended on ${say.minute(occurredAt)}.`,
  }),
});

interface Payment {
  readonly paymentId: string;
  readonly amount: string;
  readonly asset: string;
}

/** The payer's own money, by card. */
export const toppedUp = letter<Payment & Arrived>({
  fr: ({ occurredAt, paymentId, ...money }, say) => {
    const sum = say.amount(money.amount, money.asset);
    return {
      subject: "Votre compte est approvisionné",
      short: `${sum} sont arrivés de votre carte.${paidOff(money, say)}`,
      body: `Le ${say.minute(occurredAt)}, ${sum} sont arrivés de votre carte (${paymentId}). ${arrived(money, say)}`,
    };
  },
  en: ({ occurredAt, paymentId, ...money }, say) => {
    const sum = say.amount(money.amount, money.asset);
    return {
      subject: "Your account is topped up",
      short: `${sum} came in from your card.${paidOff(money, say)}`,
      body: `On ${say.minute(occurredAt)} ${sum} came in from your card (${paymentId}). ${arrived(money, say)}`,
    };
  },
});

/** By card, for a merchant. */
export const paymentCharged = letter<Payment>({
  fr: ({ paymentId, amount, asset, occurredAt }, say) => ({
    subject: "Votre paiement est fait",
    short: `Votre carte est débitée de ${say.amount(amount, asset)} pour un commerçant.`,
    body:
      `Le ${say.minute(occurredAt)}, votre carte a été débitée de ${say.amount(amount, asset)} pour un commerçant ` +
      `(${paymentId}) : votre historique dit lequel. Si ce n'était pas vous, écrivez-nous sans attendre.`,
  }),
  en: ({ paymentId, amount, asset, occurredAt }, say) => ({
    subject: "Your payment was made",
    short: `Your card was charged ${say.amount(amount, asset)} for a merchant.`,
    body:
      `On ${say.minute(occurredAt)} your card was charged ${say.amount(amount, asset)} for a merchant (${paymentId}): ` +
      "your history says which. If that was not you, write to us at once.",
  }),
});

export const paymentApproved = letter<Payment>({
  fr: ({ paymentId, amount, asset }, say) => ({
    subject: "Votre paiement est accepté",
    short: `Votre paiement de ${say.amount(amount, asset)} est accepté.`,
    body: `Votre paiement de ${say.amount(amount, asset)} (${paymentId}) a été vérifié et accepté. Votre carte est débitée.`,
  }),
  en: ({ paymentId, amount, asset }, say) => ({
    subject: "Your payment was approved",
    short: `Your payment of ${say.amount(amount, asset)} was approved.`,
    body: `Your payment of ${say.amount(amount, asset)} (${paymentId}) was checked and approved. Your card is charged.`,
  }),
});

export const paymentRejected = letter<Payment>({
  fr: ({ paymentId, amount, asset }, say) => ({
    subject: "Votre paiement est refusé",
    short: `Votre paiement de ${say.amount(amount, asset)} est refusé : rien n'est débité.`,
    body:
      `Votre paiement de ${say.amount(amount, asset)} (${paymentId}) a été vérifié et n'a pas été accepté. Rien n'est ` +
      "débité : si votre banque a réservé la somme, elle la libère.",
  }),
  en: ({ paymentId, amount, asset }, say) => ({
    subject: "Your payment was rejected",
    short: `Your payment of ${say.amount(amount, asset)} was rejected: nothing is charged.`,
    body:
      `Your payment of ${say.amount(amount, asset)} (${paymentId}) was checked and not accepted. Nothing is charged: if ` +
      "your bank has set the amount aside, it gives it free.",
  }),
});

export const paymentRefunded = letter<Payment>({
  fr: ({ paymentId, amount, asset, occurredAt }, say) => ({
    subject: "Un paiement vous est remboursé",
    short: `${say.amount(amount, asset)} vous ont été remboursés.`,
    body: `Le ${say.minute(occurredAt)}, ${say.amount(amount, asset)} de votre paiement ${paymentId} ont été remboursés sur votre moyen de paiement.`,
  }),
  en: ({ paymentId, amount, asset, occurredAt }, say) => ({
    subject: "A payment was refunded to you",
    short: `${say.amount(amount, asset)} were refunded to you.`,
    body: `On ${say.minute(occurredAt)}, ${say.amount(amount, asset)} of your payment ${paymentId} were refunded to what you paid with.`,
  }),
});

export const refundFailed = letter<Payment>({
  fr: ({ paymentId, amount, asset, occurredAt }, say) => ({
    subject: "Un remboursement a échoué",
    short: `Le remboursement de ${say.amount(amount, asset)} n'a pas pu être versé.`,
    body:
      `Le remboursement de ${say.amount(amount, asset)} de votre paiement ${paymentId} n'a pas pu être versé sur votre moyen ` +
      `de paiement (${say.minute(occurredAt)}). La somme est revenue là où votre paiement était allé : adressez-vous à son bénéficiaire.`,
  }),
  en: ({ paymentId, amount, asset, occurredAt }, say) => ({
    subject: "A refund has failed",
    short: `The refund of ${say.amount(amount, asset)} could not be paid.`,
    body:
      `The refund of ${say.amount(amount, asset)} of your payment ${paymentId} could not be paid to what you paid with ` +
      `(${say.minute(occurredAt)}). The amount is again where your payment had gone: ask whom you paid.`,
  }),
});

export const paymentDisputed = letter<Payment>({
  fr: ({ paymentId, amount, asset, occurredAt }, say) => ({
    subject: "Un paiement est contesté",
    short: `La banque du payeur a repris ${say.amount(amount, asset)} d'un paiement que vous aviez reçu.`,
    body:
      `Le ${say.minute(occurredAt)}, la banque du payeur a repris ${say.amount(amount, asset)} du paiement ${paymentId}. Votre part en a été ` +
      "retirée de votre portefeuille ; ce qui y manquait est dû, et sera retenu sur vos prochaines rentrées.",
  }),
  en: ({ paymentId, amount, asset, occurredAt }, say) => ({
    subject: "A payment is disputed",
    short: `The payer's bank took back ${say.amount(amount, asset)} of a payment that you had received.`,
    body:
      `On ${say.minute(occurredAt)}, the payer's bank took back ${say.amount(amount, asset)} of the payment ${paymentId}. Your share of it was ` +
      "taken from your wallet; what was missing there you owe, and it is kept of what comes in next.",
  }),
});

export const paymentRestored = letter<Payment & { readonly settled: string }>({
  fr: ({ paymentId, amount, asset, settled, occurredAt }, say) => ({
    subject: "Un paiement vous est rendu",
    short: `${say.amount(amount, asset)} d'un paiement qui avaient été repris sont revenus.`,
    body:
      `Le ${say.minute(occurredAt)}, ${say.amount(amount, asset)} du paiement ${paymentId}, qui avaient été repris, sont revenus.` +
      (settled === "0" ? "" : ` ${say.amount(settled, asset)} en ont réglé ce que vous deviez.`) +
      " Ce qui reste de votre part est sur votre portefeuille.",
  }),
  en: ({ paymentId, amount, asset, settled, occurredAt }, say) => ({
    subject: "A payment is yours again",
    short: `${say.amount(amount, asset)} of a payment that had been taken back came again.`,
    body:
      `On ${say.minute(occurredAt)}, ${say.amount(amount, asset)} of the payment ${paymentId}, which had been taken back, came again.` +
      (settled === "0" ? "" : ` ${say.amount(settled, asset)} of it settled what you owed.`) +
      " What is left of your share is in your wallet.",
  }),
});

/** From an account, to a merchant. */
export const paymentMade = letter<Payment>({
  fr: ({ paymentId, amount, asset, occurredAt }, say) => ({
    subject: "Votre paiement est fait",
    short: `Vous avez payé ${say.amount(amount, asset)} à un commerçant.`,
    body:
      `Le ${say.minute(occurredAt)}, vous avez payé ${say.amount(amount, asset)} à un commerçant (${paymentId}) : votre historique dit lequel. ` +
      "Si ce n'était pas vous, changez votre mot de passe et écrivez-nous sans attendre.",
  }),
  en: ({ paymentId, amount, asset, occurredAt }, say) => ({
    subject: "Your payment was made",
    short: `You paid a merchant ${say.amount(amount, asset)}.`,
    body:
      `On ${say.minute(occurredAt)} you paid a merchant ${say.amount(amount, asset)} (${paymentId}): your history says which. ` +
      "If that was not you, change your password and write to us at once.",
  }),
});

/** What a merchant was paid, less what the platform keeps of it. */
export const paymentTaken = letter<Payment & Arrived>({
  fr: ({ paymentId, occurredAt, ...money }, say) => {
    const sum = say.amount(money.amount, money.asset);
    return {
      subject: "Vous avez reçu un paiement",
      short: `Un client vous a payé ${sum}, frais déduits.${paidOff(money, say)}`,
      body: `Le ${say.minute(occurredAt)}, un client vous a payé ${sum}, frais déduits (${paymentId}). ${arrived(money, say)}`,
    };
  },
  en: ({ paymentId, occurredAt, ...money }, say) => {
    const sum = say.amount(money.amount, money.asset);
    return {
      subject: "You have received a payment",
      short: `A customer paid you ${sum}, less fees.${paidOff(money, say)}`,
      body: `On ${say.minute(occurredAt)} a customer paid you ${sum}, less fees (${paymentId}). ${arrived(money, say)}`,
    };
  },
});
