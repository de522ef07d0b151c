import * as z from "zod";
import { entity } from "../table/entity.ts";

export const attempt = entity({
  name: "Attempt",
  about:
    "What a request with a client's Idempotency-Key is about to have a provider do, noted before the provider is asked: every try of it asks for the same.",
  pk: "ATTEMPT#{attempt}",
  sk: "ATTEMPT",
  schema: z.object({
    plan: z.record(z.string(), z.union([z.string(), z.boolean()])),
    startedAt: z.string(),
    fingerprint: z.string(),
  }),
  expires: "7 days after the first try (attribute ttl), as the key's own record",
  holds: "nothing",
  erasure: "expires",
  answers: {
    "what did the first try of this request set out to do": "PutItem pk, sk, unless it is there",
    "has a try of this request begun": "GetItem pk, sk, where the request is refused",
  },
});
