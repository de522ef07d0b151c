import { entity } from "../../platform/table/entity.ts";

export const userPlan = entity({
  name: "UserPlan",
  about:
    "What is known of a user's subscriptions at the payment provider, the newest 50; the plan is told from them.",
  pk: "USER#{userId}",
  sk: "PLAN",
  answers: { "what plan does a user have": "GetItem pk, sk; written under its version with each change" },
});
