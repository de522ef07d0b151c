import { entity } from "../../platform/table/entity.ts";
import { challengeItem, progressItem } from "./schema.ts";

export const challenge = entity({
  name: "LoyaltyChallenge",
  about: "A task that members of a program complete within a period for points. Stays after its end.",
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
    "A user's progress in a challenge. Changed in the transaction that counts a payment and credits the points, so both happen once.",
  pk: "USER#{userId}",
  sk: "CHALLENGEPROGRESS#{challengeId}",
  schema: progressItem,
  holds: "nothing",
  erasure: "stays",
  exported: ["programId", "challengeId", "payments", "credited"],
  answers: {
    "a user's progress in these challenges": "BatchGetItem pk, sk",
    "all challenges in which a user has progress": "Query pk, sk begins with CHALLENGEPROGRESS#",
  },
});
