import { entity } from "../platform/entity.ts";

/** How the sort key of every transaction of a user begins. */
export const TRANSACTION_PREFIX = "TRANSACTION#";

export const transaction = entity({
  name: "Transaction",
  about:
    "A payment, order, refund or bank transfer as its user sees it: amount, state, what became of it. The money itself is in the ledger.",
  pk: "USER#{userId}",
  sk: "TRANSACTION#{createdAt}#{transactionId}",
  answers: {
    "the transactions of a user, by time": "Query pk, sk begins with TRANSACTION#, or between two times",
  },
});

export const transactionReference = entity({
  name: "TransactionReference",
  about:
    "Which transaction an id of a provider belongs to; written in the transaction's own transaction, so an id has one.",
  pk: "TRANSACTION#{reference}",
  sk: "REFERENCE",
  answers: { "which transaction does this payment, session or transfer id name": "GetItem pk, sk" },
});
