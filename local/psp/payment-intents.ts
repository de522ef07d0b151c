import type Stripe from "stripe";
import * as z from "zod";
import { type Call, endpoint, page, paging } from "./endpoint.ts";
import { invalid, missing, wrongState } from "./errors.ts";
import { type Circumstances, cancel, capture, demand, pay, refuseMethod } from "./flow.ts";
import {
  boolean,
  clearable,
  currency,
  ignored,
  integer,
  mergeMetadata,
  metadata,
  oneOf,
  text,
} from "./params.ts";
import { createMethod, methodFields, take } from "./payment-methods.ts";
import { chance, idOf, type Tx } from "./tx.ts";

/** Payment intents. */

type Intent = Stripe.PaymentIntent;

/** The least that Stripe charges, in minor units. */
const LEAST: Readonly<Record<string, number>> = {
  gbp: 30,
  sek: 300,
  nok: 300,
  dkk: 250,
  pln: 200,
  czk: 1500,
};
const MOST = 99_999_999;

/** An amount as people read it: `€10.00`. */
export const whole = (minor: number, code: string): string =>
  new Intl.NumberFormat("en-US", { style: "currency", currency: code }).format(
    minor / (code === "jpy" ? 1 : 100),
  );

/** @throws StripeFault for what Stripe would not charge */
export function refuseAmount(amount: number, code: string, param = "amount"): void {
  if (amount < 1)
    throw invalid("This value must be greater than or equal to 1.", param, "parameter_invalid_integer");
  const least = LEAST[code] ?? 50;
  if (amount < least)
    throw invalid(`Amount must be at least ${whole(least, code)} ${code}`, param, "amount_too_small");
  if (amount > MOST)
    throw invalid(`Amount must be no more than ${whole(MOST, code)} ${code}`, param, "amount_too_large");
}

const automatic = z
  .strictObject({ enabled: boolean, allow_redirects: oneOf("always", "never").optional() })
  .optional();

/** What an update may change, too. */
const common = {
  amount: integer.optional(),
  currency: currency.optional(),
  customer: text.optional(),
  description: clearable.optional(),
  metadata,
  payment_method: text.optional(),
  payment_method_data: z.strictObject(methodFields).optional(),
  allowed_payment_method_types: z.array(text).optional(),
  excluded_payment_method_types: ignored,
  payment_details: ignored,
  payment_method_configuration: ignored,
  receipt_email: clearable.optional(),
  setup_future_usage: oneOf("on_session", "off_session").optional(),
  statement_descriptor: text.optional(),
  statement_descriptor_suffix: text.optional(),
  transfer_group: text.optional(),
  application_fee_amount: integer.optional(),
  payment_method_options: ignored,
  shipping: ignored,
  amount_details: ignored,
  expand: ignored,
};

/** What goes with a confirmation. */
const confirming = {
  off_session: boolean.optional(),
  return_url: text.optional(),
  error_on_requires_action: boolean.optional(),
  use_stripe_sdk: boolean.optional(),
  mandate_data: ignored,
  radar_options: ignored,
};

const creating = {
  ...common,
  ...confirming,
  amount: integer,
  currency,
  confirm: boolean.optional(),
  capture_method: oneOf("automatic", "automatic_async", "manual").optional(),
  confirmation_method: oneOf("automatic", "manual").optional(),
  automatic_payment_methods: automatic,
  on_behalf_of: text.optional(),
  transfer_data: z.strictObject({ destination: text, amount: integer.optional() }).optional(),
};

type Creating = z.output<z.ZodObject<typeof creating>>;
type Common = z.output<z.ZodObject<typeof common>>;
type Confirming = z.output<z.ZodObject<typeof confirming>>;

function newIntent(tx: Tx, given: Creating): Intent {
  const id = `pi_3${chance(23)}`;
  const { automatic_payment_methods: auto, allowed_payment_method_types: allowed = null } = given;
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: allowed,
    amount: given.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: given.application_fee_amount ?? null,
    automatic_payment_methods: { enabled: true, allow_redirects: auto?.allow_redirects ?? "always" },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: given.capture_method ?? "automatic_async",
    client_secret: `${id}_secret_${chance(25)}`,
    confirmation_method: given.confirmation_method ?? "automatic",
    created: tx.now,
    currency: given.currency,
    customer: given.customer === undefined ? null : tx.get("customer", given.customer, "customer").id,
    customer_account: null,
    description: given.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, given.metadata),
    next_action: null,
    on_behalf_of: given.on_behalf_of ?? null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: compatible(given),
    payment_record: null,
    processing: null,
    receipt_email: given.receipt_email ?? null,
    review: null,
    setup_future_usage: given.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: given.statement_descriptor ?? null,
    statement_descriptor_suffix: given.statement_descriptor_suffix ?? null,
    status: "requires_payment_method",
    transfer_data: given.transfer_data
      ? { destination: tx.get("account", given.transfer_data.destination, "transfer_data[destination]").id }
      : null,
    transfer_group: given.transfer_group ?? null,
  };
}

/** What can pay of what is allowed: cards, and debits of euro accounts where money is taken at once. */
function compatible({
  currency: code,
  capture_method: method,
  allowed_payment_method_types: allowed,
}: Creating) {
  const all = code === "eur" && method !== "manual" ? ["card", "sepa_debit"] : ["card"];
  const types = allowed ? all.filter((one) => allowed.includes(one)) : all;
  if (types.length > 0) return types;
  throw invalid(
    `None of the payment method types allowed (${allowed?.join(", ")}) can be used for this payment.`,
    "allowed_payment_method_types",
  );
}

/** The payment method that a request names, or describes. */
function methodIn(tx: Tx, given: Pick<Common, "payment_method" | "payment_method_data">) {
  if (given.payment_method !== undefined) return take(tx, given.payment_method);
  return given.payment_method_data && createMethod(tx, given.payment_method_data);
}

function chooseMethod(tx: Tx, intent: Intent, method: Stripe.PaymentMethod): void {
  refuseMethod(tx, intent, method);
  intent.payment_method = method.id;
  intent.status = "requires_confirmation";
  intent.next_action = null;
}

/** Makes an intent, without paying it. @throws StripeFault */
export function createIntent(tx: Tx, given: Creating): Intent {
  refuseAmount(given.amount, given.currency);
  const intent = newIntent(tx, given);
  const method = methodIn(tx, given);
  if (method) chooseMethod(tx, intent, method);
  tx.save(intent);
  tx.emit("payment_intent.created", intent);
  return intent;
}

/** @throws StripeFault where a customer might be sent away with no way back */
function refuseNoReturn(intent: Intent, given: Confirming): void {
  const { automatic_payment_methods: auto, allowed_payment_method_types: allowed } = intent;
  const redirects = auto?.allow_redirects === "always" && allowed === null;
  if (redirects && given.return_url === undefined && given.use_stripe_sdk !== true)
    throw invalid(
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
      "return_url",
    );
}

const circumstancesOf = (given: Confirming): Circumstances => ({
  offSession: given.off_session ?? false,
  noAction: given.error_on_requires_action ?? false,
  returnUrl: given.return_url ?? null,
});

function confirm({ tx, settings, client }: Call, intent: Intent, given: Confirming): void {
  if (intent.status === "succeeded")
    throw wrongState(
      "payment_intent_unexpected_state",
      "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.",
      { payment_intent: intent },
    );
  demand(intent, ["requires_payment_method", "requires_confirmation", "requires_action"], "confirm");
  const methodId = idOf(intent.payment_method);
  if (methodId === undefined)
    throw wrongState(
      "payment_intent_unexpected_state",
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { payment_intent: intent },
    );
  if (!client) refuseNoReturn(intent, given);
  pay(tx, settings, intent, tx.get("payment_method", methodId), circumstancesOf(given));
}

/** Confirms an intent with the payment method that is given, or that it has. @throws StripeFault */
export function confirmIntent(
  call: Call,
  intent: Intent,
  given: Confirming & Pick<Common, "payment_method" | "payment_method_data" | "setup_future_usage">,
): void {
  if (OPEN.includes(intent.status)) {
    const method = methodIn(call.tx, given);
    if (given.setup_future_usage !== undefined) intent.setup_future_usage = given.setup_future_usage;
    if (method) chooseMethod(call.tx, intent, method);
  }
  confirm(call, intent, given);
}

/** These make no sense where nothing is confirmed. */
const ONLY_CONFIRMING = ["off_session", "return_url", "error_on_requires_action"] as const;

function create(call: Call, given: Creating): Intent {
  const idle = ONLY_CONFIRMING.find((name) => given[name] !== undefined);
  if (given.confirm !== true && idle !== undefined)
    throw invalid(
      `The parameter \`${idle}\` cannot be passed when creating a PaymentIntent unless \`confirm\` is set to true.`,
      idle,
    );
  const intent = createIntent(call.tx, given);
  if (given.confirm) confirm(call, intent, given);
  return intent;
}

const OPEN = ["requires_payment_method", "requires_confirmation", "requires_action"];

/** What is settled once the bank has been asked. */
const SETTLED_FIELDS = [
  "amount",
  "currency",
  "customer",
  "setup_future_usage",
  "allowed_payment_method_types",
] as const;

function update({ tx }: Call, intent: Intent, given: Common): Intent {
  const late = SETTLED_FIELDS.find((name) => given[name] !== undefined);
  if (late !== undefined && !OPEN.includes(intent.status))
    throw wrongState(
      "payment_intent_unexpected_state",
      `This PaymentIntent's ${late} could not be updated because it has a status of ${intent.status}. You may only update the ${late} of a PaymentIntent with one of the following statuses: ${OPEN.join(", ")}.`,
      { payment_intent: intent, param: late },
    );
  const { amount = intent.amount, currency: code = intent.currency } = given;
  refuseAmount(amount, code);
  intent.amount = amount;
  intent.currency = code;
  if (given.customer !== undefined) intent.customer = tx.get("customer", given.customer, "customer").id;
  if (given.description !== undefined) intent.description = given.description;
  if (given.receipt_email !== undefined) intent.receipt_email = given.receipt_email;
  if (given.setup_future_usage !== undefined) intent.setup_future_usage = given.setup_future_usage;
  if (given.allowed_payment_method_types) {
    intent.allowed_payment_method_types = given.allowed_payment_method_types;
    intent.payment_method_types = compatible({
      ...given,
      amount,
      currency: code,
      capture_method: intent.capture_method as Creating["capture_method"],
    });
  }
  intent.metadata = mergeMetadata(intent.metadata, given.metadata);
  const method = methodIn(tx, given);
  if (method) {
    demand(intent, OPEN, "update");
    chooseMethod(tx, intent, method);
  }
  tx.save(intent);
  return intent;
}

/** The intent that the URL names; with a publishable key, its secret opens it. */
function named({ tx, ids: [id = ""], client }: Call): Intent {
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

/** An intent as whoever holds a publishable key and its secret sees it. */
const shown = (intent: Intent, { client }: Call): object =>
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
        .filter((one) => !params.customer || one.customer === params.customer);
      return page("/v1/payment_intents", all, params);
    },
  ),
  endpoint(
    "GET",
    "/v1/payment_intents/:id",
    { client_secret: ignored, expand: ignored },
    (call) => shown(named(call), call),
    { open: true },
  ),
  endpoint("POST", "/v1/payment_intents/:id", common, (call, params) => update(call, named(call), params)),
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
      const intent = named(call);
      confirmIntent(call, intent, params);
      return shown(intent, call);
    },
    { open: true },
  ),
  endpoint(
    "POST",
    "/v1/payment_intents/:id/capture",
    { amount_to_capture: integer.optional(), metadata, expand: ignored },
    (call, params) => {
      const intent = named(call);
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
      const intent = named(call);
      cancel(call.tx, intent, params.cancellation_reason ?? null);
      return intent;
    },
  ),
];
