import * as Due from "../../../platform/due/index.ts";
import { entity } from "../../../platform/table/entity.ts";
import { authorizationItem, disputeItem, transactionItem } from "./schema.ts";

/** Authorizations to compare with the provider's, since an event may be lost. */
export const authorizationDue = Due.define("CARDAUTHORIZATION", 4);

export const cardAuthorization = entity({
  name: "CardAuthorization",
  about:
    "A purchase with an issued card: our answers, its holds and its captured amount. Written with its ledger entries.",
  pk: "CARDAUTHORIZATION#{authorizationId}",
  sk: "AUTHORIZATION",
  schema: authorizationItem,
  indexes: { due: authorizationDue.keys },
  sync: ["transactions"],
  holds: "the merchants of the user's purchases",
  erasure: { retained: "ledger" },
  exported: ["merchant", "status", "amountMinor", "capturedMinor", "refundedMinor", "last4", "createdAt"],
  answers: {
    "the answers and holds of a purchase": "GetItem pk, sk, in the read of an authorization's inputs",
    "which purchases have no recent event":
      "Query due, duePk = CARDAUTHORIZATION#<0..3>, oldest first; no keys there once nothing is held",
  },
});

export const cardTransaction = entity({
  name: "CardTransaction",
  about:
    "A charge or refund of a merchant on an issued card. Booked once, by the provider's id, with its entry.",
  pk: "CARDTRANSACTION#{transactionId}",
  sk: "TRANSACTION",
  schema: transactionItem,
  holds: "the merchants of the user's purchases",
  erasure: { retained: "ledger" },
  answers: { "was this transaction booked": "GetItem pk, sk" },
});

export const cardDispute = entity({
  name: "CardDispute",
  about: "A dispute of a payment by an issued card, with the amount returned to its owner.",
  pk: "CARDDISPUTE#{disputeId}",
  sk: "DISPUTE",
  schema: disputeItem,
  holds: "nothing",
  erasure: "stays",
  answers: { "which amount of this dispute is booked": "GetItem pk, sk" },
});
