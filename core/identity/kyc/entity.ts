import * as z from "zod";
import * as Due from "../../platform/due/index.ts";
import { entity } from "../../platform/table/entity.ts";
import { changeItem, stateItem, verificationItem } from "./schema.ts";

/** Validations, by expiry. */
export const expiryDue = Due.define("KYCEXPIRY", 4);

export const kycState = entity({
  name: "KycStanding",
  about: "A user's KYC state: status, level, reason. A user without this item is pending, level 0.",
  pk: "USER#{userId}",
  sk: "KYC",
  schema: stateItem,
  sync: ["profile"],
  indexes: { due: expiryDue.keys },
  holds: "the state of the identity verification, and its reason",
  erasure: { retained: "law", without: { reason: undefined, duePk: undefined, dueSk: undefined } },
  exported: ["status", "level", "kind", "reason", "since", "updatedAt"],
  answers: {
    "the KYC state of a user": "GetItem pk, sk",
    "which validations have expired": "Query due, duePk = KYCEXPIRY#<0..3>, dueSk up to now",
  },
});

export const kycChange = entity({
  name: "KycChange",
  about:
    "A decision on a user's identity, by its id, so that it is applied once. Written together with the state.",
  pk: "KYC#{userId}",
  sk: "CHANGE#{decisionId}",
  schema: changeItem,
  holds: "a decision of the identity verification, and its reason",
  erasure: { retained: "law", without: { reason: undefined } },
  exported: ["decided", "status", "level", "kind", "reason", "recordedAt"],
  answers: {
    "was this decision already applied": "GetItem pk, sk",
    "the decisions on a user": "Query pk, sk begins with CHANGE#",
  },
});

export const kycVerification = entity({
  name: "KycVerification",
  about: "The latest verification of a user's identity: its documents, whether it is open, and its outcome.",
  pk: "KYC#{userId}",
  sk: "VERIFICATION",
  schema: verificationItem,
  holds: "the reviewed documents, and the outcome",
  erasure: { retained: "law" },
  exported: ["level", "startedAt", "decidedAt", "outcome", "reasons"],
  answers: { "the latest verification of a user": "GetItem pk, sk" },
});

export const waitingVerification = entity({
  name: "KycWaiting",
  about: "Marks a verification that waits for a decision. Written and deleted together with it.",
  pk: "KYCQUEUE",
  sk: "{startedAt}#{verificationId}",
  schema: z.object({ startedAt: z.string(), verificationId: z.string(), userId: z.string() }),
  holds: "nothing",
  erasure: "deleted",
  answers: { "the verifications that wait for a decision": "Query pk, oldest first" },
});
