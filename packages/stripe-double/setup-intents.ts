import type Stripe from "stripe";
import { type Call, endpoint, page, paging } from "./endpoint.ts";
import { missing } from "./errors.ts";
import { chooseMethod, common, confirming, creating, methods, newIntent } from "./new-setup.ts";
import { ignored, mergeMetadata, oneOf, text } from "./params.ts";
import { confirm, confirmSetupIntent, unexpected } from "./setup-flow.ts";

/** Setup intents: save a payment method for later, with its bank's approval. */

type Intent = Stripe.SetupIntent;

function intentOf({ tx, ids: [id = ""], client }: Call): Intent {
  const intent = tx.get("setup_intent", id);
  if (client && client.secret !== intent.client_secret) throw missing("setup_intent", id);
  return intent;
}

const HIDDEN = ["application", "customer", "metadata", "on_behalf_of", "mandate", "single_use_mandate"];

const visibleTo = (intent: Intent, { client }: Call): object =>
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
        .filter(({ customer }) => !params.customer || customer === params.customer);
      return page("/v1/setup_intents", all, params);
    },
  ),
  endpoint(
    "GET",
    "/v1/setup_intents/:id",
    { client_secret: ignored, expand: ignored },
    (call) => visibleTo(intentOf(call), call),
    { open: true },
  ),
  endpoint("POST", "/v1/setup_intents/:id", common, (call, params) => {
    const intent = intentOf(call);
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
      const intent = intentOf(call);
      confirmSetupIntent(call, intent, params);
      return visibleTo(intent, call);
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
      const intent = intentOf(call);
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
