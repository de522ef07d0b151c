import type Stripe from "stripe";
import * as z from "zod";
import { type Call, endpoint, page, paging } from "./endpoint.ts";
import { cardError, invalid, missing, type Refusal, wrongState } from "./errors.ts";
import { challenge, refuseMethod } from "./flow.ts";
import { boolean, clearable, ignored, mergeMetadata, metadata, oneOf, text } from "./params.ts";
import { createMethod, keepWith, methodFields, take, testCardOf } from "./payment-methods.ts";
import { chance, idOf, type Tx } from "./tx.ts";

/** Setup intents: a payment method is saved for later, with its bank's consent. */

type Intent = Stripe.SetupIntent;

const methods = {
  payment_method: text.optional(),
  payment_method_data: z.strictObject(methodFields).optional(),
};

const common = {
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

const confirming = {
  return_url: text.optional(),
  use_stripe_sdk: boolean.optional(),
  mandate_data: ignored,
};

const creating = {
  ...common,
  ...confirming,
  confirm: boolean.optional(),
  usage: oneOf("off_session", "on_session").optional(),
  automatic_payment_methods: z
    .strictObject({ enabled: boolean, allow_redirects: oneOf("always", "never").optional() })
    .optional(),
};

type Creating = z.output<z.ZodObject<typeof creating>>;
type Common = z.output<z.ZodObject<typeof common>>;
type Confirming = z.output<z.ZodObject<typeof confirming>>;

function newIntent(tx: Tx, given: Creating): Intent {
  const id = `seti_1${chance(23)}`;
  const { automatic_payment_methods: auto, allowed_payment_method_types: allowed = null } = given;
  return {
    id,
    object: "setup_intent",
    allowed_payment_method_types: allowed,
    application: null,
    automatic_payment_methods: { enabled: true, allow_redirects: auto?.allow_redirects ?? "always" },
    cancellation_reason: null,
    client_secret: `${id}_secret_${chance(30)}`,
    created: tx.now,
    customer: given.customer === undefined ? null : tx.get("customer", given.customer, "customer").id,
    customer_account: null,
    description: given.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: mergeMetadata({}, given.metadata),
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
    usage: given.usage ?? "off_session",
  };
}

function chooseMethod(
  tx: Tx,
  intent: Intent,
  given: Pick<Common, "payment_method" | "payment_method_data">,
): void {
  const { payment_method: id, payment_method_data: data } = given;
  const method = id === undefined ? data && createMethod(tx, data) : take(tx, id);
  if (!method) return;
  refuseMethod(tx, intent, method);
  intent.payment_method = method.id;
  intent.status = "requires_confirmation";
}

const unexpected = (intent: Intent, message: string) =>
  wrongState("setup_intent_unexpected_state", message, { setup_intent: intent });

function refuseNoReturn(intent: Intent, given: Confirming): void {
  const { automatic_payment_methods: auto, allowed_payment_method_types: allowed } = intent;
  const redirects = auto?.allow_redirects === "always" && allowed === null;
  if (redirects && given.return_url === undefined && given.use_stripe_sdk !== true)
    throw invalid(
      "This SetupIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
      "return_url",
    );
}

function confirm({ tx, settings, client }: Call, intent: Intent, given: Confirming): void {
  const methodId = idOf(intent.payment_method);
  if (intent.status === "succeeded" || intent.status === "canceled")
    throw unexpected(
      intent,
      `You cannot confirm this SetupIntent because it has already ${intent.status === "canceled" ? "been canceled" : "succeeded"}.`,
    );
  if (methodId === undefined)
    throw unexpected(
      intent,
      "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again.",
    );
  if (!client) refuseNoReturn(intent, given);
  const method = tx.get("payment_method", methodId);
  const { refusal, attaches, authentication } = testCardOf(method);
  if (method.type === "card" && refusal && !attaches) throw refused(tx, intent, method, refusal);
  if (!authentication || method.type !== "card") {
    succeed(tx, intent, method);
    return;
  }
  intent.status = "requires_action";
  intent.next_action = challenge(settings, intent.id, intent.client_secret, given.return_url ?? null);
  tx.save(intent);
  tx.emit("setup_intent.requires_action", intent);
}

/** Confirms an intent with the payment method that is given, or that it has. @throws StripeFault */
export function confirmSetupIntent(
  call: Call,
  intent: Intent,
  given: Confirming & Pick<Common, "payment_method" | "payment_method_data">,
): void {
  if (intent.status !== "succeeded" && intent.status !== "canceled") chooseMethod(call.tx, intent, given);
  confirm(call, intent, given);
}

function succeed(tx: Tx, intent: Intent, method: Stripe.PaymentMethod): void {
  const customer = idOf(intent.customer);
  intent.status = "succeeded";
  intent.next_action = null;
  intent.last_setup_error = null;
  tx.note(method.id, { setUp: true });
  if (customer !== undefined) keepWith(tx, method, customer);
  tx.save(intent);
  tx.emit("setup_intent.succeeded", intent);
}

function fall(tx: Tx, intent: Intent, error: Stripe.SetupIntent.LastSetupError): void {
  intent.status = "requires_payment_method";
  intent.payment_method = null;
  intent.next_action = null;
  intent.last_setup_error = error;
  tx.save(intent);
  tx.emit("setup_intent.setup_failed", intent);
}

function refused(tx: Tx, intent: Intent, method: Stripe.PaymentMethod, refusal: Refusal) {
  const { code, decline_code, message } = refusal;
  const decline = decline_code === undefined ? {} : { decline_code };
  fall(tx, intent, { type: "card_error", code, ...decline, message, payment_method: method });
  return cardError(refusal, { setup_intent: intent, payment_method: method });
}

/** The customer has answered the bank. @throws StripeFault where it did not ask */
export function answerSetup(tx: Tx, intent: Intent, accepted: boolean): void {
  if (intent.status !== "requires_action")
    throw unexpected(intent, `This SetupIntent has a status of ${intent.status}.`);
  const method = tx.get("payment_method", idOf(intent.payment_method) ?? "");
  if (accepted) succeed(tx, intent, method);
  else
    fall(tx, intent, {
      type: "invalid_request_error",
      code: "setup_intent_authentication_failure",
      message: AUTHENTICATION_FAILED,
      payment_method: method,
    });
}

const AUTHENTICATION_FAILED =
  "The latest attempt to set up the payment method has failed because authentication failed.";

function named({ tx, ids: [id = ""], client }: Call): Intent {
  const intent = tx.get("setup_intent", id);
  if (client && client.secret !== intent.client_secret) throw missing("setup_intent", id);
  return intent;
}

const HIDDEN = ["application", "customer", "metadata", "on_behalf_of", "mandate", "single_use_mandate"];

const shown = (intent: Intent, { client }: Call): object =>
  client ? Object.fromEntries(Object.entries(intent).filter(([name]) => !HIDDEN.includes(name))) : intent;

export const setupIntents = [
  endpoint("POST", "/v1/setup_intents", creating, (call, params) => {
    const { tx } = call;
    const intent = newIntent(tx, params);
    chooseMethod(tx, intent, params);
    tx.save(intent);
    tx.emit("setup_intent.created", intent);
    if (params.confirm) confirm(call, intent, params);
    return intent;
  }),
  endpoint(
    "GET",
    "/v1/setup_intents",
    { ...paging, customer: text.optional(), expand: ignored },
    ({ tx }, params) => {
      const all = tx
        .list("setup_intent")
        .filter((one) => !params.customer || one.customer === params.customer);
      return page("/v1/setup_intents", all, params);
    },
  ),
  endpoint(
    "GET",
    "/v1/setup_intents/:id",
    { client_secret: ignored, expand: ignored },
    (call) => shown(named(call), call),
    { open: true },
  ),
  endpoint("POST", "/v1/setup_intents/:id", common, (call, params) => {
    const intent = named(call);
    const { tx } = call;
    if (intent.status === "succeeded" || intent.status === "canceled")
      throw unexpected(
        intent,
        `You cannot update this SetupIntent because it has a status of ${intent.status}.`,
      );
    if (params.customer !== undefined) intent.customer = tx.get("customer", params.customer, "customer").id;
    if (params.description !== undefined) intent.description = params.description;
    intent.metadata = mergeMetadata(intent.metadata ?? {}, params.metadata);
    chooseMethod(tx, intent, params);
    tx.save(intent);
    return intent;
  }),
  endpoint(
    "POST",
    "/v1/setup_intents/:id/confirm",
    { ...methods, ...confirming, payment_method_options: ignored, client_secret: ignored, expand: ignored },
    (call, params) => {
      const intent = named(call);
      confirmSetupIntent(call, intent, params);
      return shown(intent, call);
    },
    { open: true },
  ),
  endpoint(
    "POST",
    "/v1/setup_intents/:id/cancel",
    {
      cancellation_reason: oneOf("abandoned", "requested_by_customer", "duplicate").optional(),
      expand: ignored,
    },
    (call, params) => {
      const intent = named(call);
      if (intent.status === "succeeded" || intent.status === "canceled")
        throw unexpected(
          intent,
          `You cannot cancel this SetupIntent because it has a status of ${intent.status}. Only a SetupIntent with one of the following statuses may be canceled: requires_payment_method, requires_confirmation, requires_action.`,
        );
      intent.status = "canceled";
      intent.cancellation_reason = params.cancellation_reason ?? null;
      intent.next_action = null;
      call.tx.save(intent);
      call.tx.emit("setup_intent.canceled", intent);
      return intent;
    },
  ),
];
