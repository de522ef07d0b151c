import type Stripe from "stripe";
import { endpoint, page, paging } from "../endpoint.ts";
import { invalid } from "../errors.ts";
import { currency, ignored, integer, mergeMetadata, metadata, text } from "../params.ts";
import { idOf, randomText, type Tx } from "../tx.ts";
import { type Authorization, balanceTransaction, type Merchant } from "./authorizations.ts";
import { merchantFields, merchantOf } from "./merchants.ts";

/** Transactions: captures and refunds, with and without an authorization. */

type Transaction = Stripe.Issuing.Transaction;

export interface Booking {
  readonly card: Stripe.Issuing.Card;
  /** Negative if the card is charged. */
  readonly amount: number;
  readonly type: Transaction["type"];
  readonly merchant: Merchant;
  /** The authorization that the transaction belongs to. The caller saves it. */
  readonly of?: Authorization | undefined;
}

export function book(tx: Tx, { card, amount, type, merchant, of }: Booking): Transaction {
  const { currency: code } = card;
  const id = tx.newId("ipi");
  const ratio = of && of.amount > 0 ? of.merchant_amount / of.amount : 1;
  const transaction: Transaction = {
    id,
    object: "issuing.transaction",
    amount,
    amount_details: { atm_fee: null, cashback_amount: null },
    authorization: of?.id ?? null,
    balance_transaction: balanceTransaction(tx, "issuing_transaction", amount, { id, currency: code }).id,
    card: card.id,
    cardholder: card.cardholder.id,
    created: tx.now,
    currency: code,
    dispute: null,
    livemode: false,
    merchant_amount: Math.round(amount * ratio),
    merchant_currency: of?.merchant_currency ?? code,
    merchant_data: merchant,
    metadata: {},
    network_data: {
      authorization_code: null,
      processing_date: new Date(tx.nowMs).toISOString().slice(0, 10),
      transaction_id: randomText(12),
    },
    token: null,
    type,
    wallet: (of?.wallet ?? null) as Transaction["wallet"],
  };
  tx.save(transaction);
  of?.transactions.push(transaction);
  tx.emit("issuing_transaction.created", transaction);
  return transaction;
}

const HELPERS = "/v1/test_helpers/issuing/transactions";

const unlinkedFields = {
  card: text,
  amount: integer,
  currency: currency.optional(),
  merchant_data: merchantFields,
  purchase_details: ignored,
  expand: ignored,
};

/** @throws StripeFault unless the amount is above zero */
function positive(amount: number, param: string): number {
  if (amount > 0) return amount;
  throw invalid("This value must be greater than or equal to 1.", param, "parameter_invalid_integer");
}

/** Returns the amount of a capture that may still be refunded. */
function refundableAmount(tx: Tx, { id, amount }: Transaction): number {
  const refunded = Number(tx.notes(id)["refunded"] ?? 0);
  return -amount - refunded;
}

export const transactions = [
  endpoint("POST", `${HELPERS}/create_force_capture`, unlinkedFields, ({ tx }, params) => {
    const card = tx.get("issuing.card", params.card, "card");
    const amount = -positive(params.amount, "amount");
    return book(tx, { card, amount, type: "capture", merchant: merchantOf(params.merchant_data) });
  }),
  endpoint("POST", `${HELPERS}/create_unlinked_refund`, unlinkedFields, ({ tx }, params) => {
    const card = tx.get("issuing.card", params.card, "card");
    const amount = positive(params.amount, "amount");
    return book(tx, { card, amount, type: "refund", merchant: merchantOf(params.merchant_data) });
  }),
  endpoint(
    "POST",
    `${HELPERS}/:id/refund`,
    { refund_amount: integer.optional(), expand: ignored },
    ({ tx, ids: [id = ""] }, { refund_amount: given }) => {
      const captured = tx.get("issuing.transaction", id);
      if (captured.type !== "capture") throw invalid("Only a capture can be refunded.", "transaction");
      const left = refundableAmount(tx, captured);
      const amount = positive(given ?? left, "refund_amount");
      if (amount > left)
        throw invalid(`Only ${left} of the transaction is left to be refunded.`, "refund_amount");
      tx.addNotes(id, { refunded: Number(tx.notes(id)["refunded"] ?? 0) + amount });
      const of = idOf(captured.authorization);
      const authorization = of === undefined ? undefined : tx.get("issuing.authorization", of);
      const card = tx.get("issuing.card", idOf(captured.card) ?? "");
      const refund = book(tx, {
        card,
        amount,
        type: "refund",
        merchant: captured.merchant_data,
        of: authorization,
      });
      if (!authorization) return refund;
      tx.save(authorization);
      tx.emit("issuing_authorization.updated", authorization);
      return refund;
    },
  ),
  endpoint(
    "GET",
    "/v1/issuing/transactions",
    { ...paging, card: text.optional(), cardholder: text.optional(), type: text.optional(), expand: ignored },
    ({ tx }, params) => {
      const { card, cardholder, type } = params;
      const all = tx
        .list("issuing.transaction")
        .filter(
          (one) =>
            (card === undefined || one.card === card) &&
            (cardholder === undefined || one.cardholder === cardholder) &&
            (type === undefined || one.type === type),
        );
      return page("/v1/issuing/transactions", all, params);
    },
  ),
  endpoint("GET", "/v1/issuing/transactions/:id", { expand: ignored }, ({ tx, ids: [id = ""] }) =>
    tx.get("issuing.transaction", id),
  ),
  endpoint(
    "POST",
    "/v1/issuing/transactions/:id",
    { metadata, expand: ignored },
    ({ tx, ids: [id = ""] }, params) => {
      const one = tx.get("issuing.transaction", id);
      one.metadata = mergeMetadata(one.metadata, params.metadata);
      tx.save(one);
      tx.emit("issuing_transaction.updated", one);
      return one;
    },
  ),
];
