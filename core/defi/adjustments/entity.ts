import * as z from "zod";
import { entity } from "../../platform/table/entity.ts";
import * as Schema from "./schema.ts";

export const request = entity({
  name: "AdjustmentRequest",
  about:
    "A wallet's adjustment that one member of staff asked for, and who of them approved it: kept for good.",
  pk: "ADJUSTMENT#{approvalId}",
  sk: "ADJUSTMENT",
  schema: Schema.request,
  holds: "why staff moved a user's money",
  erasure: { kept: "ledger" },
  answers: { "an adjustment that waits for a second member of staff": "GetItem pk, sk" },
});

export const waiting = entity({
  name: "WaitingAdjustment",
  about:
    "That an adjustment waits for a second member of staff: for the queue of them, gone once it is booked.",
  pk: "ADJUSTMENTS",
  sk: "WAITS#{approvalId}",
  schema: z.object({ approvalId: z.string() }),
  expires: "a day after nobody may approve it any more (attribute ttl)",
  holds: "nothing",
  erasure: "stays",
  answers: { "which adjustments wait for a second member of staff": "Query pk, newest first" },
});

export const tally = entity({
  name: "AdjustmentTally",
  about:
    "What a member of staff has asked for and approved, in euro by the hour, so that nobody moves more than allowed within 24 hours.",
  pk: "USER#{userId}",
  sk: "ADJUSTED#{mode}",
  schema: Schema.tally,
  versionAttribute: "revision",
  holds: "nothing",
  erasure: "deleted",
  answers: { "may this member of staff adjust by that much": "GetItem pk, sk" },
});
