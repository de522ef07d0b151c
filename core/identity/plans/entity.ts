import * as z from "zod";
import { entity } from "../../platform/table/entity.ts";

/** A subscription. Each field is set by itself, so the order of events does not matter. */
const subscription = z.object({
  /** The provider's id, or the order's until the provider's is known. */
  subscriptionId: z.string(),
  /** The earliest time of creation that an event states, in the provider's seconds. */
  createdSeconds: z.bigint(),
  /** The order that began it, if it is known. */
  orderId: z.string().optional(),
  /** The plan that its price or its order names. */
  plan: z.string().optional(),
  /** The plan of the order that began it. Present if that order was paid. */
  orderedPlan: z.string().optional(),
  /** Whether its order was not paid at first. It then gives no plan until the order is paid. */
  withheld: z.boolean().default(false),
  priceId: z.string().optional(),
  /** The provider's status. */
  status: z.string().optional(),
  currentPeriodEndSeconds: z.bigint().optional(),
  cancelAtPeriodEnd: z.boolean().default(false),
  /** The provider's time of the latest event, and the rank of its kind. */
  eventSeconds: z.bigint().optional(),
  eventRank: z.bigint().optional(),
  ended: z.boolean().default(false),
});
export type Subscription = z.output<typeof subscription>;

export const userPlan = entity({
  name: "UserPlan",
  about: "A user's subscriptions at the payment provider, the newest 50. They determine the plan.",
  pk: "USER#{userId}",
  sk: "PLAN",
  schema: z.object({
    userId: z.string(),
    version: z.bigint(),
    subscriptions: z.array(subscription),
  }),
  holds: "what the user subscribes to",
  erasure: "deleted",
  exported: ["subscriptions"],
  answers: {
    "what plan does a user have": "GetItem pk, sk; written under its version with each change",
    "what plan do a user's API keys share": "BatchGetItem pk, sk with the key and its owner",
  },
});

/** A user's plan. */
export interface Plan {
  /** `free` without a living subscription. */
  readonly plan: string;
  /** The provider's (`active`, `past_due`, `canceled`), or `none` if there never was a subscription. */
  readonly status: string;
  /** ISO 8601. */
  readonly currentPeriodEnd: string | undefined;
  readonly cancelAtPeriodEnd: boolean;
}
