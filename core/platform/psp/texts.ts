import { type Text, text } from "../../kernel/texts/index.ts";

/**
 * Texts of the provider. Its texts about cards are written for cardholders and are shown. Its other texts are for
 * developers and may name its objects, so the platform has its own.
 */

const rules: Readonly<Record<string, Text>> = {
  amount_too_small: text(
    "is below the minimum card payment of 0.50",
    "est inférieur au minimum de 0,50 pour un paiement par carte",
  ),
  amount_too_large: text("is above the maximum card payment", "dépasse le maximum d'un paiement par carte"),
  country_unsupported: text(
    "is not a country that the payment provider serves",
    "n'est pas un pays desservi par le prestataire de paiement",
  ),
};

const NOT_TAKEN = text(
  "is not accepted by the payment provider",
  "n'est pas accepté par le prestataire de paiement",
);

/** Returns the broken rule of a field by the provider's error code. The text follows the field's name. */
export const ruleOf = (code: string | undefined): Text =>
  (code !== undefined && Object.hasOwn(rules, code) ? rules[code] : undefined) ?? NOT_TAKEN;

const NOT_CONFIRMED = text(
  "The cardholder did not confirm the operation with the bank.",
  "Le titulaire de la carte n'a pas confirmé l'opération auprès de sa banque.",
);
const NOT_PAID = text("The payment failed.", "Le paiement a échoué.");
const failures: Readonly<Record<string, Text>> = {
  payment_intent_authentication_failure: NOT_CONFIRMED,
  setup_intent_authentication_failure: NOT_CONFIRMED,
  payment_intent_payment_attempt_failed: text(
    "The bank refused the payment.",
    "La banque a refusé le paiement.",
  ),
};

/** The provider's error of a failed attempt. */
interface Failed {
  readonly type?: string | null | undefined;
  readonly code?: string | null | undefined;
  readonly message?: string | null | undefined;
}

/** Returns the stored reason of a failed payment, for the payer. For a card it is the provider's text. */
export function failureOf({ type, code, message }: Failed): string {
  const isOfCard = type === undefined || type === null || type === "card_error";
  if (isOfCard && message) return message;
  return ((code && Object.hasOwn(failures, code) ? failures[code] : undefined) ?? NOT_PAID).en;
}

/** The provider's texts about cards, which are only in English. */
const ofCards: readonly Text[] = [
  text("Your card was declined.", "Votre carte a été refusée."),
  text("Your card has insufficient funds.", "Les fonds de votre carte sont insuffisants."),
  text("Your card has expired.", "Votre carte a expiré."),
  text("Your card's security code is incorrect.", "Le code de sécurité de votre carte est incorrect."),
  text("Your card number is incorrect.", "Le numéro de votre carte est incorrect."),
  text(
    "Your card does not support this type of purchase.",
    "Votre carte ne prend pas en charge ce type d'achat.",
  ),
  text(
    "An error occurred while processing your card. Try again in a little bit.",
    "Une erreur est survenue pendant le traitement de votre carte. Réessayez dans un instant.",
  ),
];

const byEnglish = new Map([...ofCards, ...Object.values(failures), NOT_PAID].map((one) => [one.en, one]));

/** Translates a reason of `failureOf`, or the provider's text about a card. */
export const cardText = (english: string): Text =>
  byEnglish.get(english) ?? text(english, "La banque a refusé le paiement par carte.");

const ours: Readonly<Record<string, string>> = {
  payment_method: "paymentMethodId",
  setup_intent: "setupIntentId",
  "business_profile.name": "businessName",
  "company.name": "businessName",
  "settings.payments.statement_descriptor": "statementDescriptor",
  "settings.card_payments.statement_descriptor_prefix": "statementDescriptor",
  unit_amount: "amount",
};

/** The path between an order's line and its fields at the provider. */
const WITHIN_LINE = /^(line_items\.\d+)\.(?:price_data\.)?(?:product_data\.)?/;

const camel = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, first: string) => first.toUpperCase());

/**
 * Returns the field of our request for a parameter of the provider, as a dotted path: `payment_method` is
 * `paymentMethodId`, `line_items[0][price_data][unit_amount]` is `lineItems.0.amount`. Other names are only converted to
 * camel case.
 */
export function fieldOf(param: string): string {
  const [, metadataName] = /^metadata\[(.*)\]$/.exec(param) ?? [];
  if (metadataName !== undefined) return `metadata.${metadataName}`;
  const path = param.replaceAll("[", ".").replaceAll("]", "");
  const [before = "", line] = WITHIN_LINE.exec(path) ?? [];
  const name = path.slice(before.length);
  const field = (Object.hasOwn(ours, name) ? ours[name] : undefined) ?? camel(name);
  return line === undefined ? field : `${camel(line)}.${field}`;
}
