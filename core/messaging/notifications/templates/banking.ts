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
const ofMissed = ofSum.extend({ reason: z.string() });

/** Returns why a payment was not executed, as a sentence. */
const reasonOf = textsBy(
  {
    INSUFFICIENT_BALANCE: {
      fr: "Votre compte n'est pas assez approvisionné.",
      en: "There is not enough in your account.",
    },
    ACCOUNT_IN_DEBT: {
      fr: "Vous devez de l'argent : ce qui arrive le règle d'abord.",
      en: "You owe money: what comes in settles it first.",
    },
    KYC_LIMIT_EXCEEDED: {
      fr: "Un plafond de votre compte est atteint : l'application dit lequel.",
      en: "A limit of your account is reached: the app says which.",
    },
    RECIPIENT_UNKNOWN: {
      fr: "Personne ne peut plus y être payé.",
      en: "Nobody can be paid there any more.",
    },
  },
  {
    fr: "Il ne peut pas être fait ainsi.",
    en: "It cannot be made this way.",
  },
);

export const banking: Templates = [
  /** To a bank account, or to an address of a network. */
  transferTemplate(withdrawalBegun, ofSum, {
    fr: ({ at, sum }) => ({
      subject: "Vous avez demandé un retrait",
      short: `Un retrait de ${sum} est en route.`,
      body:
        `Le ${at}, vous avez demandé un retrait de ${sum}. Votre historique dit vers où. Si ce n'était pas ` +
        "vous, changez votre mot de passe et écrivez-nous sans attendre.",
    }),
    en: ({ at, sum }) => ({
      subject: "You have asked for a withdrawal",
      short: `A withdrawal of ${sum} is on its way.`,
      body:
        `On ${at} you asked for a withdrawal of ${sum}. Your history says where to. If that was not you, ` +
        "change your password and write to us at once.",
    }),
  }),
  /** The bank has paid. */
  transferTemplate(withdrawalBooked, ofSum, {
    fr: ({ at, sum }) => ({
      subject: "Votre retrait est parti",
      short: `La banque a envoyé vos ${sum}.`,
      body: `Le ${at}, la banque a envoyé les ${sum} de votre retrait.`,
    }),
    en: ({ at, sum }) => ({
      subject: "Your withdrawal has left",
      short: `The bank has sent your ${sum}.`,
      body: `On ${at} the bank sent the ${sum} of your withdrawal.`,
    }),
  }),
  /** What the bank says of it must be looked at: nothing that would be said of its money is sure. */
  transferTemplate(withdrawalFlagged, ofSum, {
    fr: ({ at, sum }) => ({
      subject: "Nous examinons votre retrait",
      short: `Nous examinons votre retrait de ${sum}.`,
      body:
        `Ce que la banque dit de votre retrait de ${sum} n'est pas ce qui était attendu (${at}). Quelqu'un ` +
        "l'examine ; vous n'avez rien à faire, et ne le demandez pas une seconde fois d'ici là.",
    }),
    en: ({ at, sum }) => ({
      subject: "We are looking at your withdrawal",
      short: `We are looking at your withdrawal of ${sum}.`,
      body:
        `What the bank says of your withdrawal of ${sum} is not what was expected (${at}). Somebody is ` +
        "looking at it; there is nothing for you to do, and do not ask for it again until then.",
    }),
  }),
  /** It did not arrive. */
  transferTemplate(withdrawalUndone, ofSum.extend({ settled: z.string() }), {
    fr: ({ at, sum, paidOff, credited }) => ({
      subject: "Votre retrait n'est pas arrivé",
      short: `Un retrait n'est pas arrivé : ${sum} vous sont rendus.${paidOff}`,
      body:
        `Le ${at}, la banque a fait savoir que votre retrait n'est pas arrivé : ${sum} vous sont rendus, ` +
        `frais compris. ${credited} Vérifiez le compte ou l'adresse du bénéficiaire avant de recommencer.`,
    }),
    en: ({ at, sum, paidOff, credited }) => ({
      subject: "Your withdrawal did not arrive",
      short: `A withdrawal did not arrive: ${sum} are given back.${paidOff}`,
      body:
        `On ${at} the bank said that your withdrawal did not arrive: ${sum} are given back, the fee ` +
        `included. ${credited} Check the payee's account or address before you try again.`,
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
      short: `A bank transfer of ${sum} came in.${paidOff}`,
      body: `A bank transfer of ${sum} came in on ${at}. ${credited}`,
    }),
  }),
  /** The bank has booked a debit. */
  transferTemplate(transferDebited, ofTransfer.transform(withAsset), {
    fr: ({ at, sum }) => ({
      subject: "Votre compte bancaire est débité",
      short: `La banque a débité ${sum} de votre compte.`,
      body:
        `Le ${at}, la banque a débité ${sum} de votre compte. Votre historique dit en faveur de qui. Si ` +
        "vous n'en savez rien, écrivez-nous sans attendre.",
    }),
    en: ({ at, sum }) => ({
      subject: "Your bank account was debited",
      short: `The bank debited ${sum} from your account.`,
      body:
        `On ${at} the bank debited ${sum} from your account. Your history says to whom. If you know nothing ` +
        "of it, write to us at once.",
    }),
  }),
  /** A transfer that was taken back: one that came in, or one that went out. */
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
                `The bank undid a transfer of ${sum} that you had sent.`,
                `On ${at} the bank undid a transfer of ${sum} that you had sent.`,
              ];
        return { subject: "A bank transfer was returned", short, body };
      },
    },
  ),
  transferTemplate(scheduledPaymentMissed, ofMissed.extend({ retryAt: z.string() }), {
    fr: ({ reason, retryAt, sum }, say) => ({
      subject: "Un paiement programmé n'a pas pu être fait",
      short: `Votre paiement programmé de ${sum} attend. ${reasonOf(reason).fr}`,
      body:
        `Votre paiement programmé de ${sum} n'a pas pu être fait. ${reasonOf(reason).fr} Nous essaierons de ` +
        `nouveau le ${say.minute(retryAt)}. Vous pouvez l'annuler avant dans l'application.`,
    }),
    en: ({ reason, retryAt, sum }, say) => ({
      subject: "A scheduled payment could not be made",
      short: `Your scheduled payment of ${sum} waits. ${reasonOf(reason).en}`,
      body:
        `Your scheduled payment of ${sum} could not be made. ${reasonOf(reason).en} We try again on ` +
        `${say.minute(retryAt)}. You can cancel it before in the app.`,
    }),
  }),
  transferTemplate(scheduledPaymentFailed, ofMissed, {
    fr: ({ reason, sum }) => ({
      subject: "Un paiement programmé a échoué",
      short: `Votre paiement programmé de ${sum} a échoué. ${reasonOf(reason).fr}`,
      body:
        `Votre paiement programmé de ${sum} a échoué. ${reasonOf(reason).fr} Nous n'essayons plus, ` +
        "et ses dates suivantes ne seront pas payées non plus. Programmez-le de nouveau si vous le voulez toujours.",
    }),
    en: ({ reason, sum }) => ({
      subject: "A scheduled payment has failed",
      short: `Your scheduled payment of ${sum} has failed. ${reasonOf(reason).en}`,
      body:
        `Your scheduled payment of ${sum} has failed. ${reasonOf(reason).en} We do not try again, and its ` +
        "later dates will not be paid either. Schedule it anew if you still want it.",
    }),
  }),
];
