/**
 * Which of the provider's words are for people. What it says of a card is written for whoever holds that
 * card, and is shown. All else is written for developers and may name its own objects: that has our words.
 */

const rules: Readonly<Record<string, string>> = {
  amount_too_small: "is less than the 0.50 that a card can be charged",
  amount_too_large: "is more than a card can be charged",
  country_unsupported: "is not a country that the payment provider serves",
};

/** The rule that a field breaks, to go after its name, by the provider's code of an error. */
export const ruleOf = (code: string | undefined): string =>
  (code !== undefined && Object.hasOwn(rules, code) ? rules[code] : undefined) ??
  "is not one that the payment provider takes";

const NOT_CONFIRMED = "The holder of the card did not confirm this with the bank.";
const failures: Readonly<Record<string, string>> = {
  payment_intent_authentication_failure: NOT_CONFIRMED,
  setup_intent_authentication_failure: NOT_CONFIRMED,
  payment_intent_payment_attempt_failed: "The bank refused the payment.",
};

/** What the provider says of a try that failed. */
interface Failed {
  readonly type?: string | null | undefined;
  readonly code?: string | null | undefined;
  readonly message?: string | null | undefined;
}

/** Why a payment failed, in a sentence for whoever paid. Of a card it is the provider's own. */
export function failureOf({ type, code, message }: Failed): string {
  const isOfCard = type === undefined || type === null || type === "card_error";
  if (isOfCard && message) return message;
  return (code && Object.hasOwn(failures, code) ? failures[code] : undefined) ?? "The payment failed.";
}
