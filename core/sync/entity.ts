import * as z from "zod";
import { storedNumber } from "../kernel/stored.ts";
import { entity } from "../platform/table/entity.ts";
import { collections } from "./schema.ts";

export const syncHead = entity({
  name: "SyncHead",
  about: "The number of changes in a user's feed, which is the number of the latest one.",
  pk: "USER#{userId}",
  sk: "SYNCHEAD",
  schema: z.object({ version: storedNumber }),
  versionAttribute: "seq",
  holds: "nothing",
  erasure: "deleted",
  answers: {
    "the end of a user's feed": "GetItem pk, sk; updated in the transaction that adds to the feed",
  },
});

export const syncEntry = entity({
  name: "SyncEntry",
  about:
    "A change of a user's record, by its number in the user's feed, without gaps. It names the record, whose current state is read.",
  pk: "USER#{userId}",
  sk: "SYNC#{position}",
  schema: z.object({
    seq: storedNumber,
    collection: z.enum(collections),
    id: z.string(),
    of: z.object({ pk: z.string(), sk: z.string() }),
    at: z.string(),
  }),
  expires: "32 days after the change (attribute ttl): a cursor is valid for 30",
  holds: "nothing",
  erasure: "deleted",
  answers: { "the changes since a cursor": "Query pk, sk from the cursor's number on" },
});
export type Entry = z.output<typeof syncEntry.schema>;

export const syncDevice = entity({
  name: "SyncDevice",
  about: "The position of a user's device in the feed, and when it last pulled and pushed.",
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
  answers: { "the position of a device": "GetItem pk, sk" },
});
