import { afterAll, beforeAll } from "vitest";
import type { LiveActor } from "../../core/identity/actor.ts";
import * as Checkout from "../../core/payments/checkout/index.ts";
import type { OrderRequest } from "../../core/payments/checkout/schema.ts";
import * as Transactions from "../../core/payments/records/index.ts";
import type { Transaction } from "../../core/payments/records/schema.ts";
import { handle } from "../../events/inbound/_psp.ts";
import { setVariables } from "../../local/environment.ts";

/** Checkout orders for tests, and the provider's events about them. */

/** Returns an order request of 1,250 cents in total. */
export const teaOrder = (more: Partial<OrderRequest> = {}): OrderRequest => ({
  lines: [
    { name: "Tea", amountMinor: 500n, quantity: 2n },
    { name: "Cup", amountMinor: 250n, quantity: 1n },
  ],
  currency: "eur",
  mode: "payment",
  successUrl: "/done?session={CHECKOUT_SESSION_ID}",
  cancelUrl: "/",
  metadata: { table: "7" },
  // A subscription has exactly one plan, of the same price.
  ...(more.mode === "subscription" && { lines: [{ name: "Tea", amountMinor: 1250n, quantity: 1n }] }),
  ...more,
});

/** Sets the plans on sale for the tests of a file. Call it at the top of the file. */
export function withPlans(prices = "Tea:eur:1250 Tea:usd:1250 Gold:eur:1500"): void {
  let unset = () => {};
  beforeAll(() => {
    unset = setVariables({ PLAN_PRICES: prices });
  });
  afterAll(() => unset());
}

export interface PlacedOrder {
  readonly orderId: string;
  readonly sessionId: string;
  now(): Promise<Transaction>;
}

export async function placeOrder(actor: LiveActor, request: OrderRequest = teaOrder()): Promise<PlacedOrder> {
  const { sessionId } = await Checkout.create(actor, request);
  const now = async () => {
    const found = await Transactions.find(sessionId);
    if (!found) throw new Error(`no transaction of ${sessionId}`);
    return found;
  };
  return { sessionId, orderId: (await now()).transactionId, now };
}

let count = 0;

/** Handles a provider event as the queue's consumer does. @param created the event's time, in seconds */
export const handleCheckoutEvent = (type: string, object: object, created = 1_000): Promise<string> =>
  handle(JSON.stringify({ id: `evt_${++count}`, type, created, data: { object } }));
