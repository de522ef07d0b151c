import { entity } from "../../platform/table/entity.ts";
import { accountPaymentItem, accountPaymentName } from "./schema.ts";

export const accountPayment = entity({
  name: "MadePayment",
  about:
    "A payment from an account, in the list of the payer or of the payee. Written with the entry that moves or holds the money. Both contain the sum of the merchant's refunds.",
  pk: "USER#{userId}",
  sk: "PAYMENT#{createdAt}#{paymentId}",
  schema: accountPaymentItem,
  holds: "the name of the counterparty, and the description",
  erasure: { retained: "ledger", without: { counterparty: undefined, description: "" } },
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
  answers: {
    "which payments has this user made and received": "Query pk, sk begins with PAYMENT#, newest first",
  },
});

export const accountPaymentReference = entity({
  name: "MadePaymentReference",
  about:
    "The payer and the time of a payment from an account to a merchant. Written with the payment, so that the merchant finds it by its id.",
  pk: "PAYMENT#{paymentId}",
  sk: "MADE",
  schema: accountPaymentName,
  holds: "nothing",
  erasure: "stays",
  answers: { "where are the records of this payment": "GetItem pk, sk" },
});
