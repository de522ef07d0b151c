import * as Due from "../../../platform/due/index.ts";
import { entity } from "../../../platform/table/entity.ts";
import { authorizationItem, disputeItem, transactionItem } from "./schema.ts";

/** Authorizations to compare with the provider's, since an event may be lost. */
export const authorizationDue = Due.define("CARDAUTHORIZATION", 4);

export const cardAuthorization = entity({
  name: "CardAuthorization",
  about:
    "A purchase with an issued card: what we answered, what is held for it, what was taken. Written with the ledger's entries for it.",
  pk: "CARDAUTHORIZATION#{authorizationId}",
  sk: "AUTHORIZATION",
  schema: authorizationItem,
  indexes: { due: authorizationDue.keys },
  sync: ["transactions"],
  holds: "where the user has bought",
  erasure: { kept: "ledger" },
  exported: ["merchant", "status", "amountMinor", "capturedMinor", "refundedMinor", "last4", "createdAt"],
  answers: {
    "what was answered, and what is held": "GetItem pk, sk, in the read of what an authorization depends on",
    "of which purchases was nothing heard":
      "Query due, duePk = CARDAUTHORIZATION#<0..3>, oldest first; no keys there once nothing is held",
  },
});

export const cardTransaction = entity({
  name: "CardTransaction",
  about:
    "What a merchant took with an issued card, or gave back: booked once, by the provider's id, with its entry.",
  pk: "CARDTRANSACTION#{transactionId}",
  sk: "TRANSACTION",
  schema: transactionItem,
  holds: "where the user has bought",
  erasure: { kept: "ledger" },
  answers: { "was this transaction booked": "GetItem pk, sk" },
});

export const cardDispute = entity({
  name: "CardDispute",
  about: "A dispute of what an issued card paid: what of it its owner has back.",
  pk: "CARDDISPUTE#{disputeId}",
  sk: "DISPUTE",
  schema: disputeItem,
  holds: "nothing",
  erasure: "stays",
  answers: { "what of this dispute is booked": "GetItem pk, sk" },
});
