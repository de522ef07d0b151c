import * as z from "zod";
import { money } from "../../kernel/assets/schema.ts";

/** What the provider's events say of users' subscriptions, and what plans can be bought. */

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
