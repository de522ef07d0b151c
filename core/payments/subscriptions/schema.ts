import * as z from "zod";
import { money } from "../../kernel/money/index.ts";

/** An event of a subscription. Missing fields stay unchanged. */
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

export interface OrderedPlan {
  readonly orderId: string;
  /** Undefined if the provider did not state it. */
  readonly subscriptionId: string | undefined;
  readonly plan: string;
  /** The provider's time of the order, in seconds. */
  readonly openedAtSeconds: bigint;
}

/** The monthly price of a plan. */
export interface Offer {
  readonly plan: string;
  /** ISO 4217, lower case. */
  readonly currency: string;
  /** Minor units. */
  readonly amountMinor: bigint;
}

const isCurrency = (text: string): boolean => (money as readonly string[]).includes(text.toUpperCase());

/** The plans for sale, in the format of the setting: `pro:eur:2900 pro:usd:2900`. */
export const planPrices = z.string().transform((text, context): readonly Offer[] =>
  text.split(" ").flatMap((entry) => {
    const [, plan = "", currency = "", amount = ""] =
      /^([\w-]{1,40}):([a-z]{3}):([1-9]\d{0,7})$/.exec(entry) ?? [];
    if (isCurrency(currency)) return [{ plan, currency, amountMinor: BigInt(amount) }];
    context.addIssue(`must be entries plan:currency:minor-units, separated by a space; "${entry}" is not`);
    return [];
  }),
);
