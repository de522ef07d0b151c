import * as z from "zod";
import * as Events from "../../../payments/issuing/events.ts";
import {
  frequentPaymentTemplate,
  paymentTemplate,
  securityTemplate,
  type Templates,
  textsBy,
  userId,
} from "./template.ts";

const card = z.object({ userId, last4: z.string() });
const purchase = card.extend({ merchant: z.string(), amount: z.string(), asset: z.string() });

/** Returns why a purchase was declined, as a sentence. */
const reasonOf = textsBy(
  {
    card_frozen: { fr: "La carte est gelée.", en: "The card is frozen." },
    card_inactive: { fr: "La carte n'est pas active.", en: "The card is not active." },
    card_canceled: { fr: "La carte est résiliée.", en: "The card is canceled." },
    account_blocked: { fr: "Votre compte est bloqué.", en: "Your account is blocked." },
    account_in_debt: {
      fr: "Vous avez une dette : versez des euros pour la régler.",
      en: "You have a debt: pay in euros to settle it.",
    },
    insufficient_funds: {
      fr: "Votre compte n'est pas assez approvisionné.",
      en: "Your balance is too low.",
    },
    online_payments_off: {
      fr: "Les paiements en ligne sont désactivés pour cette carte.",
      en: "Online payments are switched off for this card.",
    },
    contactless_off: {
      fr: "Le sans contact est désactivé pour cette carte.",
      en: "Contactless payments are switched off for this card.",
    },
    atm_withdrawals_off: {
      fr: "Les retraits d'espèces sont désactivés pour cette carte.",
      en: "Cash withdrawals are switched off for this card.",
    },
    abroad_off: {
      fr: "Les paiements à l'étranger sont désactivés pour cette carte.",
      en: "Payments abroad are switched off for this card.",
    },
    transaction_limit: {
      fr: "Le plafond par paiement de la carte est dépassé.",
      en: "It exceeds the card's limit per payment.",
    },
    daily_limit: {
      fr: "Le plafond journalier de la carte est dépassé.",
      en: "It exceeds the card's daily limit.",
    },
    monthly_limit: {
      fr: "Le plafond mensuel de la carte est dépassé.",
      en: "It exceeds the card's monthly limit.",
    },
    identity_limit: {
      fr: "Le plafond de votre niveau de vérification est dépassé : complétez la vérification de votre identité.",
      en: "It exceeds the limit of your verification level: complete the verification of your identity.",
    },
    busy: { fr: "Réessayez dans un instant.", en: "Try again in a moment." },
  },
  {
    fr: "Le prestataire de la carte ne l'a pas accepté.",
    en: "The card's provider did not accept it.",
  },
);

export const cards: Templates = [
  paymentTemplate(Events.cardIssued, card, {
    fr: ({ last4 }) => ({
      subject: "Votre carte est prête",
      short: `Votre carte se terminant par ${last4} est prête.`,
      body: `Votre carte se terminant par ${last4} est prête. Vos paiements par carte sont débités de votre compte en euros.`,
    }),
    en: ({ last4 }) => ({
      subject: "Your card is ready",
      short: `Your card ending in ${last4} is ready.`,
      body: `Your card ending in ${last4} is ready. Card payments are debited from your euro account.`,
    }),
  }),
  securityTemplate(Events.cardFrozen, card, {
    fr: ({ last4, at }) => ({
      subject: "Votre carte est gelée",
      short: `Votre carte se terminant par ${last4} est gelée : vous ne pouvez plus payer avec elle.`,
      body:
        `Votre carte se terminant par ${last4} est gelée depuis le ${at}. Vous ne pouvez pas payer avec elle tant que ` +
        "vous ne la dégelez pas. Si vous ne l'avez pas demandé, changez votre mot de passe et contactez-nous.",
    }),
    en: ({ last4, at }) => ({
      subject: "Your card is frozen",
      short: `Your card ending in ${last4} is frozen: it cannot be used for payments.`,
      body:
        `Your card ending in ${last4} has been frozen since ${at}. It cannot be used for payments until you ` +
        "unfreeze it. If you did not request this, change your password and contact us.",
    }),
  }),
  securityTemplate(Events.cardRestricted, card, {
    fr: ({ last4, at }) => ({
      subject: "Nous avons gelé votre carte",
      short: `Nous avons gelé votre carte se terminant par ${last4} : vous ne pouvez plus payer avec elle.`,
      body:
        `Nous avons gelé votre carte se terminant par ${last4} le ${at}, car nous n'avons pas pu vérifier votre identité. ` +
        "Vous ne pouvez pas payer avec elle. Pour toute question, contactez-nous.",
    }),
    en: ({ last4, at }) => ({
      subject: "We have frozen your card",
      short: `We have frozen your card ending in ${last4}: it cannot be used for payments.`,
      body:
        `We froze your card ending in ${last4} on ${at}, because we could not verify your identity. ` +
        "It cannot be used for payments. If you have questions, contact us.",
    }),
  }),
  securityTemplate(Events.cardUnfrozen, card, {
    fr: ({ last4, at }) => ({
      subject: "Votre carte est de nouveau active",
      short: `Votre carte se terminant par ${last4} peut de nouveau être utilisée.`,
      body:
        `Votre carte se terminant par ${last4} est de nouveau active depuis le ${at}. Si vous ne l'avez pas demandé, ` +
        "gelez-la, changez votre mot de passe et contactez-nous.",
    }),
    en: ({ last4, at }) => ({
      subject: "Your card is active again",
      short: `Your card ending in ${last4} can be used again.`,
      body:
        `Your card ending in ${last4} has been active again since ${at}. If you did not request this, freeze it, ` +
        "change your password and contact us.",
    }),
  }),
  securityTemplate(Events.issuedCardCanceled, card, {
    fr: ({ last4, at }) => ({
      subject: "Votre carte est résiliée",
      short: `Votre carte se terminant par ${last4} est résiliée.`,
      body: `Votre carte se terminant par ${last4} est résiliée depuis le ${at}. Elle ne peut plus être utilisée.`,
    }),
    en: ({ last4, at }) => ({
      subject: "Your card is canceled",
      short: `Your card ending in ${last4} is canceled.`,
      body: `Your card ending in ${last4} was canceled on ${at}. It can no longer be used.`,
    }),
  }),
  securityTemplate(Events.cardViewed, card, {
    fr: ({ last4, at }) => ({
      subject: "Le numéro de votre carte a été affiché",
      short: `Le numéro de votre carte se terminant par ${last4} a été affiché.`,
      body:
        `Le numéro et le code de sécurité de votre carte se terminant par ${last4} ont été affichés le ` +
        `${at}. Si ce n'était pas vous, gelez la carte, changez votre mot de passe et contactez-nous.`,
    }),
    en: ({ last4, at }) => ({
      subject: "Your card's number was shown",
      short: `The number of your card ending in ${last4} was shown.`,
      body:
        `The number and security code of your card ending in ${last4} were shown on ${at}. If this was not ` +
        "you, freeze the card, change your password and contact us.",
    }),
  }),
  securityTemplate(Events.pinChanged, card, {
    fr: ({ last4, at }) => ({
      subject: "Le code secret de votre carte a été modifié",
      short: `Le code secret de votre carte se terminant par ${last4} a été modifié.`,
      body:
        `Le code secret de votre carte se terminant par ${last4} a été modifié le ${at}. Si ce n'était pas vous, ` +
        "gelez la carte et contactez-nous.",
    }),
    en: ({ last4, at }) => ({
      subject: "Your card's PIN was changed",
      short: `The PIN of your card ending in ${last4} was changed.`,
      body:
        `The PIN of your card ending in ${last4} was changed on ${at}. If this was not you, freeze the card ` +
        "and contact us.",
    }),
  }),
  securityTemplate(Events.cardProvisioned, card, {
    fr: ({ last4, at }) => ({
      subject: "Votre carte a été ajoutée à un téléphone",
      short: `Votre carte se terminant par ${last4} a été ajoutée au portefeuille d'un téléphone.`,
      body:
        `Votre carte se terminant par ${last4} a été ajoutée au portefeuille d'un téléphone le ${at}. Si ce ` +
        "n'était pas vous, gelez la carte, changez votre mot de passe et contactez-nous.",
    }),
    en: ({ last4, at }) => ({
      subject: "Your card was added to a phone",
      short: `Your card ending in ${last4} was added to a phone's wallet.`,
      body:
        `Your card ending in ${last4} was added to a phone's wallet on ${at}. If this was not you, ` +
        "freeze the card, change your password and contact us.",
    }),
  }),
  paymentTemplate(Events.purchaseDeclined, purchase.extend({ reason: z.string() }), {
    fr: ({ last4, merchant, reason, at, sum }) => ({
      subject: "Un paiement par carte a été refusé",
      short: `${sum} chez ${merchant} : refusé. ${reasonOf(reason).fr}`,
      body:
        `Le ${at}, un paiement de ${sum} chez ${merchant} avec votre carte se terminant par ${last4} a été ` +
        `refusé. ${reasonOf(reason).fr} Si ce n'était pas vous, gelez la carte.`,
    }),
    en: ({ last4, merchant, reason, at, sum }) => ({
      subject: "A card payment was declined",
      short: `${sum} at ${merchant}: declined. ${reasonOf(reason).en}`,
      body:
        `On ${at}, a payment of ${sum} at ${merchant} with your card ending in ${last4} was declined. ` +
        `${reasonOf(reason).en} If this was not you, freeze the card.`,
    }),
  }),
  frequentPaymentTemplate(Events.purchaseHeld, purchase, {
    fr: ({ last4, merchant, at, sum }) => ({
      subject: "Un paiement par carte",
      short: `${sum} réservés pour ${merchant} avec votre carte se terminant par ${last4}.`,
      body:
        `Le ${at}, ${sum} ont été réservés pour ${merchant} avec votre carte se terminant par ${last4}. Si ` +
        "ce n'était pas vous, gelez la carte et contactez-nous.",
    }),
    en: ({ last4, merchant, at, sum }) => ({
      subject: "A card payment",
      short: `${sum} reserved for ${merchant} with your card ending in ${last4}.`,
      body:
        `On ${at}, ${sum} was reserved for ${merchant} with your card ending in ${last4}. If this was not ` +
        "you, freeze the card and contact us.",
    }),
  }),
  frequentPaymentTemplate(Events.purchaseTaken, purchase, {
    fr: ({ last4, merchant, at, sum }) => ({
      subject: "Un paiement par carte a été débité",
      short: `${merchant} a débité ${sum} avec votre carte se terminant par ${last4}.`,
      body:
        `Le ${at}, ${merchant} a débité ${sum} avec votre carte se terminant par ${last4}. Si ce n'était ` +
        "pas vous, gelez la carte et contactez-nous.",
    }),
    en: ({ last4, merchant, at, sum }) => ({
      subject: "A card payment was charged",
      short: `${merchant} charged ${sum} to your card ending in ${last4}.`,
      body:
        `On ${at}, ${merchant} charged ${sum} to your card ending in ${last4}. If this was not you, freeze the ` +
        "card and contact us.",
    }),
  }),
  paymentTemplate(Events.largePurchase, purchase, {
    fr: ({ last4, merchant, at, sum }) => ({
      subject: "Un paiement important par carte",
      short: `${sum} chez ${merchant} avec votre carte se terminant par ${last4}.`,
      body:
        `Le ${at}, ${sum} ont été réservés pour ${merchant} avec votre carte se terminant par ${last4}. Si ` +
        "ce n'était pas vous, gelez la carte et contactez-nous.",
    }),
    en: ({ last4, merchant, at, sum }) => ({
      subject: "A large card payment",
      short: `${sum} at ${merchant} with your card ending in ${last4}.`,
      body:
        `On ${at}, ${sum} was reserved for ${merchant} with your card ending in ${last4}. If this was not ` +
        "you, freeze the card and contact us.",
    }),
  }),
  paymentTemplate(Events.purchaseRefunded, purchase.extend({ settled: z.string() }), {
    fr: ({ last4, merchant, at, sum, paidOff, credited }) => ({
      subject: "Un remboursement sur votre carte",
      short: `${merchant} vous a remboursé ${sum}.${paidOff}`,
      body: `Le ${at}, ${merchant} a remboursé ${sum} sur votre carte se terminant par ${last4}. ${credited}`,
    }),
    en: ({ last4, merchant, at, sum, paidOff, credited }) => ({
      subject: "A refund to your card",
      short: `${merchant} refunded ${sum} to you.${paidOff}`,
      body: `On ${at} ${merchant} refunded ${sum} to your card ending in ${last4}. ${credited}`,
    }),
  }),
];
