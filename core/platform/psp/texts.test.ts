import { expect, it } from "vitest";
import { failureOf, fieldOf, ruleOf } from "./texts.ts";

it.each([
  ["card_error", "card_declined", "Your card was declined.", "Your card was declined."],
  [undefined, undefined, "Your card has expired.", "Your card has expired."],
  [
    "invalid_request_error",
    "payment_intent_authentication_failure",
    "The provided PaymentMethod pm_1 has failed authentication. You can provide payment_method_data …",
    "The cardholder did not confirm the operation with the bank.",
  ],
  ["api_error", undefined, "No such balance: 'txn_1'", "The payment failed."],
  ["invalid_request_error", "constructor", "Sorry, req_1 failed", "The payment failed."],
  ["card_error", "card_declined", undefined, "The payment failed."],
])(
  "a failure of type %s and code %s is described to the payer without the provider's terms",
  (type, code, message, shown) => {
    expect(failureOf({ type, code, message })).toBe(shown);
  },
);

it.each(["resource_missing", "payment_method_customer_mismatch", "toString", undefined])(
  "a rejection with the code %s does not disclose whether an object belongs to another user",
  (code) => {
    expect(ruleOf(code).en).toBe("is not accepted by the payment provider");
  },
);

it.each([
  ["amount", "amount"],
  ["payment_method", "paymentMethodId"],
  ["setup_intent", "setupIntentId"],
  ["settings[payments][statement_descriptor]", "statementDescriptor"],
  ["business_profile[name]", "businessName"],
  ["default_currency", "defaultCurrency"],
  ["success_url", "successUrl"],
  ["line_items[0][price_data][unit_amount]", "lineItems.0.amount"],
  ["line_items[12][price_data][product_data][name]", "lineItems.12.name"],
  ["line_items[1][quantity]", "lineItems.1.quantity"],
  ["line_items[1]", "lineItems.1"],
  ["line_items", "lineItems"],
  ["metadata[my_name]", "metadata.my_name"],
])("the provider's parameter %s is our field %s", (param, field) => {
  expect(fieldOf(param)).toBe(field);
});
