import type { InLanguages } from "../../kernel/texts/index.ts";
import { letter } from "../letter.ts";

/** Letters about scheduled payments that could not be made. */

interface Missed {
  readonly amount: string;
  readonly asset: string;
  readonly reason: string;
}

/** Why, as a whole sentence. */
const reasons: Readonly<Record<string, InLanguages<string>>> = {
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
};
const OTHER: InLanguages<string> = {
  fr: "Il ne peut pas être fait ainsi.",
  en: "It cannot be made this way.",
};
const reasonOf = (reason: string): InLanguages<string> =>
  (Object.hasOwn(reasons, reason) ? reasons[reason] : undefined) ?? OTHER;

export const paymentMissed = letter<Missed & { readonly retryAt: string }>({
  fr: ({ amount, asset, reason, retryAt }, say) => ({
    subject: "Un paiement programmé n'a pas pu être fait",
    short: `Votre paiement programmé de ${say.amount(amount, asset)} attend. ${reasonOf(reason).fr}`,
    body:
      `Votre paiement programmé de ${say.amount(amount, asset)} n'a pas pu être fait. ${reasonOf(reason).fr} ` +
      `Nous essaierons de nouveau le ${say.minute(retryAt)}. Vous pouvez l'annuler avant dans l'application.`,
  }),
  en: ({ amount, asset, reason, retryAt }, say) => ({
    subject: "A scheduled payment could not be made",
    short: `Your scheduled payment of ${say.amount(amount, asset)} waits. ${reasonOf(reason).en}`,
    body:
      `Your scheduled payment of ${say.amount(amount, asset)} could not be made. ${reasonOf(reason).en} ` +
      `We try again on ${say.minute(retryAt)}. You can cancel it before in the app.`,
  }),
});

export const paymentFailed = letter<Missed>({
  fr: ({ amount, asset, reason }, say) => ({
    subject: "Un paiement programmé a échoué",
    short: `Votre paiement programmé de ${say.amount(amount, asset)} a échoué. ${reasonOf(reason).fr}`,
    body:
      `Votre paiement programmé de ${say.amount(amount, asset)} a échoué. ${reasonOf(reason).fr} Nous n'essayons plus, ` +
      "et ses dates suivantes ne seront pas payées non plus. Programmez-le de nouveau si vous le voulez toujours.",
  }),
  en: ({ amount, asset, reason }, say) => ({
    subject: "A scheduled payment has failed",
    short: `Your scheduled payment of ${say.amount(amount, asset)} has failed. ${reasonOf(reason).en}`,
    body:
      `Your scheduled payment of ${say.amount(amount, asset)} has failed. ${reasonOf(reason).en} We do not try again, and ` +
      "its later dates will not be paid either. Schedule it anew if you still want it.",
  }),
});
