import * as z from "zod";
import * as Due from "../../platform/due/index.ts";
import { entity } from "../../platform/table/entity.ts";
import { changeItem, standingItem, verificationItem } from "./schema.ts";

/** Validations, by when they expire. */
export const expiryDue = Due.define("KYCEXPIRY", 4);

export const kycStanding = entity({
  name: "KycStanding",
  about: "A user's KYC state: status, level, reason. Without one: pending, level 0.",
  pk: "USER#{userId}",
  sk: "KYC",
  schema: standingItem,
  sync: ["profile"],
  indexes: { due: expiryDue.keys },
  holds: "how the checks of identity stand, and why",
  erasure: { kept: "law", without: { reason: undefined, duePk: undefined, dueSk: undefined } },
  exported: ["status", "level", "kind", "reason", "since", "updatedAt"],
  answers: {
    "is this user's identity checked, and how far": "GetItem pk, sk",
    "whose validation is over": "Query due, duePk = KYCEXPIRY#<0..3>, dueSk up to now",
  },
});

export const kycChange = entity({
  name: "KycChange",
  about: "One decision on a user's identity, by its id, so that it counts once. Written with the state.",
  pk: "KYC#{userId}",
  sk: "CHANGE#{decisionId}",
  schema: changeItem,
  holds: "that an identity was checked, what was found, and why",
  erasure: { kept: "law", without: { reason: undefined } },
  exported: ["decided", "status", "level", "kind", "reason", "recordedAt"],
  answers: {
    "was this decision taken before": "GetItem pk, sk",
    "how a user's standing came about": "Query pk, sk begins with CHANGE#",
  },
});

export const kycVerification = entity({
  name: "KycVerification",
  about: "The latest verification of a user's identity: its documents, whether it is open, and its outcome.",
  pk: "KYC#{userId}",
  sk: "VERIFICATION",
  schema: verificationItem,
  holds: "which documents were reviewed, and what was found",
  erasure: { kept: "law" },
  exported: ["level", "startedAt", "decidedAt", "outcome", "reasons"],
  answers: { "is this user being verified, and by what": "GetItem pk, sk" },
});

export const kycWaiting = entity({
  name: "KycWaiting",
  about: "Marks a verification that waits for a decision. Written and deleted together with it.",
  pk: "KYCQUEUE",
  sk: "{startedAt}#{verificationId}",
  schema: z.object({ startedAt: z.string(), verificationId: z.string(), userId: z.string() }),
  holds: "nothing",
  erasure: "deleted",
  answers: { "which verifications wait for a decision": "Query pk, oldest first" },
});
