import type Stripe from "stripe";
import * as z from "zod";
import { endpoint, page, paging, type Settings } from "./endpoint.ts";
import { invalid, StripeFault } from "./errors.ts";
import { pay } from "./flow.ts";
import { boolean, clearable, ignored, integer, mergeMetadata, metadata, oneOf, text } from "./params.ts";
import { createIntent } from "./payment-intents.ts";
import { decimal, newPrice, priceData } from "./prices.ts";
import { idOf, type Tx } from "./tx.ts";

/** Subscriptions: begun by checkout, renewed by the platform's clock, ended by either side. Invoices are not kept. */

export type Subscription = Stripe.Subscription;
type Item = Stripe.SubscriptionItem;

const DAY_MS = 86_400_000;

/** When the pauses between tries to be paid are over, a subscription is canceled. */
const RETRY_DAYS = [3, 5, 7];

/** The end of the period that begins `count` months (days, weeks, years) after the anchor; the 31st falls on a month's last day. */
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

function itemOf(tx: Tx, subscriptionId: string, price: Stripe.Price, quantity: number, start: number): Item {
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

export interface Beginning {
  readonly customer: string;
  readonly method: string;
  readonly lines: readonly Stripe.LineItem[];
  readonly metadata: Record<string, string>;
  readonly description: string | null;
  /** Nothing is charged before they are over. */
  readonly trialDays: number;
}

/** Begins a subscription whose first period was paid. */
export function begin(tx: Tx, given: Beginning): Subscription {
  const id = tx.newId("sub");
  const recurring = given.lines.filter((line) => line.price?.recurring);
  const trialEnd = given.trialDays > 0 ? tx.now + (given.trialDays * DAY_MS) / 1000 : null;
  const items = recurring.flatMap(({ price, quantity }) =>
    price ? [itemOf(tx, id, price, quantity ?? 1, tx.now)] : [],
  );
  if (trialEnd !== null) for (const item of items) item.current_period_end = trialEnd;
  const subscription: Subscription = {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: trialEnd ?? tx.now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: tx.now,
    currency: recurring[0]?.currency ?? "eur",
    customer: given.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: given.method,
    default_source: null,
    default_tax_rates: [],
    description: given.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: { object: "list", data: items, has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata,
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
    start_date: tx.now,
    status: trialEnd === null ? "active" : "trialing",
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" },
    },
    trial_start: trialEnd === null ? null : tx.now,
  };
  tx.save(subscription);
  tx.note(id, { periods: trialEnd === null ? 1 : 0 });
  scheduleRenewal(tx, subscription);
  tx.emit("customer.subscription.created", subscription);
  return subscription;
}

const endOf = ({ items }: Subscription): number =>
  Math.min(...items.data.map((item) => item.current_period_end));

const scheduleRenewal = (tx: Tx, subscription: Subscription): void =>
  tx.later("renew", subscription.id, endOf(subscription) * 1000);

/** Ends a subscription for good. */
function end(tx: Tx, subscription: Subscription, reason: "cancellation_requested" | "payment_failed"): void {
  subscription.status = "canceled";
  subscription.canceled_at ??= tx.now;
  subscription.ended_at = tx.now;
  subscription.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason };
  tx.never("renew", subscription.id);
  tx.save(subscription);
  tx.emit("customer.subscription.deleted", subscription);
}

/** Charges the saved card for a period. @returns whether its bank agreed */
function charge(tx: Tx, settings: Settings, subscription: Subscription): boolean {
  const customer = tx.find("customer", idOf(subscription.customer) ?? "");
  const methodId =
    idOf(subscription.default_payment_method) ?? idOf(customer?.invoice_settings.default_payment_method);
  const method = methodId === undefined ? undefined : tx.find("payment_method", methodId);
  if (!customer || !method || idOf(method.customer) !== customer.id) return false;
  const amount = subscription.items.data.reduce(
    (sum, { price, quantity = 1 }) => sum + (price.unit_amount ?? 0) * quantity,
    0,
  );
  if (amount === 0) return true;
  const intent = createIntent(tx, {
    amount,
    currency: subscription.currency,
    customer: customer.id,
    description: "Subscription update",
    payment_method: method.id,
    allowed_payment_method_types: ["card"],
  });
  try {
    pay(tx, settings, intent, method, { offSession: true, noAction: true, returnUrl: null });
    return true;
  } catch (error) {
    if (error instanceof StripeFault && error.executed) return false;
    throw error;
  }
}

/**
 * A period is over: the next one is charged for, or the subscription ends.
 * @param dueMs when it was: a clock that was moved far is behind
 */
export function renew(tx: Tx, settings: Settings, id: string, dueMs: number): void {
  const subscription = tx.find("subscription", id);
  if (!subscription || subscription.status === "canceled") return;
  if (subscription.cancel_at_period_end) {
    end(tx, subscription, "cancellation_requested");
    return;
  }
  const previous = { status: subscription.status, items: subscription.items };
  const { periods = 1, failures = 0 } = tx.notes(id) as { periods?: number; failures?: number };
  if (charge(tx, settings, subscription)) {
    nextPeriod(subscription, periods);
    subscription.status = "active";
    tx.note(id, { periods: periods + 1, failures: 0 });
    scheduleRenewal(tx, subscription);
  } else {
    const days = RETRY_DAYS[failures];
    if (days === undefined) {
      end(tx, subscription, "payment_failed");
      return;
    }
    subscription.status = "past_due";
    tx.note(id, { failures: failures + 1 });
    tx.later("renew", id, dueMs + days * DAY_MS);
  }
  tx.save(subscription);
  tx.emit("customer.subscription.updated", subscription, previous);
}

function nextPeriod(subscription: Subscription, periods: number): void {
  const anchor = subscription.billing_cycle_anchor;
  subscription.items = {
    ...subscription.items,
    data: subscription.items.data.map((item) => {
      const { interval, interval_count: count } = item.plan;
      return {
        ...item,
        current_period_start: periodEnd(anchor, interval, count * periods),
        current_period_end: periodEnd(anchor, interval, count * (periods + 1)),
      };
    }),
  };
}

const changing = {
  cancel_at_period_end: boolean.optional(),
  default_payment_method: clearable.optional(),
  description: clearable.optional(),
  items: z
    .array(
      z.strictObject({
        id: text.optional(),
        price: text.optional(),
        price_data: priceData.optional(),
        quantity: integer.optional(),
      }),
    )
    .optional(),
  metadata,
  proration_behavior: oneOf("always_invoice", "create_prorations", "none").optional(),
  expand: ignored,
};

type Changing = z.output<z.ZodObject<typeof changing>>;

function changeItem(
  tx: Tx,
  subscription: Subscription,
  given: NonNullable<Changing["items"]>[number],
  at: number,
) {
  const { data } = subscription.items;
  const index = data.findIndex((item) => item.id === (given.id ?? data[0]?.id));
  const before = data[index];
  if (!before)
    throw invalid(`No such subscription item: '${given.id}'`, `items[${at}][id]`, "resource_missing");
  const price = given.price_data
    ? newPrice(tx, given.price_data, `items[${at}][price_data]`)
    : given.price === undefined
      ? before.price
      : tx.get("price", given.price, `items[${at}][price]`);
  const { current_period_start: start, current_period_end: periodEnds, id, quantity = 1 } = before;
  const made = itemOf(tx, subscription.id, price, given.quantity ?? quantity, start);
  data[index] = { ...made, id, current_period_end: periodEnds };
}

function change(tx: Tx, subscription: Subscription, given: Changing): void {
  if (subscription.status === "canceled")
    throw invalid("A canceled subscription can only update its cancellation_details and metadata.");
  const previous = {
    cancel_at_period_end: subscription.cancel_at_period_end,
    items: { ...subscription.items, data: [...subscription.items.data] },
    metadata: subscription.metadata,
  };
  const { cancel_at_period_end: atEnd, default_payment_method: method } = given;
  if (atEnd !== undefined) {
    subscription.cancel_at_period_end = atEnd;
    subscription.cancel_at = atEnd ? endOf(subscription) : null;
    subscription.canceled_at = atEnd ? tx.now : null;
  }
  if (method !== undefined)
    subscription.default_payment_method =
      method === null ? null : tx.get("payment_method", method, "default_payment_method").id;
  if (given.description !== undefined) subscription.description = given.description;
  for (const [at, item] of (given.items ?? []).entries()) changeItem(tx, subscription, item, at);
  subscription.metadata = mergeMetadata(subscription.metadata, given.metadata);
  tx.save(subscription);
  tx.emit("customer.subscription.updated", subscription, previous);
}

export const subscriptions = [
  endpoint(
    "GET",
    "/v1/subscriptions",
    { ...paging, customer: text.optional(), status: text.optional(), expand: ignored },
    ({ tx }, params) => {
      const { customer, status } = params;
      const all = tx
        .list("subscription")
        .filter(
          (one) =>
            (customer === undefined || one.customer === customer) &&
            (status === undefined ? one.status !== "canceled" : status === "all" || one.status === status),
        );
      return page("/v1/subscriptions", all, params);
    },
  ),
  endpoint("GET", "/v1/subscriptions/:id", { expand: ignored }, ({ tx, ids: [id = ""] }) =>
    tx.get("subscription", id),
  ),
  endpoint("POST", "/v1/subscriptions/:id", changing, ({ tx, ids: [id = ""] }, params) => {
    const subscription = tx.get("subscription", id);
    change(tx, subscription, params);
    return subscription;
  }),
  endpoint(
    "DELETE",
    "/v1/subscriptions/:id",
    { invoice_now: ignored, prorate: ignored, cancellation_details: ignored, expand: ignored },
    ({ tx, ids: [id = ""] }) => {
      const subscription = tx.get("subscription", id);
      if (subscription.status === "canceled") return tx.get("subscription", "");
      end(tx, subscription, "cancellation_requested");
      return subscription;
    },
  ),
];
