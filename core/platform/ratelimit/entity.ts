import * as z from "zod";
import { storedNumber } from "../../kernel/stored.ts";
import { entity } from "../table/entity.ts";

export const rateLimitLog = entity({
  name: "RateLimitLog",
  about:
    "The times of a caller's latest requests to a bucket with a small limit: never more of them than the limit.",
  pk: "RATELIMIT#{bucket}#{max}#{caller}",
  sk: "LOG",
  schema: z.object({ hits: z.array(storedNumber) }),
  expires: "one window after the last request (attribute ttl)",
  holds: "who makes requests: an address at times",
  erasure: "expires",
  answers: { "may this caller make another request": "UpdateItem pk, sk, conditional" },
});

export const rateLimitCount = entity({
  name: "RateLimitCount",
  about:
    "How many requests a caller made to a bucket with a large limit, or on a plan: counted in sixtieths of the window, so that the item stays small.",
  pk: "RATELIMIT#{bucket}#{caller}",
  sk: "COUNT",
  schema: z.object({
    slot: storedNumber,
    total: storedNumber,
    past: z.array(storedNumber),
    wholeAtMs: storedNumber,
    today: storedNumber,
  }),
  expires: "one window after the last request, of a plan at the end of its day (attribute ttl)",
  holds: "who makes requests: an address at times",
  erasure: "expires",
  answers: { "may this caller make another request of many": "UpdateItem pk, sk, conditional" },
});
