import * as z from "zod";

/** What is known of the plans that accounts pay for. */

/**
 * What is known of one subscription. Each field is settled by itself, so the order of events does not matter.
 */
export const subscription = z.object({
  /** The provider's; the order's as long as the provider's is not known. */
  subscriptionId: z.string(),
  /** When it was made, in the provider's seconds: the earliest that an event names. */
  createdSeconds: z.bigint(),
  /** The order that began it, where it says so. */
  orderId: z.string().optional(),
  /** What it is called by its price or by the order that it carries. */
  plan: z.string().optional(),
  /** What the order that began it calls it; its presence says that this order was paid. */
  orderedPlan: z.string().optional(),
  /** Its order was not paid as it was made: it gives no plan, unless that order is paid after all. */
  withheld: z.boolean().default(false),
  priceId: z.string().optional(),
  /** As the provider has it. */
  status: z.string().optional(),
  currentPeriodEndSeconds: z.bigint().optional(),
  cancelAtPeriodEnd: z.boolean().default(false),
  /** The provider's time of the event that the above is from, and its kind's rank. */
  eventSeconds: z.bigint().optional(),
  eventRank: z.bigint().optional(),
  /** It is over for good. */
  ended: z.boolean().default(false),
});
export type Subscription = z.output<typeof subscription>;

export const planItem = z.object({
  userId: z.string(),
  /** Counts the writes, so that none is made of an old state. */
  version: z.bigint(),
  subscriptions: z.array(subscription),
});

/** A user's plan, as it is shown. */
export interface Plan {
  /** `free` without a subscription, and after the last one has ended. */
  readonly plan: string;
  /** The provider's (`active`, `past_due`, `canceled`), or `none` where there never was a subscription. */
  readonly status: string;
  /** ISO 8601. */
  readonly currentPeriodEnd: string | undefined;
  readonly cancelAtPeriodEnd: boolean;
}
