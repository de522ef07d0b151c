import type Stripe from "stripe";
import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { invalid } from "./errors.ts";
import { currency, ignored, integer, mergeMetadata, metadata, oneOf, text } from "./params.ts";
import type { Tx } from "./tx.ts";

/** Prices and products, as far as requests describe them (`price_data`). */

export const priceData = z.strictObject({
  currency,
  unit_amount: integer.optional(),
  unit_amount_decimal: text.optional(),
  product: text.optional(),
  product_data: z
    .strictObject({
      name: text,
      description: text.optional(),
      images: ignored,
      metadata,
      tax_code: ignored,
      unit_label: ignored,
    })
    .optional(),
  recurring: z
    .strictObject({ interval: oneOf("day", "week", "month", "year"), interval_count: integer.optional() })
    .optional(),
  tax_behavior: ignored,
});

export type PriceData = z.output<typeof priceData>;

/** Decimal text, for which the SDK has a number type of its own. */
export const decimal = (text: string): Stripe.Decimal => text as unknown as Stripe.Decimal;

function newProduct(tx: Tx, params: NonNullable<PriceData["product_data"]>): Stripe.Product {
  const product: Stripe.Product = {
    id: tx.newId("prod"),
    object: "product",
    active: true,
    created: tx.now,
    default_price: null,
    description: params.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata({}, params.metadata),
    name: params.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: tx.now,
    url: null,
  };
  tx.save(product);
  return product;
}

/** Creates the price that a line describes. @param param its path in the request */
export function newPrice(
  tx: Tx,
  params: PriceData,
  param: string,
): Stripe.Price & { readonly product: string } {
  const { unit_amount: amount, recurring } = params;
  if (amount === undefined)
    throw invalid(
      `Missing required param: ${param}[unit_amount].`,
      `${param}[unit_amount]`,
      "parameter_missing",
    );
  if (amount < 0)
    throw invalid(
      "This value must be greater than or equal to 0.",
      `${param}[unit_amount]`,
      "parameter_invalid_integer",
    );
  if (params.product_data === undefined && params.product === undefined)
    throw invalid(`Missing required param: ${param}[product].`, `${param}[product]`, "parameter_missing");
  const product = params.product_data
    ? newProduct(tx, params.product_data)
    : tx.get("product", params.product ?? "", `${param}[product]`);
  const price = {
    id: tx.newId("price"),
    object: "price",
    active: false,
    billing_scheme: "per_unit",
    created: tx.now,
    currency: params.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: product.id,
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: "licensed",
        }
      : null,
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? "recurring" : "one_time",
    unit_amount: amount,
    unit_amount_decimal: decimal(String(amount)),
  } satisfies Stripe.Price;
  tx.save(price);
  return price;
}

export const prices = [
  endpoint("GET", "/v1/prices/:id", { expand: ignored }, ({ tx, ids: [id = ""] }) => tx.get("price", id)),
  endpoint("GET", "/v1/products/:id", { expand: ignored }, ({ tx, ids: [id = ""] }) => tx.get("product", id)),
];
