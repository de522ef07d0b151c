import * as z from "zod";
import { storedNumber } from "../kernel/stored.ts";
import { entity } from "../platform/table/entity.ts";
import { collections } from "./schema.ts";

export const syncHead = entity({
  name: "SyncHead",
  about: "How many changes a user's feed has seen: the number of the latest one.",
  pk: "USER#{userId}",
  sk: "SYNCHEAD",
  schema: z.object({ version: storedNumber }),
  versionAttribute: "seq",
  holds: "nothing",
  erasure: "deleted",
  answers: {
    "where does a user's feed end": "GetItem pk, sk; moved on in the transaction that adds to the feed",
  },
});

export const syncEntry = entity({
  name: "SyncEntry",
  about:
    "That a record of a user has changed, by the change's number in the user's feed: there is no gap between them. It names the record, what it is now is read.",
  pk: "USER#{userId}",
  sk: "SYNC#{position}",
  schema: z.object({
    seq: storedNumber,
    collection: z.enum(collections),
    id: z.string(),
    of: z.object({ pk: z.string(), sk: z.string() }),
    at: z.string(),
  }),
  expires: "32 days after the change (attribute ttl): a cursor is good for 30",
  holds: "nothing",
  erasure: "deleted",
  answers: { "what has changed since a cursor": "Query pk, sk from the cursor's number on" },
});
export type Entry = z.output<typeof syncEntry.schema>;

export const syncDevice = entity({
  name: "SyncDevice",
  about: "How far a user's device has come in the feed, and when it last pulled and pushed.",
  pk: "USER#{userId}",
  sk: "SYNCDEVICE#{deviceId}",
  schema: z.object({
    seq: storedNumber.optional(),
    lastPulledAt: z.string().optional(),
    lastPushedAt: z.string().optional(),
  }),
  expires: "60 days after it last pulled or pushed (attribute ttl)",
  holds: "a device's id",
  erasure: "deleted",
  exported: ["lastPulledAt", "lastPushedAt"],
  answers: { "how far has a device come": "GetItem pk, sk" },
});
