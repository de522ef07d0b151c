/** The provider's names of parameters, as the fields of our own requests. */

const ours: Readonly<Record<string, string>> = {
  payment_method: "paymentMethodId",
  setup_intent: "setupIntentId",
  "business_profile.name": "businessName",
  "company.name": "businessName",
  "settings.payments.statement_descriptor": "statementDescriptor",
  "settings.card_payments.statement_descriptor_prefix": "statementDescriptor",
  unit_amount: "amount",
};

/** What stands between a line of an order and its fields at the provider. */
const WITHIN_LINE = /^(line_items\.\d+)\.(?:price_data\.)?(?:product_data\.)?/;

const camel = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/**
 * The field of a request of ours that a parameter of the provider is made of, as a dotted path:
 * `payment_method` is `paymentMethodId`, `line_items[0][price_data][unit_amount]` is `lineItems.0.amount`.
 * What is not known by another name keeps its own, in our letter case.
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
