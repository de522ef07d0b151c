import type Stripe from "stripe";
import * as z from "zod";
import { assertUsable } from "./flow.ts";
import { createMethod, methodFields } from "./new-method.ts";
import { boolean, clearable, ignored, mergeMetadata, metadata, oneOf, text } from "./params.ts";
import { resolveMethod } from "./payment-methods.ts";
import { randomText, type Tx } from "./tx.ts";

/** Creates setup intents. */

type Intent = Stripe.SetupIntent;

export const methods = {
  payment_method: text.optional(),
  payment_method_data: z.strictObject(methodFields).optional(),
};

export const common = {
  ...methods,
  customer: text.optional(),
  description: clearable.optional(),
  metadata,
  allowed_payment_method_types: z.array(text).optional(),
  excluded_payment_method_types: ignored,
  payment_method_configuration: ignored,
  payment_method_options: ignored,
  expand: ignored,
};

export const confirming = {
  return_url: text.optional(),
  use_stripe_sdk: boolean.optional(),
  mandate_data: ignored,
};

export const creating = {
  ...common,
  ...confirming,
  confirm: boolean.optional(),
  usage: oneOf("off_session", "on_session").optional(),
  automatic_payment_methods: z
    .strictObject({ enabled: boolean, allow_redirects: oneOf("always", "never").optional() })
    .optional(),
};

export type Creating = z.output<z.ZodObject<typeof creating>>;
export type Common = z.output<z.ZodObject<typeof common>>;
export type Confirming = z.output<z.ZodObject<typeof confirming>>;

export function newIntent(tx: Tx, params: Creating): Intent {
  const id = `seti_1${randomText(23)}`;
  const { automatic_payment_methods: auto, allowed_payment_method_types: allowed = null } = params;
  return {
    id,
    object: "setup_intent",
    allowed_payment_method_types: allowed,
    application: null,
    automatic_payment_methods: { enabled: true, allow_redirects: auto?.allow_redirects ?? "always" },
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(30)}`,
    created: tx.now,
    customer: params.customer === undefined ? null : tx.get("customer", params.customer, "customer").id,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: ["card"],
    single_use_mandate: null,
    status: "requires_payment_method",
    usage: params.usage ?? "off_session",
  };
}

export function chooseMethod(
  tx: Tx,
  intent: Intent,
  params: Pick<Common, "payment_method" | "payment_method_data">,
): void {
  const { payment_method: id, payment_method_data: data } = params;
  const method = id === undefined ? data && createMethod(tx, data) : resolveMethod(tx, id);
  if (!method) return;
  assertUsable(tx, intent, method);
  intent.payment_method = method.id;
  intent.status = "requires_confirmation";
}
