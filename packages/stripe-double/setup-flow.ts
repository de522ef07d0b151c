import type Stripe from "stripe";
import type { Call } from "./endpoint.ts";
import { cardError, invalid, type Refusal, wrongState } from "./errors.ts";
import { challenge } from "./flow.ts";
import { type Common, type Confirming, chooseMethod } from "./new-setup.ts";
import { saveWithCustomer, testCardOf } from "./payment-methods.ts";
import { idOf, type Tx } from "./tx.ts";

/** Confirms setup intents. */

type Intent = Stripe.SetupIntent;

export const unexpected = (intent: Intent, message: string) =>
  wrongState("setup_intent_unexpected_state", message, { setup_intent: intent });

function assertReturnUrl(intent: Intent, params: Confirming): void {
  const { automatic_payment_methods: auto, allowed_payment_method_types: allowed } = intent;
  const redirects = auto?.allow_redirects === "always" && allowed === null;
  if (redirects && params.return_url === undefined && params.use_stripe_sdk !== true)
    throw invalid(
      "This SetupIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
      "return_url",
    );
}

export function confirm({ tx, settings, client }: Call, intent: Intent, params: Confirming): void {
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
  if (!client) assertReturnUrl(intent, params);
  const method = tx.get("payment_method", methodId);
  const { refusal, attaches, authentication } = testCardOf(method);
  if (method.type === "card" && refusal && !attaches) throw declineSetup(tx, intent, method, refusal);
  if (!authentication || method.type !== "card") {
    succeed(tx, intent, method);
    return;
  }
  intent.status = "requires_action";
  intent.next_action = challenge(settings, intent.id, intent.client_secret, params.return_url ?? null);
  tx.save(intent);
  tx.emit("setup_intent.requires_action", intent);
}

/** Confirms an intent with the given payment method, or its own. @throws StripeFault */
export function confirmSetupIntent(
  call: Call,
  intent: Intent,
  params: Confirming & Pick<Common, "payment_method" | "payment_method_data">,
): void {
  if (intent.status !== "succeeded" && intent.status !== "canceled") chooseMethod(call.tx, intent, params);
  confirm(call, intent, params);
}

function succeed(tx: Tx, intent: Intent, method: Stripe.PaymentMethod): void {
  const customer = idOf(intent.customer);
  intent.status = "succeeded";
  intent.next_action = null;
  intent.last_setup_error = null;
  tx.addNotes(method.id, { setUp: true });
  if (customer !== undefined) saveWithCustomer(tx, method, customer);
  tx.save(intent);
  tx.emit("setup_intent.succeeded", intent);
}

function failAttempt(tx: Tx, intent: Intent, error: Stripe.SetupIntent.LastSetupError): void {
  intent.status = "requires_payment_method";
  intent.payment_method = null;
  intent.next_action = null;
  intent.last_setup_error = error;
  tx.save(intent);
  tx.emit("setup_intent.setup_failed", intent);
}

function declineSetup(tx: Tx, intent: Intent, method: Stripe.PaymentMethod, refusal: Refusal) {
  const { code, decline_code, message } = refusal;
  const decline = decline_code === undefined ? {} : { decline_code };
  failAttempt(tx, intent, { type: "card_error", code, ...decline, message, payment_method: method });
  return cardError(refusal, { setup_intent: intent, payment_method: method });
}

/** Processes the customer's answer on the bank's page. @throws StripeFault if none was required */
export function answerSetup(tx: Tx, intent: Intent, accepted: boolean): void {
  if (intent.status !== "requires_action")
    throw unexpected(intent, `This SetupIntent has a status of ${intent.status}.`);
  const method = tx.get("payment_method", idOf(intent.payment_method) ?? "");
  if (accepted) succeed(tx, intent, method);
  else
    failAttempt(tx, intent, {
      type: "invalid_request_error",
      code: "setup_intent_authentication_failure",
      message: AUTHENTICATION_FAILED,
      payment_method: method,
    });
}

const AUTHENTICATION_FAILED =
  "The latest attempt to set up the payment method has failed because authentication failed.";
