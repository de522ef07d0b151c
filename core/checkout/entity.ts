import { entity } from "../platform/entity.ts";

export const checkoutOrder = entity({
  name: "CheckoutOrder",
  about:
    "What was ordered, and on which page of the provider it is paid; its Transaction says what became of it.",
  pk: "ORDER#{orderId}",
  sk: "ORDER",
  answers: { "what is this order for": "GetItem pk, sk" },
});

export const checkoutAttempt = entity({
  name: "CheckoutAttempt",
  about:
    "Which order a client's Idempotency-Key is about to make: a retry tells the provider the same id, so that one session comes of both.",
  pk: "CHECKOUTATTEMPT#{attempt}",
  sk: "ATTEMPT",
  expires: "7 days after the first try (attribute ttl), as the key's own record",
  answers: { "which order does a retry go on with": "PutItem pk, sk on condition that it is not there" },
});
