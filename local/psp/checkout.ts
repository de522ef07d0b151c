import type Stripe from "stripe";
import * as z from "zod";
import { type Call, endpoint, page, paging } from "./endpoint.ts";
import { invalid } from "./errors.ts";
import { boolean, currency, ignored, integer, mergeMetadata, metadata, oneOf, text } from "./params.ts";
import { refuseAmount } from "./payment-intents.ts";
import { newPrice, priceData } from "./prices.ts";
import { chance, idOf, type Tx } from "./tx.ts";

/** Checkout sessions: made, read, expired. `checkout-payment.ts` is what the customer does with one. */

export type Session = Stripe.Checkout.Session;

const intentData = z
  .strictObject({
    metadata,
    description: text.optional(),
    capture_method: oneOf("automatic", "automatic_async", "manual").optional(),
    setup_future_usage: oneOf("on_session", "off_session").optional(),
    receipt_email: text.optional(),
    statement_descriptor: text.optional(),
    statement_descriptor_suffix: text.optional(),
    transfer_group: text.optional(),
  })
  .optional();

const subscriptionData = z
  .strictObject({ metadata, description: text.optional(), trial_period_days: integer.optional() })
  .optional();

const creating = {
  mode: oneOf("payment", "subscription"),
  line_items: z
    .array(
      z.strictObject({
        price: text.optional(),
        price_data: priceData.optional(),
        quantity: integer.optional(),
        adjustable_quantity: ignored,
      }),
    )
    .optional(),
  success_url: text.optional(),
  cancel_url: text.optional(),
  ui_mode: oneOf("hosted_page").optional(),
  currency: currency.optional(),
  customer: text.optional(),
  customer_email: text.optional(),
  customer_creation: oneOf("always", "if_required").optional(),
  client_reference_id: text.optional(),
  metadata,
  payment_intent_data: intentData,
  subscription_data: subscriptionData,
  allowed_payment_method_types: z.array(text).optional(),
  excluded_payment_method_types: ignored,
  payment_method_collection: ignored,
  expires_at: integer.optional(),
  allow_promotion_codes: boolean.optional(),
  billing_address_collection: ignored,
  customer_update: ignored,
  invoice_creation: ignored,
  locale: ignored,
  payment_method_options: ignored,
  saved_payment_method_options: ignored,
  submit_type: ignored,
  expand: ignored,
};

type Creating = z.output<z.ZodObject<typeof creating>>;

/** What the session was asked to give to what it makes; Stripe does not show it. */
export interface SessionNotes {
  readonly intent: z.output<typeof intentData>;
  readonly subscription: z.output<typeof subscriptionData>;
  readonly lines: readonly string[];
}

export const sessionNotes = (tx: Tx, id: string): SessionNotes => tx.notes(id) as unknown as SessionNotes;

function refuseUrl(url: string, param: string): void {
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw invalid("Not a valid URL", param, "url_invalid");
}

const MAX_LINES = 100;

function linesOf(tx: Tx, given: Creating): Stripe.LineItem[] {
  const { line_items: lines = [] } = given;
  if (lines.length === 0)
    throw invalid("Missing required param: line_items.", "line_items", "parameter_missing");
  if (lines.length > MAX_LINES)
    throw invalid(`You may only pass up to ${MAX_LINES} line items.`, "line_items");
  return lines.map((line, at): Stripe.LineItem => {
    const param = `line_items[${at}]`;
    if (!line.price_data && line.price === undefined)
      throw invalid(`Missing required param: ${param}[price].`, `${param}[price]`, "parameter_missing");
    const price = line.price_data
      ? newPrice(tx, line.price_data, `${param}[price_data]`)
      : tx.get("price", line.price ?? "", `${param}[price]`);
    const { quantity } = line;
    if (quantity === undefined)
      throw invalid(`Quantity is required. Add \`quantity\` to \`${param}\``, `${param}[quantity]`);
    if (quantity < 1)
      throw invalid(
        "This value must be greater than or equal to 1.",
        `${param}[quantity]`,
        "parameter_invalid_integer",
      );
    const total = (price.unit_amount ?? 0) * quantity;
    return {
      id: tx.newId("li"),
      object: "item",
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: total,
      amount_tax: 0,
      amount_total: total,
      currency: price.currency,
      description: tx.get("product", idOf(price.product) ?? "").name,
      metadata: {},
      price,
      quantity,
    };
  });
}

function refuseLines(lines: readonly Stripe.LineItem[], mode: Creating["mode"]): void {
  if (new Set(lines.map((line) => line.currency)).size > 1)
    throw invalid("All the line items must have the same currency.", "line_items");
  const recurring = lines.filter((line) => line.price?.recurring);
  if (mode === "payment" && recurring.length > 0)
    throw invalid(
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
      "line_items[0][price]",
    );
  if (mode === "subscription" && recurring.length === 0)
    throw invalid(
      "You must provide at least one recurring price in `subscription` mode when using prices.",
      "line_items",
    );
  const intervals = new Set(
    recurring.map(({ price }) => `${price?.recurring?.interval} ${price?.recurring?.interval_count}`),
  );
  if (intervals.size > 1)
    throw invalid(
      "Checkout does not support multiple prices with different billing intervals.",
      "line_items",
    );
}

const HOUR = 3600;
const DAY = 24 * HOUR;

function expiryOf(tx: Tx, given: Creating): number {
  const { expires_at: at = tx.now + DAY } = given;
  if (at < tx.now + HOUR / 2 || at > tx.now + DAY + 60)
    throw invalid(
      "The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from Checkout Session creation.",
      "expires_at",
    );
  return at;
}

function create({ tx, settings }: Call, given: Creating): Session {
  const { mode, success_url: success, cancel_url: cancel } = given;
  if (success === undefined)
    throw invalid("Missing required param: success_url.", "success_url", "parameter_missing");
  refuseUrl(success, "success_url");
  if (cancel !== undefined) refuseUrl(cancel, "cancel_url");
  if (given.customer !== undefined && given.customer_email !== undefined)
    throw invalid("You may only specify one of these parameters: customer, customer_email.", "customer");
  const other = mode === "payment" ? "subscription_data" : "payment_intent_data";
  if (given[other]) throw invalid(`You can not pass \`${other}\` in \`${mode}\` mode.`, other);
  const customer = given.customer === undefined ? undefined : tx.get("customer", given.customer, "customer");
  const lines = linesOf(tx, given);
  refuseLines(lines, mode);
  const total = lines.reduce((sum, line) => sum + line.amount_total, 0);
  const code = lines[0]?.currency ?? "eur";
  if (total > 0) refuseAmount(total, code, "line_items");
  const id = `cs_test_${chance(58)}`;
  const session: Session = {
    ...blank,
    id,
    amount_subtotal: total,
    amount_total: total,
    allow_promotion_codes: given.allow_promotion_codes ?? null,
    cancel_url: cancel ?? null,
    client_reference_id: given.client_reference_id ?? null,
    created: tx.now,
    currency: code,
    customer: customer?.id ?? null,
    customer_creation: customer
      ? null
      : mode === "subscription"
        ? "always"
        : (given.customer_creation ?? "if_required"),
    customer_details: customer
      ? { ...noDetails, email: customer.email }
      : given.customer_email === undefined
        ? null
        : { ...noDetails, email: given.customer_email },
    customer_email: given.customer_email ?? null,
    expires_at: expiryOf(tx, given),
    metadata: mergeMetadata({}, given.metadata),
    mode,
    payment_method_collection: mode === "subscription" ? "always" : "if_required",
    allowed_payment_method_types: given.allowed_payment_method_types ?? null,
    payment_method_types: offered(code, given),
    success_url: success,
    url: `${settings.base}/pages/checkout/${id}`,
  };
  for (const line of lines) tx.save(line);
  const notes: SessionNotes = {
    intent: given.payment_intent_data,
    subscription: given.subscription_data,
    lines: lines.map((line) => line.id),
  };
  tx.note(id, { ...notes });
  tx.save(session);
  tx.later("expire", id, session.expires_at * 1000);
  return session;
}

function offered(
  code: string,
  { mode, payment_intent_data: data, allowed_payment_method_types: allowed }: Creating,
) {
  const debits = code === "eur" && mode === "payment" && data?.capture_method !== "manual";
  const all = debits ? ["card", "sepa_debit"] : ["card"];
  return allowed ? all.filter((one) => allowed.includes(one)) : all;
}

const noDetails = {
  address: null,
  business_name: null,
  email: null,
  individual_name: null,
  name: null,
  phone: null,
  tax_exempt: "none",
  tax_ids: null,
} satisfies Stripe.Checkout.Session.CustomerDetails;

/** What every session has in common. */
const blank = {
  object: "checkout.session",
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer_account: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  locale: null,
  managed_payments: null,
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_configuration_details: null,
  payment_method_options: { card: { request_three_d_secure: "automatic" } },
  payment_status: "unpaid",
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: "open",
  submit_type: null,
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: "hosted_page",
  wallet_options: null,
} as const satisfies Partial<Session>;

/** Ends a session that nobody has paid. @throws StripeFault where it is no longer open */
export function expireSession(tx: Tx, session: Session): void {
  if (session.status !== "open")
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      "session",
    );
  session.status = "expired";
  session.url = null;
  tx.never("expire", session.id);
  tx.save(session);
  tx.emit("checkout.session.expired", session);
}

/** What is bought in a session. */
export const linesIn = (tx: Tx, id: string): Stripe.LineItem[] =>
  sessionNotes(tx, id).lines.map((line) => tx.get("line_item", line));

export const checkoutSessions = [
  endpoint("POST", "/v1/checkout/sessions", creating, create),
  endpoint(
    "GET",
    "/v1/checkout/sessions",
    { ...paging, customer: text.optional(), payment_intent: text.optional(), expand: ignored },
    ({ tx }, params) => {
      const { customer, payment_intent: intent } = params;
      const all = tx
        .list("checkout.session")
        .filter(
          (one) =>
            (customer === undefined || one.customer === customer) &&
            (intent === undefined || one.payment_intent === intent),
        );
      return page("/v1/checkout/sessions", all, params);
    },
  ),
  endpoint("GET", "/v1/checkout/sessions/:id", { expand: ignored }, ({ tx, ids: [id = ""] }) =>
    tx.get("checkout.session", id),
  ),
  endpoint("POST", "/v1/checkout/sessions/:id/expire", { expand: ignored }, ({ tx, ids: [id = ""] }) => {
    const session = tx.get("checkout.session", id);
    expireSession(tx, session);
    return session;
  }),
  endpoint(
    "GET",
    "/v1/checkout/sessions/:id/line_items",
    { ...paging, expand: ignored },
    ({ tx, ids: [id = ""] }, params) => {
      tx.get("checkout.session", id);
      return page(`/v1/checkout/sessions/${id}/line_items`, linesIn(tx, id), params);
    },
  ),
];
