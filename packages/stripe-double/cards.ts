import { createHash } from "node:crypto";
import type { Refusal } from "./errors.ts";

/** Stripe's test cards (docs.stripe.com/testing) and their outcomes. */

export type Brand = "visa" | "mastercard" | "amex" | "discover";

export interface TestCard {
  readonly number: string;
  readonly brand: Brand;
  readonly funding: "credit" | "debit";
  /** Its names: `pm_card_…` and `tok_…`. */
  readonly names: readonly string[];
  readonly about: string;
  readonly refusal?: Refusal;
  /** It can be saved, and is declined when it is charged. */
  readonly attaches?: boolean;
  /** When the bank requires authentication: at every payment, or only until the card is set up. */
  readonly authentication?: "always" | "until-set-up";
  /** Its holder disputes a payment a day later. */
  readonly disputes?: boolean;
}

const DECLINED = "Your card was declined.";
const declined = (decline_code: string, message = DECLINED): Refusal => ({
  code: "card_declined",
  decline_code,
  message,
});

export const AUTHENTICATION_REQUIRED: Refusal = {
  code: "authentication_required",
  decline_code: "authentication_required",
  message: "Your card was declined. This transaction requires authentication.",
};

const visa = { brand: "visa", funding: "credit" } as const;

export const testCards: readonly TestCard[] = [
  { ...visa, number: "4242424242424242", names: ["visa"], about: "pays" },
  { ...visa, number: "4000056655665556", funding: "debit", names: ["visa_debit"], about: "pays (debit)" },
  {
    number: "5555555555554444",
    brand: "mastercard",
    funding: "credit",
    names: ["mastercard"],
    about: "pays",
  },
  {
    number: "5200828282828210",
    brand: "mastercard",
    funding: "debit",
    names: ["mastercard_debit"],
    about: "pays (debit)",
  },
  { number: "378282246310005", brand: "amex", funding: "credit", names: ["amex"], about: "pays" },
  { number: "6011111111111117", brand: "discover", funding: "credit", names: ["discover"], about: "pays" },
  {
    ...visa,
    number: "4000000000000259",
    names: ["createDispute"],
    about: "pays, and disputes it a day later",
    disputes: true,
  },
  {
    ...visa,
    number: "4000002760003184",
    names: ["authenticationRequired"],
    about: "wants 3-D Secure every time",
    authentication: "always",
  },
  {
    ...visa,
    number: "4000002500003155",
    names: ["authenticationRequiredOnSetup"],
    about: "wants 3-D Secure until it is set up",
    authentication: "until-set-up",
  },
  {
    ...visa,
    number: "4000008260003178",
    names: ["authenticationRequiredChargeDeclinedInsufficientFunds"],
    about: "wants 3-D Secure, then lacks funds",
    authentication: "always",
    refusal: declined("insufficient_funds", "Your card has insufficient funds."),
    attaches: true,
  },
  {
    ...visa,
    number: "4000000000000002",
    names: ["visa_chargeDeclined", "chargeDeclined"],
    about: "is declined",
    refusal: declined("generic_decline"),
  },
  {
    ...visa,
    number: "4000000000009995",
    names: ["visa_chargeDeclinedInsufficientFunds", "chargeDeclinedInsufficientFunds"],
    about: "lacks funds",
    refusal: declined("insufficient_funds", "Your card has insufficient funds."),
  },
  {
    ...visa,
    number: "4000000000009987",
    names: ["visa_chargeDeclinedLostCard", "chargeDeclinedLostCard"],
    about: "was lost",
    refusal: declined("lost_card"),
  },
  {
    ...visa,
    number: "4000000000009979",
    names: ["visa_chargeDeclinedStolenCard", "chargeDeclinedStolenCard"],
    about: "was stolen",
    refusal: declined("stolen_card"),
  },
  {
    ...visa,
    number: "4000000000006975",
    names: ["visa_chargeDeclinedVelocityLimitExceeded", "chargeDeclinedVelocityLimitExceeded"],
    about: "was used too often",
    refusal: declined("card_velocity_exceeded"),
  },
  {
    ...visa,
    number: "4000000000000069",
    names: ["chargeDeclinedExpiredCard", "visa_chargeDeclinedExpiredCard"],
    about: "has expired",
    refusal: { code: "expired_card", message: "Your card has expired." },
  },
  {
    ...visa,
    number: "4000000000000127",
    names: ["chargeDeclinedIncorrectCvc", "visa_chargeDeclinedIncorrectCvc"],
    about: "has another security code",
    refusal: { code: "incorrect_cvc", message: "Your card's security code is incorrect." },
  },
  {
    ...visa,
    number: "4000000000000119",
    names: ["chargeDeclinedProcessingError", "visa_chargeDeclinedProcessingError"],
    about: "meets an error of its bank",
    refusal: {
      code: "processing_error",
      message: "An error occurred while processing your card. Try again in a little bit.",
    },
  },
  {
    ...visa,
    number: "4000000000000341",
    names: ["chargeCustomerFail", "visa_chargeCustomerFail"],
    about: "can be saved, is declined when charged",
    refusal: declined("generic_decline"),
    attaches: true,
  },
];

/** Returns a card for another valid number. Stripe's test mode declines real cards. */
const realCard = (number: string): TestCard => ({
  ...visa,
  number,
  names: [],
  about: "is no test card",
  refusal: {
    code: "card_declined",
    decline_code: "test_mode_live_card",
    message: "Your card was declined. Your request was in test mode, but used a non test card.",
  },
});

/** Verifies the check digit (ISO/IEC 7812-1, annex B). */
function luhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Returns the card of a number. Undefined if it is not a card number. */
export function cardOf(number: string): TestCard | undefined {
  const digits = number.replaceAll(/[ -]/g, "");
  const known = testCards.find((card) => card.number === digits);
  if (known) return known;
  return /^\d{12,19}$/.test(digits) && luhn(digits) ? realCard(digits) : undefined;
}

/** Returns the card that `pm_card_visa` or `tok_visa` names. */
export function namedCard(name: string): TestCard | undefined {
  const bare = /^(?:pm_card|tok)_(.+)$/.exec(name)?.[1];
  return testCards.find((card) => bare !== undefined && card.names.includes(bare));
}

/** Returns the same value for every token of a card. The number cannot be derived from it. */
export const fingerprintOf = (number: string): string =>
  createHash("sha256")
    .update(`fingerprint ${number}`)
    .digest("base64url")
    .replaceAll(/[-_]/g, "0")
    .slice(0, 16);

const byFingerprint = new Map(testCards.map((card) => [fingerprintOf(card.number), card]));

/** Returns the test card of a fingerprint. */
export const cardByFingerprint = (fingerprint: string | null | undefined): TestCard =>
  byFingerprint.get(fingerprint ?? "") ?? realCard("");
