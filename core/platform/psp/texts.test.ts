import { expect, it } from "vitest";
import { failureOf, ruleOf } from "./texts.ts";

it.each([
  ["card_error", "card_declined", "Your card was declined.", "Your card was declined."],
  [undefined, undefined, "Your card has expired.", "Your card has expired."],
  [
    "invalid_request_error",
    "payment_intent_authentication_failure",
    "The provided PaymentMethod pm_1 has failed authentication. You can provide payment_method_data …",
    "The holder of the card did not confirm this with the bank.",
  ],
  ["api_error", undefined, "No such balance: 'txn_1'", "The payment failed."],
  ["invalid_request_error", "constructor", "Sorry, req_1 failed", "The payment failed."],
  ["card_error", "card_declined", undefined, "The payment failed."],
])(
  "a failure of %s, %s is told to its payer without the provider's own terms",
  (type, code, message, told) => {
    expect(failureOf({ type, code, message })).toBe(told);
  },
);

it.each(["resource_missing", "payment_method_customer_mismatch", "toString", undefined])(
  "a refusal with the code %s says nothing of whose an object is",
  (code) => {
    expect(ruleOf(code).en).toBe("is not one that the payment provider takes");
  },
);
