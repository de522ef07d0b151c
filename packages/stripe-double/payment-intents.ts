import type Stripe from "stripe";
import { cancel, capture } from "./capture.ts";
import { confirm, confirmIntent } from "./confirming.ts";
import { type Call, endpoint, page, paging } from "./endpoint.ts";
import { invalid, missing, wrongState } from "./errors.ts";
import { requireStatus } from "./flow.ts";
import {
  assertChargeable,
  type Common,
  type Creating,
  common,
  confirming,
  creating,
  OPEN,
} from "./intent-params.ts";
import { chooseMethod, compatibleTypes, createIntent, methodIn } from "./new-intent.ts";
import { clearable, ignored, integer, mergeMetadata, metadata, oneOf, text } from "./params.ts";

type Intent = Stripe.PaymentIntent;

/** Parameters that are valid only with `confirm`. */
const ONLY_CONFIRMING = ["off_session", "return_url", "error_on_requires_action"] as const;

function create(call: Call, params: Creating): Intent {
  const idle = ONLY_CONFIRMING.find((name) => params[name] !== undefined);
  if (params.confirm !== true && idle !== undefined)
    throw invalid(
      `The parameter \`${idle}\` cannot be passed when creating a PaymentIntent unless \`confirm\` is set to true.`,
      idle,
    );
  const intent = createIntent(call.tx, params);
  if (params.confirm) confirm(call, intent, params);
  return intent;
}

/** Fields that cannot change after the payment was attempted. */
const SETTLED_FIELDS = [
  "amount",
  "currency",
  "customer",
  "setup_future_usage",
  "allowed_payment_method_types",
] as const;

function update({ tx }: Call, intent: Intent, params: Common): Intent {
  const late = SETTLED_FIELDS.find((name) => params[name] !== undefined);
  if (late !== undefined && !OPEN.includes(intent.status))
    throw wrongState(
      "payment_intent_unexpected_state",
      `This PaymentIntent's ${late} could not be updated because it has a status of ${intent.status}. You may only update the ${late} of a PaymentIntent with one of the following statuses: ${OPEN.join(", ")}.`,
      { payment_intent: intent, param: late },
    );
  const { amount = intent.amount, currency: code = intent.currency } = params;
  assertChargeable(amount, code);
  intent.amount = amount;
  intent.currency = code;
  if (params.customer !== undefined) intent.customer = tx.get("customer", params.customer, "customer").id;
  if (params.description !== undefined) intent.description = params.description;
  if (params.receipt_email !== undefined) intent.receipt_email = params.receipt_email;
  if (params.setup_future_usage !== undefined) intent.setup_future_usage = params.setup_future_usage;
  if (params.allowed_payment_method_types) {
    intent.allowed_payment_method_types = params.allowed_payment_method_types;
    intent.payment_method_types = compatibleTypes({
      ...params,
      amount,
      currency: code,
      capture_method: intent.capture_method as Creating["capture_method"],
    });
  }
  intent.metadata = mergeMetadata(intent.metadata, params.metadata);
  const method = methodIn(tx, params);
  if (method) {
    requireStatus(intent, OPEN, "update");
    chooseMethod(tx, intent, method);
  }
  tx.save(intent);
  return intent;
}

/** Returns the intent in the URL. A publishable key requires its secret. */
function intentOf({ tx, ids: [id = ""], client }: Call): Intent {
  const intent = tx.get("payment_intent", id);
  if (client && client.secret !== intent.client_secret) throw missing("payment_intent", id);
  return intent;
}

const HIDDEN = [
  "application",
  "application_fee_amount",
  "customer",
  "latest_charge",
  "metadata",
  "on_behalf_of",
  "transfer_data",
  "transfer_group",
];

/** Returns an intent as the caller may see it: a publishable key hides some fields. */
const visibleTo = (intent: Intent, { client }: Call): object =>
  client ? Object.fromEntries(Object.entries(intent).filter(([name]) => !HIDDEN.includes(name))) : intent;

const REASONS = ["duplicate", "fraudulent", "requested_by_customer", "abandoned"] as const;

export const paymentIntents = [
  endpoint("POST", "/v1/payment_intents", creating, create),
  endpoint(
    "GET",
    "/v1/payment_intents",
    { ...paging, customer: text.optional(), created: ignored, expand: ignored },
    ({ tx }, params) => {
      const all = tx
        .list("payment_intent")
        .filter(({ customer }) => !params.customer || customer === params.customer);
      return page("/v1/payment_intents", all, params);
    },
  ),
  endpoint(
    "GET",
    "/v1/payment_intents/:id",
    { client_secret: ignored, expand: ignored },
    (call) => visibleTo(intentOf(call), call),
    { open: true },
  ),
  endpoint("POST", "/v1/payment_intents/:id", common, (call, params) => update(call, intentOf(call), params)),
  endpoint(
    "POST",
    "/v1/payment_intents/:id/confirm",
    {
      ...confirming,
      payment_method: text.optional(),
      payment_method_data: common.payment_method_data,
      payment_method_options: ignored,
      receipt_email: clearable.optional(),
      setup_future_usage: common.setup_future_usage,
      shipping: ignored,
      client_secret: ignored,
      expand: ignored,
    },
    (call, params) => {
      const intent = intentOf(call);
      confirmIntent(call, intent, params);
      return visibleTo(intent, call);
    },
    { open: true },
  ),
  endpoint(
    "POST",
    "/v1/payment_intents/:id/capture",
    { amount_to_capture: integer.optional(), metadata, expand: ignored },
    (call, params) => {
      const intent = intentOf(call);
      intent.metadata = mergeMetadata(intent.metadata, params.metadata);
      capture(call.tx, call.settings, intent, params.amount_to_capture);
      return intent;
    },
  ),
  endpoint(
    "POST",
    "/v1/payment_intents/:id/cancel",
    { cancellation_reason: oneOf(...REASONS).optional(), expand: ignored },
    (call, params) => {
      const intent = intentOf(call);
      cancel(call.tx, intent, params.cancellation_reason ?? null);
      return intent;
    },
  ),
];
