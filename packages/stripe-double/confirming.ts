import type Stripe from "stripe";
import type { Call } from "./endpoint.ts";
import { invalid, wrongState } from "./errors.ts";
import { type Circumstances, pay, requireStatus } from "./flow.ts";
import { type Common, type Confirming, OPEN } from "./intent-params.ts";
import { chooseMethod, methodIn } from "./new-intent.ts";
import { idOf } from "./tx.ts";

/** Confirms payment intents. */

type Intent = Stripe.PaymentIntent;

/** @throws StripeFault if a redirected customer could not return */
function assertReturnUrl(intent: Intent, params: Confirming): void {
  const { automatic_payment_methods: auto, allowed_payment_method_types: allowed } = intent;
  const redirects = auto?.allow_redirects === "always" && allowed === null;
  if (redirects && params.return_url === undefined && params.use_stripe_sdk !== true)
    throw invalid(
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
      "return_url",
    );
}

const circumstancesOf = (params: Confirming): Circumstances => ({
  offSession: params.off_session ?? false,
  noAction: params.error_on_requires_action ?? false,
  returnUrl: params.return_url ?? null,
});

export function confirm({ tx, settings, client }: Call, intent: Intent, params: Confirming): void {
  if (intent.status === "succeeded")
    throw wrongState(
      "payment_intent_unexpected_state",
      "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.",
      { payment_intent: intent },
    );
  requireStatus(intent, ["requires_payment_method", "requires_confirmation", "requires_action"], "confirm");
  const methodId = idOf(intent.payment_method);
  if (methodId === undefined)
    throw wrongState(
      "payment_intent_unexpected_state",
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { payment_intent: intent },
    );
  if (!client) assertReturnUrl(intent, params);
  pay(tx, settings, intent, tx.get("payment_method", methodId), circumstancesOf(params));
}

/** Confirms an intent with the given payment method, or its own. @throws StripeFault */
export function confirmIntent(
  call: Call,
  intent: Intent,
  params: Confirming & Pick<Common, "payment_method" | "payment_method_data" | "setup_future_usage">,
): void {
  if (OPEN.includes(intent.status)) {
    const method = methodIn(call.tx, params);
    if (params.setup_future_usage !== undefined) intent.setup_future_usage = params.setup_future_usage;
    if (method) chooseMethod(call.tx, intent, method);
  }
  confirm(call, intent, params);
}
