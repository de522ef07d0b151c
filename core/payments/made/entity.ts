import { entity } from "../../platform/table/entity.ts";
import { madeItem } from "./schema.ts";

export const madePayment = entity({
  name: "MadePayment",
  about:
    "A payment from account to account, in the list of who paid or of who was paid; written with the entry that moves the money, and never changed.",
  pk: "USER#{userId}",
  sk: "PAYMENT#{createdAt}#{paymentId}",
  schema: madeItem,
  answers: { "what has this user paid and been paid": "Query pk, sk begins with PAYMENT#, newest first" },
});
