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
    "A payment, order, refund or bank transfer as its user sees it: amount, state, what became of it. The money itself is in the ledger.",
  pk: "USER#{userId}",
  sk: "TRANSACTION#{createdAt}#{transactionId}",
  schema: transactionItem,
  indexes: { due: unpaidDue.keys },
  sync: ["transactions"],
  holds: "what was written, and a card's last digits",
  erasure: { kept: "law", without: { description: "", cardLast4: undefined, chargedLast4: undefined } },
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
    "the transactions of a user, by time, and how many they are":
      "Query pk, sk begins with TRANSACTION#, or between two times",
    "which payments has nobody paid in time":
      "Query due, duePk = UNPAIDPAYMENT#<0..3>, oldest first; no keys there once it is paid or called off",
    "which payments have cleared":
      "Query due, duePk = CLEARINGPAYMENT#<0..3>, oldest first; no keys there once their money is free",
  },
});

export const transactionMetadata = entity({
  name: "TransactionMetadata",
  about:
    "What the maker of a transaction noted with it, where that was anything. Apart from it, for it may be 10 KB and no list shows it.",
  pk: "TRANSACTION#{transactionId}",
  sk: "METADATA",
  schema: z.object({ metadata: z.record(z.string(), z.string()) }),
  holds: "what the maker of a payment noted",
  erasure: "deleted",
  exported: ["metadata"],
  answers: { "what was noted with this transaction": "GetItem pk, sk" },
});

export const transactionReference = entity({
  name: "TransactionReference",
  about:
    "Which transaction an id of a provider belongs to; written in the transaction's own transaction, so an id has one.",
  pk: "TRANSACTION#{reference}",
  sk: "REFERENCE",
  schema: transactionName,
  holds: "nothing",
  erasure: { kept: "law" },
  answers: { "which transaction does this payment, session or transfer id name": "GetItem pk, sk" },
});
