import { entity } from "../../platform/table/entity.ts";
import { countedItem } from "./schema.ts";

export const countedPayment = entity({
  name: "CountedPayment",
  about:
    "The points and challenges of a payment. Changed in the transaction that moves the points, so each event counts once.",
  pk: "USER#{userId}",
  sk: "COUNTED#{paymentId}",
  schema: countedItem,
  holds: "nothing",
  erasure: "stays",
  answers: { "for what has this payment counted": "GetItem pk, sk" },
});
