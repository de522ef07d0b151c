import * as z from "zod";
import { entity } from "../../platform/table/entity.ts";

/** A subscription. Each event sets its own fields, so that events may arrive in any order. */
const subscription = z.object({
  /** The provider's id. Until it is known, the order's id. */
  subscriptionId: z.string(),
  /** The earliest creation time in any event, in the provider's UNIX seconds. */
  createdSeconds: z.bigint(),
  /** The order that created it, if known. */
  orderId: z.string().optional(),
  /** The plan in the metadata of its price or order. */
  plan: z.string().optional(),
  /** The plan of the order that created it, if that order was paid. */
  orderedPlan: z.string().optional(),
  /** Whether a payment of its order differed from the order. The subscription then grants no plan until the order is paid correctly. */
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
  about: "A user's subscriptions at the payment provider, the newest 50. They determine the user's plan.",
  pk: "USER#{userId}",
  sk: "PLAN",
  schema: z.object({
    userId: z.string(),
    version: z.bigint(),
    subscriptions: z.array(subscription),
  }),
  holds: "the user's subscriptions",
  erasure: "deleted",
  exported: ["subscriptions"],
  answers: {
    "the plan of a user": "GetItem pk, sk; each write is conditional on the version",
    "the plan of a user's API keys": "BatchGetItem pk, sk with the key and its owner",
  },
});

export interface Plan {
  /** `free` without an active subscription. */
  readonly plan: string;
  /** The provider's status (`active`, `past_due`, `canceled`), or `none` if there never was a subscription. */
  readonly status: string;
  /** ISO 8601. */
  readonly currentPeriodEnd: string | undefined;
  readonly cancelAtPeriodEnd: boolean;
}
