import type Stripe from "stripe";
import { endpoint, page, paging } from "./endpoint.ts";
import { invalid } from "./errors.ts";
import { formatAmount } from "./intent-params.ts";
import { ignored, integer, mergeMetadata, metadata, oneOf, text } from "./params.ts";
import { idOf, type Tx } from "./tx.ts";

/** Refunds: full or partial, never more than was captured. */

type Charge = Stripe.Charge;

function chargeOfIntent(tx: Tx, intentId: string): Charge {
  const intent = tx.get("payment_intent", intentId, "payment_intent");
  const charge = intent.status === "succeeded" ? idOf(intent.latest_charge) : undefined;
  if (charge === undefined)
    throw invalid(
      `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
      "payment_intent",
    );
  return tx.get("charge", charge);
}

/** Returns the refundable amount: the captured amount, or the whole amount of an uncaptured charge, less refunds. */
const refundableAmount = ({
  captured,
  amount,
  amount_captured: taken,
  amount_refunded: refunded,
}: Charge): number => (captured ? taken : amount) - refunded;

function assertRefundable(charge: Charge, amount: number | undefined): void {
  if (charge.refunded)
    throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, "charge_already_refunded");
  if (charge.status !== "succeeded")
    throw invalid(`Charge ${charge.id} was not successful, so it cannot be refunded.`, "charge");
  const left = refundableAmount(charge);
  if (charge.disputed)
    throw invalid(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      undefined,
      "charge_disputed",
    );
  if (amount === undefined) return;
  if (amount < 1)
    throw invalid("This value must be greater than or equal to 1.", "amount", "parameter_invalid_integer");
  if (!charge.captured && amount !== charge.amount)
    throw invalid("You can only refund a part of a charge that was captured.", "amount");
  if (amount > left)
    throw invalid(
      `Refund amount (${formatAmount(amount, charge.currency)}) is greater than unrefunded amount on charge (${formatAmount(left, charge.currency)})`,
      "amount",
    );
}

function refund(
  tx: Tx,
  charge: Charge,
  params: { amount: number; reason: Stripe.Refund["reason"]; metadata: Record<string, string> },
): Stripe.Refund {
  const refund: Stripe.Refund = {
    id: tx.newId("re"),
    object: "refund",
    amount: params.amount,
    balance_transaction: charge.captured ? tx.newId("txn") : null,
    charge: charge.id,
    created: tx.now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
      type: "card",
    },
    metadata: params.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
  charge.amount_refunded += params.amount;
  charge.refunded = refundableAmount(charge) === 0;
  tx.save(refund);
  tx.save(charge);
  tx.emit("charge.refunded", charge);
  tx.emit("refund.created", refund);
  return refund;
}

export const refunds = [
  endpoint(
    "POST",
    "/v1/refunds",
    {
      charge: text.optional(),
      payment_intent: text.optional(),
      amount: integer.optional(),
      reason: oneOf("duplicate", "fraudulent", "requested_by_customer").optional(),
      metadata,
      refund_application_fee: ignored,
      reverse_transfer: ignored,
      expand: ignored,
    },
    ({ tx }, params) => {
      const { charge: chargeId, payment_intent: intentId, amount, reason = null } = params;
      if (chargeId === undefined && intentId === undefined)
        throw invalid(
          "One of the following params should be provided for this request: payment_intent or charge.",
        );
      const charge =
        intentId === undefined ? tx.get("charge", chargeId ?? "", "charge") : chargeOfIntent(tx, intentId);
      assertRefundable(charge, amount);
      return refund(tx, charge, {
        amount: amount ?? refundableAmount(charge),
        reason,
        metadata: mergeMetadata({}, params.metadata),
      });
    },
  ),
  endpoint(
    "GET",
    "/v1/refunds",
    { ...paging, charge: text.optional(), payment_intent: text.optional(), expand: ignored },
    ({ tx }, params) => {
      const { charge, payment_intent: intent } = params;
      const all = tx
        .list("refund")
        .filter(
          (refund) =>
            (charge === undefined || refund.charge === charge) &&
            (intent === undefined || refund.payment_intent === intent),
        );
      return page("/v1/refunds", all, params);
    },
  ),
  endpoint("GET", "/v1/refunds/:id", { expand: ignored }, ({ tx, ids: [id = ""] }) => tx.get("refund", id)),
  endpoint("POST", "/v1/refunds/:id", { metadata, expand: ignored }, ({ tx, ids: [id = ""] }, params) => {
    const found = tx.get("refund", id);
    found.metadata = mergeMetadata(found.metadata ?? {}, params.metadata);
    tx.save(found);
    tx.emit("refund.updated", found);
    return found;
  }),
];
