import type Stripe from "stripe";
import { decimal } from "./prices.ts";
import type { Tx } from "./tx.ts";

/** Creates subscriptions. */

export type Subscription = Stripe.Subscription;
type Item = Stripe.SubscriptionItem;

export const DAY_MS = 86_400_000;

/** Returns the end of the period `count` months (days, weeks, years) after the anchor. The 31st becomes a month's last day. */
export function periodEnd(anchor: number, interval: string, count: number): number {
  const date = new Date(anchor * 1000);
  if (interval === "day" || interval === "week")
    return anchor + (count * (interval === "week" ? 7 : 1) * DAY_MS) / 1000;
  const months = date.getUTCMonth() + count * (interval === "year" ? 12 : 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const end = new Date(date);
  end.setUTCFullYear(date.getUTCFullYear(), months, Math.min(date.getUTCDate(), last));
  return end.getTime() / 1000;
}

export function itemOf(
  tx: Tx,
  subscriptionId: string,
  price: Stripe.Price,
  quantity: number,
  start: number,
): Item {
  const { interval = "month", interval_count: count = 1 } = price.recurring ?? {};
  return {
    id: tx.newId("si"),
    object: "subscription_item",
    billing_thresholds: null,
    created: tx.now,
    current_period_end: periodEnd(start, interval, count),
    current_period_start: start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: {
      id: price.id,
      object: "plan",
      active: price.active,
      amount: price.unit_amount,
      amount_decimal: decimal(String(price.unit_amount)),
      billing_scheme: "per_unit",
      created: price.created,
      currency: price.currency,
      interval,
      interval_count: count,
      livemode: false,
      metadata: {},
      meter: null,
      nickname: price.nickname,
      product: price.product,
      tiers_mode: null,
      transform_usage: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    price,
    quantity,
    subscription: subscriptionId,
    tax_rates: [],
  };
}

export interface NewSubscription {
  readonly customer: string;
  readonly method: string;
  readonly lines: readonly Stripe.LineItem[];
  readonly metadata: Record<string, string>;
  readonly description: string | null;
  /** Nothing is charged during the trial. */
  readonly trialDays: number;
}

/** Fields that are the same for every new subscription. */
const blank = () =>
  ({
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    customer_account: null,
    days_until_due: null,
    default_source: null,
    default_tax_rates: [],
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    test_clock: null,
    transfer_data: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" },
    },
  }) satisfies Partial<Subscription>;

/** Creates a subscription whose first period is paid. The caller creates its invoice. */
export function createSubscription(tx: Tx, params: NewSubscription): Subscription {
  const id = tx.newId("sub");
  const recurring = params.lines.filter((line) => line.price?.recurring);
  const trialEnd = params.trialDays > 0 ? tx.now + (params.trialDays * DAY_MS) / 1000 : null;
  const items = recurring.flatMap(({ price, quantity }) =>
    price ? [itemOf(tx, id, price, quantity ?? 1, tx.now)] : [],
  );
  if (trialEnd !== null) for (const item of items) item.current_period_end = trialEnd;
  const subscription: Subscription = {
    ...blank(),
    id,
    billing_cycle_anchor: trialEnd ?? tx.now,
    created: tx.now,
    currency: recurring[0]?.currency ?? "eur",
    customer: params.customer,
    default_payment_method: params.method,
    description: params.description,
    items: { object: "list", data: items, has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    metadata: params.metadata,
    start_date: tx.now,
    status: trialEnd === null ? "active" : "trialing",
    trial_end: trialEnd,
    trial_start: trialEnd === null ? null : tx.now,
  };
  tx.save(subscription);
  tx.addNotes(id, { periods: trialEnd === null ? 1 : 0 });
  scheduleRenewal(tx, subscription);
  tx.emit("customer.subscription.created", subscription);
  return subscription;
}

export const endOf = ({ items }: Subscription): number =>
  Math.min(...items.data.map((item) => item.current_period_end));

export const scheduleRenewal = (tx: Tx, subscription: Subscription): void =>
  tx.setTimer("renew", subscription.id, endOf(subscription) * 1000);
