import * as z from "zod";
import { storedNumber } from "../kernel/stored.ts";
import { entity } from "./table/entity.ts";

export const lease = entity({
  name: "Lease",
  about: "The process that currently does a piece of work alone, and the expiry of its lease.",
  pk: "LEASE#{name}",
  sk: "LEASE",
  schema: z.object({ holder: z.string(), untilMs: z.bigint() }),
  holds: "nothing",
  erasure: "stays",
  answers: {
    "acquire the lease of a piece of work": "UpdateItem with a condition",
  },
});

export const attempt = entity({
  name: "Attempt",
  about:
    "The plan of a request with a client's Idempotency-Key, stored before the provider is called, so that each attempt sends the same to the provider.",
  pk: "ATTEMPT#{attempt}",
  sk: "ATTEMPT",
  schema: z.object({
    plan: z.record(z.string(), z.union([z.string(), z.boolean()])),
    startedAt: z.string(),
    fingerprint: z.string(),
  }),
  expires: "7 days after the first attempt (attribute ttl), like the key's own record",
  holds: "nothing",
  erasure: "expires",
  answers: {
    "store the plan of the first attempt, or read it at a later one": "PutItem pk, sk, unless it exists",
    "whether an attempt has begun": "GetItem pk, sk, if the request is rejected",
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
  holds: "the response to a request",
  erasure: "deleted",
  answers: { "the result of the first request with this key": "GetItem pk, sk" },
});

export const rateLimitLog = entity({
  name: "RateLimitLog",
  about:
    "The times of a caller's latest requests to a bucket with a small limit: at most as many as the limit.",
  pk: "RATELIMIT#{bucket}#{max}#{caller}",
  sk: "LOG",
  schema: z.object({ hits: z.array(storedNumber) }),
  expires: "one window after the last request (attribute ttl)",
  holds: "who makes requests: an address at times",
  erasure: "expires",
  answers: { "count a request of a caller under a small limit": "UpdateItem pk, sk, conditional" },
});

export const rateLimitCount = entity({
  name: "RateLimitCount",
  about:
    "The number of a caller's requests to a bucket with a large limit, or on a plan, by sixtieths of the window, so that the item stays small.",
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
  answers: { "count a request of a caller under a large limit": "UpdateItem pk, sk, conditional" },
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
    "The latest run of a backfill: its generation, the number of segments, its start and its end. A run without an end is resumed; after an end, a new run begins.",
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
    "the latest run and its generation": "GetItem pk, sk",
    "the run with its segments": "Query pk",
  },
});

export const backfillSegment = entity({
  name: "BackfillSegment",
  about: "The progress of a backfill in one segment of the table. Written after each page.",
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
  expires: "a week after its latest page (attribute ttl); a later run starts from the beginning",
  holds: "a key that may be an address or a number",
  erasure: "expires",
  answers: { "the positions at which a run is resumed": "Query pk" },
});
