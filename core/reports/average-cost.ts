import type { Decimal } from "decimal.js";
import { Exact } from "../kernel/decimal/index.ts";

/**
 * The moving average cost of an asset: what is held cost, on the average, so much a unit; what leaves takes
 * that much with it. Pure. What is worth something unknown makes the cost of all that it is mixed with
 * unknown, until nothing of it is left.
 */

/** Euros, exact; undefined where nobody knows. */
export type Euros = Decimal | undefined;

export interface Holding {
  /** Base units. */
  readonly quantity: bigint;
  /** What all of it cost. */
  readonly cost: Euros;
}

export const NOTHING: Holding = { quantity: 0n, cost: new Exact(0) };

/** What is held after more of it was acquired at that cost. */
export const acquired = (before: Holding, quantity: bigint, cost: Euros): Holding => ({
  quantity: before.quantity + quantity,
  cost: before.cost === undefined || cost === undefined ? undefined : new Exact(before.cost).plus(cost),
});

export interface Disposed {
  readonly after: Holding;
  /** What that which left had cost. */
  readonly cost: Euros;
}

/**
 * What is held after some of it left, and what that had cost. More than was held can only leave where we do
 * not know all that came in: then its cost is unknown.
 */
export function disposed(before: Holding, quantity: bigint): Disposed {
  if (quantity > before.quantity) return { after: NOTHING, cost: undefined };
  if (quantity === before.quantity) return { after: NOTHING, cost: before.cost };
  const left = before.quantity - quantity;
  if (before.cost === undefined) return { after: { quantity: left, cost: undefined }, cost: undefined };
  const cost = new Exact(before.cost).times(quantity.toString()).div(before.quantity.toString());
  return { after: { quantity: left, cost: before.cost.minus(cost) }, cost };
}
