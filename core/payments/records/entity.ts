import * as z from "zod";
import * as Due from "../../platform/due/index.ts";
import { entity } from "../../platform/table/entity.ts";
import { transactionItem, transactionName } from "./schema.ts";

/** Unpaid payments, by their deadline. */
export const unpaidDue = Due.define("UNPAIDPAYMENT", 4);

/** Payments with held money, by when it clears. */
export const clearingDue = Due.define("CLEARINGPAYMENT", 4);

export const transaction = entity({
  name: "Transaction",
  about:
    "A payment, order, refund or bank transfer in its user's list: amount, status and outcome. The money itself is in the ledger.",
  pk: "USER#{userId}",
  sk: "TRANSACTION#{createdAt}#{transactionId}",
  schema: transactionItem,
  indexes: { due: unpaidDue.keys },
  sync: ["transactions"],
  holds: "the description, and a card's last digits",
  erasure: { retained: "law", without: { description: "", cardLast4: undefined, chargedLast4: undefined } },
  exported: [
    "transactionId",
    "type",
    "status",
    "amountMinor",
    "currency",
    "description",
    "cardLast4",
    "refundedMinor",
    "createdAt",
    "completedAt",
  ],
  answers: {
    "the transactions of a user by time, and their number":
      "Query pk, sk begins with TRANSACTION#, or between two times",
    "which payments were not paid in time":
      "Query due, duePk = UNPAIDPAYMENT#<0..3>, oldest first; no keys there once it is paid or canceled",
    "which payments have cleared":
      "Query due, duePk = CLEARINGPAYMENT#<0..3>, oldest first; no keys there once their money is available",
  },
});

export const transactionMetadata = entity({
  name: "TransactionMetadata",
  about:
    "The metadata of a transaction, if any. A separate item, since it may have 10 KB and no list shows it.",
  pk: "TRANSACTION#{transactionId}",
  sk: "METADATA",
  schema: z.object({ metadata: z.record(z.string(), z.string()) }),
  holds: "the caller's metadata of a payment",
  erasure: "deleted",
  exported: ["metadata"],
  answers: { "the metadata of this transaction": "GetItem pk, sk" },
});

export const transactionReference = entity({
  name: "TransactionReference",
  about: "The transaction of a provider's id. Written in the transaction's own write, so an id has one.",
  pk: "TRANSACTION#{reference}",
  sk: "REFERENCE",
  schema: transactionName,
  holds: "nothing",
  erasure: { retained: "law" },
  answers: { "which transaction has this payment, session or transfer id": "GetItem pk, sk" },
});
