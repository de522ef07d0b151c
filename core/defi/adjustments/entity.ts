import * as z from "zod";
import { entity } from "../../platform/table/entity.ts";
import * as Schema from "./schema.ts";

export const request = entity({
  name: "AdjustmentRequest",
  about: "An adjustment of a wallet that a member of staff requested, and its approver. Stored permanently.",
  pk: "ADJUSTMENT#{approvalId}",
  sk: "ADJUSTMENT",
  schema: Schema.request,
  holds: "the reason why staff moved a user's money",
  erasure: { retained: "ledger" },
  answers: { "an adjustment that requires approval": "GetItem pk, sk" },
});

export const pendingAdjustment = entity({
  name: "WaitingAdjustment",
  about: "Lists an adjustment among those that require approval. Removed when the adjustment is posted.",
  pk: "ADJUSTMENTS",
  sk: "WAITS#{approvalId}",
  schema: z.object({ approvalId: z.string() }),
  expires: "a day after the request's validity ends (attribute ttl)",
  holds: "nothing",
  erasure: "stays",
  answers: { "which adjustments require approval": "Query pk, newest first" },
});

export const tally = entity({
  name: "AdjustmentTally",
  about:
    "The adjustments that a member of staff requested and approved, in euro by the hour, for the limit within 24 hours.",
  pk: "USER#{userId}",
  sk: "ADJUSTED#{mode}",
  schema: Schema.tally,
  versionAttribute: "revision",
  holds: "nothing",
  erasure: "deleted",
  answers: { "may this member of staff adjust by that much": "GetItem pk, sk" },
});
