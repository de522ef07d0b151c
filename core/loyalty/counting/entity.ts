import { entity } from "../../platform/table/entity.ts";
import { countedItem } from "./schema.ts";

export const countedPayment = entity({
  name: "CountedPayment",
  about:
    "What a payment has given its payer in points and counted for; changed in the transaction that moves the points, so each telling counts once.",
  pk: "USER#{userId}",
  sk: "COUNTED#{paymentId}",
  schema: countedItem,
  holds: "nothing",
  erasure: "stays",
  answers: { "what has this payment counted for": "GetItem pk, sk" },
});
