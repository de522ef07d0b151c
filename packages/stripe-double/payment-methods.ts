import type Stripe from "stripe";
import { cardByFingerprint, namedCard, type TestCard } from "./cards.ts";
import { endpoint, page, paging } from "./endpoint.ts";
import { cardError, invalid } from "./errors.ts";
import { billing, createMethod, methodFields } from "./new-method.ts";
import { ignored, mergeMetadata, metadata, text } from "./params.ts";
import { idOf, type Tx } from "./tx.ts";

/** Payment methods: attach, use, detach. */

/** Returns the payment method of an id. Like Stripe, creates a new one for a well-known id (`pm_card_visa`). */
export function resolveMethod(tx: Tx, id: string, param = "payment_method"): Stripe.PaymentMethod {
  return namedCard(id) && id.startsWith("pm_")
    ? createMethod(tx, { type: "card", card: { token: id.replace("pm_card_", "tok_") } })
    : tx.get("payment_method", id, param);
}

/** Returns the test card of a payment method. */
export const testCardOf = (method: Stripe.PaymentMethod): TestCard =>
  cardByFingerprint(method.card?.fingerprint);

/** @throws StripeFault if the method was used without a customer, or detached */
export function assertUnused(tx: Tx, { id }: Stripe.PaymentMethod): void {
  if (tx.notes(id)["used"] === true)
    throw invalid(
      "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.",
      "payment_method",
    );
}

/** Saves a payment method with a customer. @throws StripeFault card_error if its bank declines the card */
export function attach(tx: Tx, method: Stripe.PaymentMethod, customerId: string): void {
  const owner = idOf(method.customer);
  if (owner === customerId) return;
  if (owner !== undefined)
    throw invalid(
      "The payment method you provided has already been attached to a customer.",
      "payment_method",
    );
  assertUnused(tx, method);
  const { refusal, attaches } = testCardOf(method);
  if (method.type === "card" && refusal && !attaches) throw cardError(refusal, { param: "" });
  saveWithCustomer(tx, method, customerId);
}

/** Saves a payment method with a customer after the bank's approval. */
export function saveWithCustomer(tx: Tx, method: Stripe.PaymentMethod, customerId: string): void {
  if (idOf(method.customer) === customerId) return;
  method.customer = customerId;
  if (method.card?.checks) method.card.checks.cvc_check = "pass";
  tx.save(method);
  tx.emit("payment_method.attached", method);
}

function detach(tx: Tx, method: Stripe.PaymentMethod): void {
  const owner = idOf(method.customer);
  if (owner === undefined)
    throw invalid(
      "The payment method you provided is not attached to a customer so detachment is impossible.",
      "payment_method",
    );
  const customer = tx.find("customer", owner);
  if (customer && idOf(customer.invoice_settings.default_payment_method) === method.id) {
    customer.invoice_settings.default_payment_method = null;
    tx.save(customer);
  }
  method.customer = null;
  tx.addNotes(method.id, { used: true });
  tx.save(method);
  tx.emit("payment_method.detached", method, { customer: owner });
}

const ofCustomer = (tx: Tx, customerId: string, type: string | undefined) =>
  tx
    .list("payment_method")
    .filter((method) => idOf(method.customer) === customerId && (type === undefined || method.type === type));

export const paymentMethods = [
  endpoint(
    "POST",
    "/v1/payment_methods",
    { ...methodFields, expand: ignored },
    ({ tx }, params) => createMethod(tx, params),
    { open: true },
  ),
  endpoint(
    "GET",
    "/v1/payment_methods",
    { ...paging, customer: text, type: text.optional(), expand: ignored },
    ({ tx }, params) => {
      const { id } = tx.get("customer", params.customer, "customer");
      return page("/v1/payment_methods", ofCustomer(tx, id, params.type), params);
    },
  ),
  endpoint(
    "GET",
    "/v1/customers/:id/payment_methods",
    { ...paging, type: text.optional(), expand: ignored },
    ({ tx, ids: [id = ""] }, params) =>
      page(
        `/v1/customers/${id}/payment_methods`,
        ofCustomer(tx, tx.get("customer", id).id, params.type),
        params,
      ),
  ),
  endpoint("GET", "/v1/payment_methods/:id", { expand: ignored }, ({ tx, ids: [id = ""] }) =>
    resolveMethod(tx, id),
  ),
  endpoint(
    "GET",
    "/v1/customers/:id/payment_methods/:id",
    { expand: ignored },
    ({ tx, ids: [owner, id = ""] }) => {
      const found = tx.get("payment_method", id);
      return idOf(found.customer) === owner ? found : tx.get("payment_method", "");
    },
  ),
  endpoint(
    "POST",
    "/v1/payment_methods/:id",
    { metadata, billing_details: billing, allow_redisplay: ignored, expand: ignored },
    ({ tx, ids: [id = ""] }, params) => {
      const method = tx.get("payment_method", id);
      method.metadata = mergeMetadata(method.metadata ?? {}, params.metadata);
      Object.assign(method.billing_details, params.billing_details);
      tx.save(method);
      return method;
    },
  ),
  endpoint(
    "POST",
    "/v1/payment_methods/:id/attach",
    { customer: text, expand: ignored },
    ({ tx, ids: [id = ""] }, params) => {
      const { id: customerId } = tx.get("customer", params.customer, "customer");
      const method = resolveMethod(tx, id);
      attach(tx, method, customerId);
      return method;
    },
  ),
  endpoint("POST", "/v1/payment_methods/:id/detach", { expand: ignored }, ({ tx, ids: [id = ""] }) => {
    const method = tx.get("payment_method", id);
    detach(tx, method);
    return method;
  }),
];
