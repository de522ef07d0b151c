import { entity } from "../../platform/table/entity.ts";
import { planItem } from "./schema.ts";

export const userPlan = entity({
  name: "UserPlan",
  about:
    "What is known of a user's subscriptions at the payment provider, the newest 50; the plan follows from them.",
  pk: "USER#{userId}",
  sk: "PLAN",
  schema: planItem,
  holds: "what the user subscribes to",
  erasure: "deleted",
  exported: ["subscriptions"],
  answers: {
    "what plan does a user have": "GetItem pk, sk; written under its version with each change",
    "what plan do a user's API keys share": "BatchGetItem pk, sk with the key and its owner",
  },
});
