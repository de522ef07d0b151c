import * as z from "zod";
import { transferDebited, transferReceived, transferReturned } from "../../../banking/events.ts";
import { scheduledPaymentFailed, scheduledPaymentMissed } from "../../../banking/scheduled/events.ts";
import {
  withdrawalBegun,
  withdrawalBooked,
  withdrawalFlagged,
  withdrawalUndone,
} from "../../../banking/withdrawals/events.ts";
import { type Templates, textsBy, transferTemplate, userId } from "./template.ts";

const ofSum = z.object({ userId, amount: z.string(), asset: z.string() });
const ofTransfer = z.object({ userId, amount: z.string(), currency: z.string() });
const withAsset = <T extends { readonly currency: string }>(given: T) => ({
  ...given,
  asset: given.currency,
});
const withReason = ofSum.extend({ reason: z.string() });

/** Returns why a payment was not executed, as a sentence. */
const reasonOf = textsBy(
  {
    INSUFFICIENT_BALANCE: {
      fr: "Votre compte n'est pas assez approvisionné.",
      en: "Your balance is too low.",
    },
    ACCOUNT_IN_DEBT: {
      fr: "Vous avez une dette : les prochaines rentrées d'argent la règlent d'abord.",
      en: "You have a debt: incoming money settles it first.",
    },
    KYC_LIMIT_EXCEEDED: {
      fr: "Un plafond de votre compte est atteint : consultez l'application pour savoir lequel.",
      en: "A limit of your account is reached: see the app for which one.",
    },
    STEP_UP_REQUIRED: {
      fr: "Votre mot de passe ou votre adresse e-mail vient d'être modifié, et ce bénéficiaire n'a encore jamais été payé : si vous n'avez pas programmé ce paiement, annulez-le.",
      en: "Your password or email address was just changed, and this recipient was never paid before: if you did not schedule this payment, cancel it.",
    },
    RECIPIENT_UNKNOWN: {
      fr: "Le bénéficiaire ne peut plus recevoir de paiement.",
      en: "The recipient can no longer be paid.",
    },
  },
  {
    fr: "Il ne peut pas être exécuté en l'état.",
    en: "It cannot be executed as it is.",
  },
);

export const banking: Templates = [
  /** To a bank account, or to an address of a network. */
  transferTemplate(withdrawalBegun, ofSum, {
    fr: ({ at, sum }) => ({
      subject: "Vous avez demandé un retrait",
      short: `Un retrait de ${sum} est en route.`,
      body:
        `Le ${at}, vous avez demandé un retrait de ${sum}. Votre historique en indique la destination. Si ce n'était pas ` +
        "vous, changez votre mot de passe et contactez-nous immédiatement.",
    }),
    en: ({ at, sum }) => ({
      subject: "You requested a withdrawal",
      short: `A withdrawal of ${sum} is on its way.`,
      body:
        `On ${at} you requested a withdrawal of ${sum}. Your history shows its destination. If this was not you, ` +
        "change your password and contact us immediately.",
    }),
  }),
  /** The bank has paid the withdrawal. */
  transferTemplate(withdrawalBooked, ofSum, {
    fr: ({ at, sum }) => ({
      subject: "Votre retrait est parti",
      short: `La banque a envoyé vos ${sum}.`,
      body: `Le ${at}, la banque a envoyé les ${sum} de votre retrait.`,
    }),
    en: ({ at, sum }) => ({
      subject: "Your withdrawal was sent",
      short: `The bank has sent your ${sum}.`,
      body: `On ${at} the bank sent the ${sum} of your withdrawal.`,
    }),
  }),
  /** Staff must check the bank's report first, so the text makes no statement about the money. */
  transferTemplate(withdrawalFlagged, ofSum, {
    fr: ({ at, sum }) => ({
      subject: "Nous examinons votre retrait",
      short: `Nous examinons votre retrait de ${sum}.`,
      body:
        `La réponse de la banque à votre retrait de ${sum} n'est pas celle que nous attendions (${at}). Notre équipe ` +
        "l'examine ; vous n'avez rien à faire. D'ici là, ne demandez pas ce retrait une seconde fois.",
    }),
    en: ({ at, sum }) => ({
      subject: "We are reviewing your withdrawal",
      short: `We are reviewing your withdrawal of ${sum}.`,
      body:
        `The bank's response to your withdrawal of ${sum} was not the one we expected (${at}). Our team is ` +
        "reviewing it; you do not need to do anything. Until then, please do not request this withdrawal again.",
    }),
  }),
  /** The withdrawal did not arrive. */
  transferTemplate(withdrawalUndone, ofSum.extend({ settled: z.string() }), {
    fr: ({ at, sum, paidOff, credited }) => ({
      subject: "Votre retrait n'est pas arrivé",
      short: `Un retrait n'est pas arrivé : ${sum} vous sont rendus.${paidOff}`,
      body:
        `Le ${at}, la banque nous a informés que votre retrait n'est pas arrivé : ${sum} vous sont rendus, ` +
        `frais compris. ${credited} Vérifiez le compte ou l'adresse du bénéficiaire avant de recommencer.`,
    }),
    en: ({ at, sum, paidOff, credited }) => ({
      subject: "Your withdrawal did not arrive",
      short: `A withdrawal did not arrive: ${sum} was returned to you.${paidOff}`,
      body:
        `On ${at} the bank informed us that your withdrawal did not arrive: ${sum} was returned to you, including ` +
        `the fee. ${credited} Check the payee's account or address before you try again.`,
    }),
  }),
  transferTemplate(transferReceived, ofTransfer.extend({ settled: z.string() }).transform(withAsset), {
    fr: ({ at, sum, paidOff, credited }) => ({
      subject: "Vous avez reçu un virement",
      short: `Un virement de ${sum} est arrivé.${paidOff}`,
      body: `Un virement de ${sum} est arrivé le ${at}. ${credited}`,
    }),
    en: ({ at, sum, paidOff, credited }) => ({
      subject: "You have received a bank transfer",
      short: `You received a bank transfer of ${sum}.${paidOff}`,
      body: `You received a bank transfer of ${sum} on ${at}. ${credited}`,
    }),
  }),
  /** The bank has booked a debit. */
  transferTemplate(transferDebited, ofTransfer.transform(withAsset), {
    fr: ({ at, sum }) => ({
      subject: "Votre compte bancaire a été débité",
      short: `La banque a débité ${sum} de votre compte.`,
      body:
        `Le ${at}, la banque a débité ${sum} de votre compte. Votre historique indique le bénéficiaire. Si ` +
        "vous ne reconnaissez pas cette opération, contactez-nous immédiatement.",
    }),
    en: ({ at, sum }) => ({
      subject: "Your bank account was debited",
      short: `The bank debited ${sum} from your account.`,
      body:
        `On ${at} the bank debited ${sum} from your account. Your history shows the recipient. If you do not ` +
        "recognize this debit, contact us immediately.",
    }),
  }),
  /** An incoming or outgoing transfer was reversed. */
  transferTemplate(
    transferReturned,
    ofTransfer.extend({ direction: z.enum(["credit", "debit"]) }).transform(withAsset),
    {
      fr: ({ direction, at, sum }) => {
        const [short, body] =
          direction === "credit"
            ? [
                `La banque a repris un virement de ${sum} que vous aviez reçu.`,
                `La banque a repris le ${at} un virement de ${sum} que vous aviez reçu.`,
              ]
            : [
                `La banque a annulé un virement de ${sum} que vous aviez émis.`,
                `La banque a annulé le ${at} un virement de ${sum} que vous aviez émis.`,
              ];
        return { subject: "Un virement a été retourné", short, body };
      },
      en: ({ direction, at, sum }) => {
        const [short, body] =
          direction === "credit"
            ? [
                `The bank took back a transfer of ${sum} that you had received.`,
                `On ${at} the bank took back a transfer of ${sum} that you had received.`,
              ]
            : [
                `The bank canceled a transfer of ${sum} that you had sent.`,
                `On ${at} the bank canceled a transfer of ${sum} that you had sent.`,
              ];
        return { subject: "A bank transfer was returned", short, body };
      },
    },
  ),
  transferTemplate(scheduledPaymentMissed, withReason.extend({ retryAt: z.string() }), {
    fr: ({ reason, retryAt, sum }, say) => ({
      subject: "Un paiement programmé n'a pas pu être exécuté",
      short: `Votre paiement programmé de ${sum} est en attente. ${reasonOf(reason).fr}`,
      body:
        `Votre paiement programmé de ${sum} n'a pas pu être exécuté. ${reasonOf(reason).fr} Nous réessaierons ` +
        `le ${say.minute(retryAt)}. Vous pouvez l'annuler avant dans l'application.`,
    }),
    en: ({ reason, retryAt, sum }, say) => ({
      subject: "A scheduled payment could not be made",
      short: `Your scheduled payment of ${sum} is pending. ${reasonOf(reason).en}`,
      body:
        `Your scheduled payment of ${sum} could not be made. ${reasonOf(reason).en} We will try again on ` +
        `${say.minute(retryAt)}. Until then you can cancel it in the app.`,
    }),
  }),
  transferTemplate(scheduledPaymentFailed, withReason, {
    fr: ({ reason, sum }) => ({
      subject: "Un paiement programmé a échoué",
      short: `Votre paiement programmé de ${sum} a échoué. ${reasonOf(reason).fr}`,
      body:
        `Votre paiement programmé de ${sum} a échoué. ${reasonOf(reason).fr} Il ne sera plus exécuté, ` +
        "ni à cette date ni aux suivantes. Si vous souhaitez le maintenir, programmez-le de nouveau.",
    }),
    en: ({ reason, sum }) => ({
      subject: "A scheduled payment has failed",
      short: `Your scheduled payment of ${sum} has failed. ${reasonOf(reason).en}`,
      body:
        `Your scheduled payment of ${sum} has failed. ${reasonOf(reason).en} It will not be executed again, ` +
        "neither on this date nor on later ones. If you still want it, schedule it again.",
    }),
  }),
];
