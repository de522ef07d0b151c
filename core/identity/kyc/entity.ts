import { entity } from "../../platform/table/entity.ts";
import { changeItem, standingItem } from "./schema.ts";

export const kycStanding = entity({
  name: "KycStanding",
  about: "How a user stands with the checks of identity: status, level, why. Without one: pending, level 0.",
  pk: "USER#{userId}",
  sk: "KYC",
  schema: standingItem,
  sync: ["profile"],
  answers: { "is this user's identity checked, and how far": "GetItem pk, sk" },
});

export const kycChange = entity({
  name: "KycChange",
  about: "One decision on a user's identity, by its id, so that it is taken once; written with the standing.",
  pk: "KYC#{userId}",
  sk: "CHANGE#{decisionId}",
  schema: changeItem,
  answers: {
    "was this decision taken before": "GetItem pk, sk",
    "how a user's standing came about": "Query pk",
  },
});
