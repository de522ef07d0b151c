import { entity } from "../../platform/table/entity.ts";
import { orderItem } from "./schema.ts";

export const checkoutOrder = entity({
  name: "CheckoutOrder",
  about:
    "What was ordered, and on which page of the provider it is paid; its Transaction says what became of it.",
  pk: "ORDER#{orderId}",
  sk: "ORDER",
  schema: orderItem,
  holds: "what was ordered",
  erasure: { kept: "law" },
  answers: { "what is this order for": "GetItem pk, sk" },
});
