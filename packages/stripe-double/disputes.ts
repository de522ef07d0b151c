import type Stripe from "stripe";
import { endpoint, page, paging } from "./endpoint.ts";
import { wrongState } from "./errors.ts";
import { boolean, clearable, ignored, mergeMetadata, metadata, text } from "./params.ts";
import { idOf, type Tx } from "./tx.ts";

/** Disputes: a cardholder's bank takes a charge back, and returns it if the evidence convinces it. */

type Dispute = Stripe.Dispute;

/** How long evidence may be submitted. */
const DUE_SECONDS = 7 * 86_400;

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** Creates a dispute's balance transaction. A negative amount is withdrawn. */
const balanceTransaction = (tx: Tx, dispute: Pick<Dispute, "id" | "currency">, amount: number) => ({
  id: tx.newId("txn"),
  object: "balance_transaction" as const,
  amount,
  available_on: tx.now,
  balance_type: "payments" as const,
  created: tx.now,
  currency: dispute.currency,
  description: null,
  exchange_rate: null,
  fee: 0,
  fee_details: [],
  net: amount,
  reporting_category: amount < 0 ? "dispute" : "dispute_reversal",
  source: dispute.id,
  status: "available",
  type: "adjustment" as const,
});

/** Opens a dispute of a charge's remaining amount. Does nothing if the charge was fully refunded. */
export function openDispute(tx: Tx, chargeId: string): void {
  const charge = tx.find("charge", chargeId);
  const amount = charge ? charge.amount_captured - charge.amount_refunded : 0;
  if (!charge || amount <= 0) return;
  const id = tx.newId("dp");
  const { currency } = charge;
  const dispute: Dispute = {
    id,
    object: "dispute",
    amount,
    balance_transactions: [balanceTransaction(tx, { id, currency }, -amount)],
    charge: chargeId,
    created: tx.now,
    currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: tx.now + DUE_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: idOf(charge.payment_intent) ?? null,
    reason: "fraudulent",
    status: "needs_response",
  };
  charge.disputed = true;
  tx.save(charge);
  tx.save(dispute);
  tx.emit("charge.dispute.created", dispute);
  tx.emit("charge.dispute.funds_withdrawn", dispute);
}

/** Closes a dispute with the bank's decision. */
function end(tx: Tx, dispute: Dispute, status: "won" | "lost"): void {
  dispute.status = status;
  if (status === "won") dispute.balance_transactions.push(balanceTransaction(tx, dispute, dispute.amount));
  tx.save(dispute);
  if (status === "won") tx.emit("charge.dispute.funds_reinstated", dispute);
  tx.emit("charge.dispute.closed", dispute);
}

/** @throws StripeFault if it is closed */
function requireOpen({ id, status }: Dispute): void {
  if (status !== "needs_response")
    throw wrongState("dispute_already_closed", `The dispute ${id} has a status of ${status}: it is closed.`);
}

/** In Stripe's test mode, these words in the evidence win or lose. */
const VERDICTS: Readonly<Record<string, "won" | "lost">> = {
  winning_evidence: "won",
  losing_evidence: "lost",
};

export const disputes = [
  endpoint(
    "GET",
    "/v1/disputes",
    { ...paging, charge: text.optional(), payment_intent: text.optional(), expand: ignored },
    ({ tx }, params) => {
      const { charge, payment_intent: intent } = params;
      const all = tx
        .list("dispute")
        .filter(
          (one) =>
            (charge === undefined || one.charge === charge) &&
            (intent === undefined || one.payment_intent === intent),
        );
      return page("/v1/disputes", all, params);
    },
  ),
  endpoint("GET", "/v1/disputes/:id", { expand: ignored }, ({ tx, ids: [id = ""] }) => tx.get("dispute", id)),
  endpoint(
    "POST",
    "/v1/disputes/:id",
    { evidence: ignored, submit: boolean.optional(), metadata, expand: ignored },
    ({ tx, ids: [id = ""] }, params) => {
      const dispute = tx.get("dispute", id);
      requireOpen(dispute);
      const { uncategorized_text: evidence } = (params.evidence ?? {}) as Record<string, unknown>;
      dispute.metadata = mergeMetadata(dispute.metadata, params.metadata);
      if (typeof evidence === "string") {
        dispute.evidence = { ...dispute.evidence, uncategorized_text: clearable.parse(evidence) };
        dispute.evidence_details.has_evidence = true;
      }
      tx.save(dispute);
      tx.emit("charge.dispute.updated", dispute);
      // Evidence is submitted, unless the caller states that more follows.
      const { uncategorized_text: text } = dispute.evidence;
      const verdict = params.submit === false ? undefined : VERDICTS[text ?? ""];
      if (verdict) end(tx, dispute, verdict);
      return dispute;
    },
  ),
  endpoint("POST", "/v1/disputes/:id/close", { expand: ignored }, ({ tx, ids: [id = ""] }) => {
    const dispute = tx.get("dispute", id);
    requireOpen(dispute);
    end(tx, dispute, "lost");
    return dispute;
  }),
];
