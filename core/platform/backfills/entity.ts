import * as z from "zod";
import { storedNumber } from "../../kernel/stored.ts";
import { entity } from "../table/entity.ts";

/** What was done with items: scanned, changed, retried because somebody had changed them, and not changed by an error. */
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
    /** What its outcome is of: progress that was made in another generation counts for nothing. */
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
    /** Of the run that it is part of. */
    startedAt: z.string(),
    /** The key that it has come to; none at the beginning, and at the end. */
    after: z.object({ pk: z.string(), sk: z.string() }).optional(),
    isDone: z.boolean(),
    ...counts,
    ttl: storedNumber,
  }),
  expires: "a week after its latest page (attribute ttl): then it is begun anew",
  holds: "a key that may be an address or a number",
  erasure: "expires",
  answers: { "where is this segment gone on with": "Query pk" },
});
