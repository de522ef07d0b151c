import * as z from "zod";
import { storedNumber } from "../kernel/stored.ts";
import { entity } from "./table/entity.ts";

export const lease = entity({
  name: "Lease",
  about: "Which process does a piece of work at the moment, and until when unless it renews.",
  pk: "LEASE#{name}",
  sk: "LEASE",
  schema: z.object({ holder: z.string(), untilMs: z.bigint() }),
  holds: "nothing",
  erasure: "stays",
  answers: {
    "may this process do the work": "UpdateItem with a condition",
  },
});

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

/** The numbers of items: scanned, changed, retried after a concurrent update, failed. */
const counts = {
  scanned: storedNumber,
  changed: storedNumber,
  retried: storedNumber,
  failed: storedNumber,
};

export const backfillRun = entity({
  name: "BackfillRun",
  about:
    "The latest run of a backfill: its generation, in how many segments the table is read, and when it began and ended. Another begins where this one has ended, and this one is gone on with where it has not.",
  pk: "BACKFILL#{name}",
  sk: "RUN",
  schema: z.object({
    name: z.string(),
    /** The generation of its outcome. The progress of another generation does not count. */
    generation: z.string(),
    segments: storedNumber,
    startedAt: z.string(),
    endedAt: z.string().optional(),
    ...counts,
  }),
  holds: "nothing",
  erasure: "stays",
  answers: {
    "was this backfill run, and in which generation": "GetItem pk, sk",
    "where is it gone on with": "Query pk",
  },
});

export const backfillSegment = entity({
  name: "BackfillSegment",
  about: "How far a backfill has come in one segment of the table. Written after each page.",
  pk: "BACKFILL#{name}",
  sk: "SEGMENT#{segment}",
  schema: z.object({
    name: z.string(),
    segment: z.string(),
    /** The start of its run. */
    startedAt: z.string(),
    /** The last processed key; missing at the beginning and at the end. */
    after: z.object({ pk: z.string(), sk: z.string() }).optional(),
    isDone: z.boolean(),
    ...counts,
    ttl: storedNumber,
  }),
  expires: "a week after its latest page (attribute ttl); a later run starts again",
  holds: "a key that may be an address or a number",
  erasure: "expires",
  answers: { "where is this segment gone on with": "Query pk" },
});
