import type Stripe from "stripe";
import { type Creating, sessionNotes } from "./checkout-params.ts";
import { invalid } from "./errors.ts";
import { newPrice } from "./prices.ts";
import { idOf, type Tx } from "./tx.ts";

/** The line items of a checkout session. */

const MAX_LINES = 100;

export function createLines(tx: Tx, params: Creating): Stripe.LineItem[] {
  const { line_items: lines = [] } = params;
  if (lines.length === 0)
    throw invalid("Missing required param: line_items.", "line_items", "parameter_missing");
  if (lines.length > MAX_LINES)
    throw invalid(`You may only pass up to ${MAX_LINES} line items.`, "line_items");
  return lines.map((line, at): Stripe.LineItem => {
    const param = `line_items[${at}]`;
    if (!line.price_data && line.price === undefined)
      throw invalid(`Missing required param: ${param}[price].`, `${param}[price]`, "parameter_missing");
    const price = line.price_data
      ? newPrice(tx, line.price_data, `${param}[price_data]`)
      : tx.get("price", line.price ?? "", `${param}[price]`);
    const { quantity } = line;
    if (quantity === undefined)
      throw invalid(`Quantity is required. Add \`quantity\` to \`${param}\``, `${param}[quantity]`);
    if (quantity < 1)
      throw invalid(
        "This value must be greater than or equal to 1.",
        `${param}[quantity]`,
        "parameter_invalid_integer",
      );
    const total = (price.unit_amount ?? 0) * quantity;
    return {
      id: tx.newId("li"),
      object: "item",
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: total,
      amount_tax: 0,
      amount_total: total,
      currency: price.currency,
      description: tx.get("product", idOf(price.product) ?? "").name,
      metadata: {},
      price,
      quantity,
    };
  });
}

export function assertLines(lines: readonly Stripe.LineItem[], mode: Creating["mode"]): void {
  if (new Set(lines.map((line) => line.currency)).size > 1)
    throw invalid("All the line items must have the same currency.", "line_items");
  const recurring = lines.filter((line) => line.price?.recurring);
  if (mode === "payment" && recurring.length > 0)
    throw invalid(
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
      "line_items[0][price]",
    );
  if (mode === "subscription" && recurring.length === 0)
    throw invalid(
      "You must provide at least one recurring price in `subscription` mode when using prices.",
      "line_items",
    );
  const intervals = new Set(
    recurring.map(({ price }) => `${price?.recurring?.interval} ${price?.recurring?.interval_count}`),
  );
  if (intervals.size > 1)
    throw invalid(
      "Checkout does not support multiple prices with different billing intervals.",
      "line_items",
    );
}

/** Returns the line items of a session. */
export const linesOfSession = (tx: Tx, id: string): Stripe.LineItem[] =>
  sessionNotes(tx, id).lines.map((line) => tx.get("line_item", line));
