import type Stripe from "stripe";
import { linesOfSession } from "./checkout-lines.ts";
import { type Session, sessionNotes } from "./checkout-params.ts";
import { createCustomer } from "./customers.ts";
import type { Settings } from "./endpoint.ts";
import { pay } from "./flow.ts";
import { payInvoice } from "./invoices.ts";
import { createIntent } from "./new-intent.ts";
import { createInvoice } from "./new-invoice.ts";
import { createMethod, type MethodFields } from "./new-method.ts";
import { createSubscription, type Subscription } from "./new-subscription.ts";
import { mergeMetadata } from "./params.ts";
import { attach, saveWithCustomer } from "./payment-methods.ts";
import { idOf, type Tx } from "./tx.ts";

/** The payment of a checkout session by a customer. */

export interface Payer {
  readonly email: string;
  readonly method: MethodFields;
}

type Intent = Stripe.PaymentIntent;

function customerOf(tx: Tx, session: Session, email: string): string | undefined {
  const known = idOf(session.customer);
  if (known !== undefined || session.customer_creation !== "always") return known;
  return createCustomer(tx, { email }).id;
}

/** Returns the session's intent, which the first attempt creates. */
function intentOf(tx: Tx, session: Session, customer: string | undefined): Intent {
  const before = idOf(session.payment_intent) ?? (tx.notes(session.id)["paying"] as string | undefined);
  if (before !== undefined) return tx.get("payment_intent", before);
  const { intent: params } = sessionNotes(tx, session.id);
  const subscribes = session.mode === "subscription";
  const intent = createIntent(tx, {
    ...params,
    amount: session.amount_total ?? 0,
    currency: session.currency ?? "eur",
    customer,
    allowed_payment_method_types: session.payment_method_types,
    ...(subscribes && { description: "Subscription creation", setup_future_usage: "off_session" }),
  });
  tx.addNotes(intent.id, { session: session.id });
  // The session of a subscription does not name its payment intent: at Stripe that belongs to an invoice.
  if (subscribes) tx.addNotes(session.id, { paying: intent.id });
  else session.payment_intent = intent.id;
  return intent;
}

/**
 * Tries to pay an open session. If the bank requires 3-D Secure, the intent's status is `requires_action`.
 * @throws StripeFault if the card is declined: the customer may try again
 */
export function payCheckout(tx: Tx, settings: Settings, session: Session, payer: Payer): Intent | undefined {
  const customer = customerOf(tx, session, payer.email);
  if (customer !== undefined) session.customer = customer;
  session.customer_details = {
    address: null,
    business_name: null,
    individual_name: null,
    phone: null,
    tax_exempt: "none",
    tax_ids: [],
    name: payer.method.billing_details?.name ?? null,
    email: payer.email,
  };
  const method = createMethod(tx, payer.method);
  const { trial_period_days: trialDays = 0 } = sessionNotes(tx, session.id).subscription ?? {};
  if (session.amount_total === 0 || trialDays > 0) {
    if (customer !== undefined) attach(tx, method, customer);
    complete(tx, session, "no_payment_required", method.id);
    return undefined;
  }
  const intent = intentOf(tx, session, customer);
  tx.save(session);
  pay(tx, settings, intent, method, { offSession: false, noAction: false, returnUrl: session.url });
  finishCheckout(tx, intent);
  return intent;
}

/** Completes the session of a paid intent. */
export function finishCheckout(tx: Tx, intent: Intent): void {
  const session = sessionOf(tx, intent);
  if (session?.status !== "open") return;
  const { status } = intent;
  if (status === "succeeded") complete(tx, session, "paid", idOf(intent.payment_method));
  else if (status === "processing" || status === "requires_capture")
    complete(tx, session, "unpaid", idOf(intent.payment_method));
}

function sessionOf(tx: Tx, intent: Intent): Session | undefined {
  const id = tx.notes(intent.id)["session"];
  return typeof id === "string" ? tx.find("checkout.session", id) : undefined;
}

function complete(
  tx: Tx,
  session: Session,
  paymentStatus: Session["payment_status"],
  methodId: string | undefined,
) {
  session.status = "complete";
  session.payment_status = paymentStatus;
  session.url = null;
  const customer = idOf(session.customer);
  if (session.mode === "subscription" && customer !== undefined && methodId !== undefined) {
    const { subscription: params } = sessionNotes(tx, session.id);
    saveWithCustomer(tx, tx.get("payment_method", methodId), customer);
    const subscription = createSubscription(tx, {
      customer,
      method: methodId,
      lines: linesOfSession(tx, session.id),
      metadata: mergeMetadata({}, params?.metadata),
      description: params?.description ?? null,
      trialDays: params?.trial_period_days ?? 0,
    });
    session.subscription = subscription.id;
    session.invoice = bill(tx, session, subscription);
  }
  tx.cancelTimer("expire", session.id);
  tx.save(session);
  tx.emit("checkout.session.completed", session);
}

/** Creates the first invoice of a subscription, which the session's intent has paid. @returns its id */
function bill(tx: Tx, session: Session, subscription: Subscription): string {
  const intentId = tx.notes(session.id)["paying"];
  const intent = typeof intentId === "string" ? tx.get("payment_intent", intentId) : undefined;
  const invoice = createInvoice(
    tx,
    subscription,
    intent ? subscription.items.data : [],
    "subscription_create",
  );
  tx.save(subscription);
  payInvoice(tx, invoice, intent);
  return invoice.id;
}

/** Updates the session after a debit has succeeded or failed. */
export function settleCheckout(tx: Tx, intent: Intent): void {
  const session = sessionOf(tx, intent);
  if (!session) return;
  const isPaid = intent.status === "succeeded";
  if (isPaid) session.payment_status = "paid";
  tx.save(session);
  tx.emit(`checkout.session.async_payment_${isPaid ? "succeeded" : "failed"}`, session);
}
