import { entity } from "../../platform/table/entity.ts";

/** How the sort key of every transaction of a user begins. */
export const TRANSACTION_PREFIX = "TRANSACTION#";

/** How the sort key of every month of a user begins. */
export const MONTH_PREFIX = "TRANSACTIONMONTH#";

/** Payments that may still be paid are spread over this many partitions of the index. */
export const UNPAID_SHARDS = 4;

/** Where a payment stands in the index of what is due, as long as it may still be paid. */
export const unpaidDue = { pk: "UNPAIDPAYMENT#{shard}", sk: "{endsAt}" } as const;

export const transaction = entity({
  name: "Transaction",
  about:
    "A payment, order, refund or bank transfer as its user sees it: amount, state, what became of it. The money itself is in the ledger.",
  pk: "USER#{userId}",
  sk: "TRANSACTION#{createdAt}#{transactionId}",
  indexes: { due: unpaidDue },
  answers: {
    "the transactions of a user, by time": "Query pk, sk begins with TRANSACTION#, or between two times",
    "which payments has nobody paid in time":
      "Query due, duePk = UNPAIDPAYMENT#<0..3>, oldest first; no keys there once it is paid or called off",
  },
});

export const transactionMonth = entity({
  name: "TransactionMonth",
  about:
    "How many transactions of a user one month has (UTC): raised in the transaction that opens one, so that pages are counted and found without reading all.",
  pk: "USER#{userId}",
  sk: "TRANSACTIONMONTH#{month}",
  answers: {
    "how many transactions has a user, and in which month is the n-th":
      "Query pk, sk begins with TRANSACTIONMONTH#, or between two months",
  },
});

export const transactionMetadata = entity({
  name: "TransactionMetadata",
  about:
    "What the maker of a transaction noted with it, where that was anything. Apart from it, for it may be 10 KB and no list shows it.",
  pk: "TRANSACTION#{transactionId}",
  sk: "METADATA",
  answers: { "what was noted with this transaction": "GetItem pk, sk" },
});

export const transactionReference = entity({
  name: "TransactionReference",
  about:
    "Which transaction an id of a provider belongs to; written in the transaction's own transaction, so an id has one.",
  pk: "TRANSACTION#{reference}",
  sk: "REFERENCE",
  answers: { "which transaction does this payment, session or transfer id name": "GetItem pk, sk" },
});
