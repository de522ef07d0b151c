import * as z from "zod";
import { storedNumber } from "../../kernel/stored.ts";
import { entity } from "../table/entity.ts";

export const idempotencyRecord = entity({
  name: "IdempotencyRecord",
  about:
    "The result of a write that a client may retry, under the client's Idempotency-Key; written in the write's own transaction.",
  pk: "IDEMPOTENCY#{actorId}",
  sk: "KEY#{operation}#{key}",
  schema: z.object({
    fingerprint: z.string(),
    result: z.string(),
    ttl: storedNumber,
  }),
  expires: "7 days after the write (attribute ttl)",
  holds: "what a request was answered",
  erasure: "deleted",
  answers: { "what did this key's first request do": "GetItem pk, sk" },
});
