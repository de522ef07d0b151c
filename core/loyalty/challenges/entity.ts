import { entity } from "../../platform/table/entity.ts";
import { challengeItem, progressItem } from "./schema.ts";

export const challenge = entity({
  name: "LoyaltyChallenge",
  about: "What members of a program do within a time for points. Kept when it is over.",
  pk: "LOYALTYCHALLENGES#{programId}",
  sk: "CHALLENGE#{challengeId}",
  schema: challengeItem,
  holds: "nothing",
  erasure: "stays",
  answers: {
    "a program's challenges": "Query pk, newest first",
    "a challenge": "GetItem pk, sk",
  },
});

export const challengeProgress = entity({
  name: "LoyaltyProgress",
  about:
    "How far a user is in a challenge: changed in the transaction that counts a payment, which also credits its points, so that is once.",
  pk: "USER#{userId}",
  sk: "CHALLENGEPROGRESS#{challengeId}",
  schema: progressItem,
  holds: "nothing",
  erasure: "stays",
  exported: ["programId", "challengeId", "payments", "credited"],
  answers: {
    "how far is a user in these challenges": "BatchGetItem pk, sk",
    "in which challenges is a user anywhere": "Query pk, sk begins with CHALLENGEPROGRESS#",
  },
});
