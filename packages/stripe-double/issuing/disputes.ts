import type Stripe from "stripe";
import { endpoint, page, paging } from "../endpoint.ts";
import { invalid, wrongState } from "../errors.ts";
import { ignored, integer, mergeMetadata, metadata, text } from "../params.ts";
import { idOf, type Tx } from "../tx.ts";
import { balanceTransaction } from "./authorizations.ts";

/** Disputes that cardholders open against merchants, about payments with issued cards. */

type Dispute = Stripe.Issuing.Dispute;

/** In Stripe's test mode, these words in the explanation win or lose. */
const VERDICTS: Readonly<Record<string, "won" | "lost">> = {
  winning_evidence: "won",
  losing_evidence: "lost",
};

interface Evidence {
  readonly reason?: string;
  readonly [reason: string]: unknown;
}

const explanationOf = ({ evidence }: Dispute): string => {
  const { reason = "" } = evidence as Evidence;
  const given = (evidence as Evidence)[reason] as { explanation?: string } | undefined;
  return given?.explanation ?? "";
};

function move(tx: Tx, one: Dispute, amount: number): void {
  one.balance_transactions = [
    ...(one.balance_transactions ?? []),
    balanceTransaction(tx, "issuing_dispute", amount, { id: one.id, currency: one.currency }),
  ];
}

function end(tx: Tx, one: Dispute, status: "won" | "lost"): void {
  one.status = status;
  if (status === "won") move(tx, one, one.amount);
  tx.save(one);
  if (status === "won") tx.emit("issuing_dispute.funds_reinstated", one);
  tx.emit("issuing_dispute.closed", one);
}

const evidenceOf = (given: unknown): Dispute["evidence"] =>
  ({ reason: "other", ...(given as object | undefined) }) as unknown as Dispute["evidence"];

export const disputes = [
  endpoint(
    "POST",
    "/v1/issuing/disputes",
    { transaction: text, amount: integer.optional(), evidence: ignored, metadata, expand: ignored },
    ({ tx }, params) => {
      const transaction = tx.get("issuing.transaction", params.transaction, "transaction");
      if (transaction.amount >= 0) throw invalid("Only a capture can be disputed.", "transaction");
      if (transaction.dispute !== null)
        throw invalid("This transaction has been disputed already.", "transaction");
      const one: Dispute = {
        id: tx.newId("idp"),
        object: "issuing.dispute",
        amount: params.amount ?? -transaction.amount,
        balance_transactions: [],
        created: tx.now,
        currency: transaction.currency,
        evidence: evidenceOf(params.evidence),
        livemode: false,
        metadata: mergeMetadata({}, params.metadata),
        status: "unsubmitted",
        transaction: transaction.id,
      };
      transaction.dispute = one.id;
      tx.save(transaction);
      tx.save(one);
      tx.emit("issuing_transaction.updated", transaction);
      tx.emit("issuing_dispute.created", one);
      return one;
    },
  ),
  endpoint(
    "POST",
    "/v1/issuing/disputes/:id/submit",
    { metadata, expand: ignored },
    ({ tx, ids: [id = ""] }) => {
      const one = tx.get("issuing.dispute", id);
      if (one.status !== "unsubmitted")
        throw wrongState("dispute_unexpected_state", `The dispute ${id} is ${one.status}.`);
      one.status = "submitted";
      tx.save(one);
      tx.emit("issuing_dispute.submitted", one);
      const verdict = VERDICTS[explanationOf(one)];
      if (verdict) end(tx, one, verdict);
      return one;
    },
  ),
  endpoint(
    "POST",
    "/v1/issuing/disputes/:id",
    { amount: integer.optional(), evidence: ignored, metadata, expand: ignored },
    ({ tx, ids: [id = ""] }, params) => {
      const one = tx.get("issuing.dispute", id);
      one.metadata = mergeMetadata(one.metadata, params.metadata);
      if (params.evidence !== undefined) one.evidence = evidenceOf(params.evidence);
      tx.save(one);
      tx.emit("issuing_dispute.updated", one);
      return one;
    },
  ),
  endpoint("GET", "/v1/issuing/disputes/:id", { expand: ignored }, ({ tx, ids: [id = ""] }) =>
    tx.get("issuing.dispute", id),
  ),
  endpoint(
    "GET",
    "/v1/issuing/disputes",
    { ...paging, transaction: text.optional(), status: text.optional(), expand: ignored },
    ({ tx }, params) => {
      const all = tx
        .list("issuing.dispute")
        .filter(
          (one) =>
            (params.transaction === undefined || idOf(one.transaction) === params.transaction) &&
            (params.status === undefined || one.status === params.status),
        );
      return page("/v1/issuing/disputes", all, params);
    },
  ),
];
