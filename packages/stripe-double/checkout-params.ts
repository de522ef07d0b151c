import type Stripe from "stripe";
import * as z from "zod";
import { boolean, currency, ignored, integer, metadata, oneOf, text } from "./params.ts";
import { priceData } from "./prices.ts";
import type { Tx } from "./tx.ts";

/** The parameters of a checkout session, and the fields of every session. */

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

export const creating = {
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

export type Creating = z.output<z.ZodObject<typeof creating>>;

/** Parameters for the objects that the session creates. Stripe does not return them. */
export interface SessionNotes {
  readonly intent: z.output<typeof intentData>;
  readonly subscription: z.output<typeof subscriptionData>;
  readonly lines: readonly string[];
}

export const sessionNotes = (tx: Tx, id: string): SessionNotes => tx.notes(id) as unknown as SessionNotes;

export const noDetails = {
  address: null,
  business_name: null,
  email: null,
  individual_name: null,
  name: null,
  phone: null,
  tax_exempt: "none",
  tax_ids: null,
} satisfies Stripe.Checkout.Session.CustomerDetails;

/** Fields that are the same for every session. */
export const blank = {
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
