import * as z from "zod";
import { endpoint, page, paging } from "./endpoint.ts";
import { invalid } from "./errors.ts";
import { endOf, itemOf, type Subscription } from "./new-subscription.ts";
import { boolean, clearable, ignored, integer, mergeMetadata, metadata, oneOf, text } from "./params.ts";
import { newPrice, priceData } from "./prices.ts";
import { end } from "./renewal.ts";
import type { Tx } from "./tx.ts";

/** Subscriptions: read, change, cancel. Checkout creates them. */

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
  params: NonNullable<Changing["items"]>[number],
  at: number,
) {
  const { data } = subscription.items;
  const index = data.findIndex((item) => item.id === (params.id ?? data[0]?.id));
  const before = data[index];
  if (!before)
    throw invalid(`No such subscription item: '${params.id}'`, `items[${at}][id]`, "resource_missing");
  const price = params.price_data
    ? newPrice(tx, params.price_data, `items[${at}][price_data]`)
    : params.price === undefined
      ? before.price
      : tx.get("price", params.price, `items[${at}][price]`);
  const { current_period_start: start, current_period_end: periodEnds, id, quantity = 1 } = before;
  const item = itemOf(tx, subscription.id, price, params.quantity ?? quantity, start);
  data[index] = { ...item, id, current_period_end: periodEnds };
}

function change(tx: Tx, subscription: Subscription, params: Changing): void {
  if (subscription.status === "canceled")
    throw invalid("A canceled subscription can only update its cancellation_details and metadata.");
  const previous = {
    cancel_at_period_end: subscription.cancel_at_period_end,
    items: { ...subscription.items, data: [...subscription.items.data] },
    metadata: subscription.metadata,
  };
  const { cancel_at_period_end: atEnd, default_payment_method: method } = params;
  if (atEnd !== undefined) {
    subscription.cancel_at_period_end = atEnd;
    subscription.cancel_at = atEnd ? endOf(subscription) : null;
    subscription.canceled_at = atEnd ? tx.now : null;
  }
  if (method !== undefined)
    subscription.default_payment_method =
      method === null ? null : tx.get("payment_method", method, "default_payment_method").id;
  if (params.description !== undefined) subscription.description = params.description;
  for (const [at, item] of (params.items ?? []).entries()) changeItem(tx, subscription, item, at);
  subscription.metadata = mergeMetadata(subscription.metadata, params.metadata);
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
          (subscription) =>
            (customer === undefined || subscription.customer === customer) &&
            (status === undefined
              ? subscription.status !== "canceled"
              : status === "all" || subscription.status === status),
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
