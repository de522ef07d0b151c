import type Stripe from "stripe";
import { endpoint } from "./endpoint.ts";
import { ignored } from "./params.ts";
import type { Tx } from "./tx.ts";

/** The platform's balance: what was taken, less what was refunded and what disputes took back. No fees, no payouts. */

function balanceOf(tx: Tx): Stripe.Balance.Available[] {
  const sums = new Map<string, number>();
  const add = (currency: string, amount: number) => sums.set(currency, (sums.get(currency) ?? 0) + amount);
  for (const { status, currency, amount_captured } of tx.list("charge"))
    if (status === "succeeded") add(currency, amount_captured);
  // A refund of what was only authorised has moved nothing.
  for (const { balance_transaction, currency, amount } of tx.list("refund"))
    if (balance_transaction !== null) add(currency, -amount);
  for (const { balance_transactions } of tx.list("dispute"))
    for (const { currency, net } of balance_transactions) add(currency, net);
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}

export const balance = [
  endpoint("GET", "/v1/balance", { expand: ignored }, ({ tx }) => ({
    object: "balance",
    available: balanceOf(tx),
    livemode: false,
    pending: [],
  })),
];
