import * as z from "zod";
import { money } from "../../kernel/assets/schema.ts";

/** What plan a user has, by what the provider's events say of the user's subscriptions. */

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

/** What an event says of a subscription. What it does not say stays as it was. */
export interface SubscriptionEvent {
  readonly kind: "created" | "updated" | "deleted";
  readonly subscriptionId: string;
  /** The provider's time of the event, in seconds. */
  readonly atSeconds: bigint;
  readonly createdSeconds?: bigint | undefined;
  readonly orderId?: string | undefined;
  readonly plan?: string | undefined;
  readonly priceId?: string | undefined;
  readonly status?: string | undefined;
  readonly currentPeriodEndSeconds?: bigint | undefined;
  readonly cancelAtPeriodEnd?: boolean | undefined;
}

/** An order that begins a subscription. */
export interface Ordered {
  readonly orderId: string;
  /** Undefined where the provider did not say it. */
  readonly subscriptionId: string | undefined;
  readonly plan: string;
  /** The provider's time at which the order was made, in seconds. */
  readonly openedAtSeconds: bigint;
}

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

/** What a month of a plan costs. */
export interface Offer {
  readonly plan: string;
  /** ISO 4217, lower case. */
  readonly currency: string;
  /** Of a month, in minor units. */
  readonly amountMinor: bigint;
}

const isCurrency = (text: string): boolean => (money as readonly string[]).includes(text.toUpperCase());

/** The plans that can be bought, as the setting has them: `pro:eur:2900 pro:usd:2900`. */
export const planPrices = z.string().transform((text, context): readonly Offer[] =>
  text.split(" ").flatMap((entry) => {
    const [, plan = "", currency = "", amount = ""] =
      /^([\w-]{1,40}):([a-z]{3}):([1-9]\d{0,7})$/.exec(entry) ?? [];
    if (isCurrency(currency)) return [{ plan, currency, amountMinor: BigInt(amount) }];
    context.addIssue(`must be plan:currency:minor units, between them a space; "${entry}" is not`);
    return [];
  }),
);
