import { entity } from "../../platform/table/entity.ts";
import { orderItem } from "./schema.ts";

export const checkoutOrder = entity({
  name: "CheckoutOrder",
  about: "The content of an order, and its payment page at the provider. Its Transaction has the outcome.",
  pk: "ORDER#{orderId}",
  sk: "ORDER",
  schema: orderItem,
  holds: "the content of an order",
  erasure: { retained: "law" },
  answers: { "what is the content of this order": "GetItem pk, sk" },
});
