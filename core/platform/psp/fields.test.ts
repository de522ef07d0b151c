import { expect, it } from "vitest";
import { fieldOf } from "./fields.ts";

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
])("the provider's %s is our %s", (param, field) => {
  expect(fieldOf(param)).toBe(field);
});
