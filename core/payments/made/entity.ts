import { entity } from "../../platform/table/entity.ts";
import { madeItem, madeName } from "./schema.ts";

export const madePayment = entity({
  name: "MadePayment",
  about:
    "A payment from an account, in the list of who paid or of who was paid; written with the entry that moves or holds the money; what a merchant gives back of it is added up in both.",
  pk: "USER#{userId}",
  sk: "PAYMENT#{createdAt}#{paymentId}",
  schema: madeItem,
  holds: "the name of who was at the other end, and what was written",
  erasure: { kept: "ledger", without: { counterparty: undefined, description: "" } },
  exported: [
    "paymentId",
    "direction",
    "method",
    "accountId",
    "amount",
    "asset",
    "fee",
    "counterparty",
    "description",
    "refunded",
    "createdAt",
  ],
  answers: { "what has this user paid and been paid": "Query pk, sk begins with PAYMENT#, newest first" },
});

export const madeReference = entity({
  name: "MadePaymentReference",
  about:
    "Who paid a merchant by a payment from an account, and when: written with the payment, so that its merchant finds it by its id.",
  pk: "PAYMENT#{paymentId}",
  sk: "MADE",
  schema: madeName,
  holds: "nothing",
  erasure: "stays",
  answers: { "where are the records of this payment": "GetItem pk, sk" },
});
