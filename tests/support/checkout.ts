import { afterAll, beforeAll } from "vitest";
import type { LiveActor } from "../../core/identity/actor.ts";
import * as Checkout from "../../core/payments/checkout/index.ts";
import type { OrderRequest } from "../../core/payments/checkout/schema.ts";
import * as Transactions from "../../core/payments/records/index.ts";
import type { Transaction } from "../../core/payments/records/schema.ts";
import { handle } from "../../events/inbound/_psp.ts";
import { setVariables } from "../../local/environment.ts";

/** Orders for tests, and the provider's events of them. */

/** An order of one kind of tea, 1,250 cents altogether. */
export const tea = (more: Partial<OrderRequest> = {}): OrderRequest => ({
  lines: [
    { name: "Tea", amountMinor: 500n, quantity: 2n },
    { name: "Cup", amountMinor: 250n, quantity: 1n },
  ],
  currency: "eur",
  mode: "payment",
  successUrl: "/done?session={CHECKOUT_SESSION_ID}",
  cancelUrl: "/",
  metadata: { table: "7" },
  // A subscription is to one plan, of the same price.
  ...(more.mode === "subscription" && { lines: [{ name: "Tea", amountMinor: 1250n, quantity: 1n }] }),
  ...more,
});

/** The plans that the tests of a file buy, until its end. Call it at the top of the file. */
export function withPlans(prices = "Tea:eur:1250 Tea:usd:1250 Gold:eur:1500"): void {
  let unset = () => {};
  beforeAll(() => {
    unset = setVariables({ PLAN_PRICES: prices });
  });
  afterAll(() => unset());
}

/** An order that was placed. */
export interface Placed {
  readonly orderId: string;
  readonly sessionId: string;
  /** The transaction as it is now. */
  now(): Promise<Transaction>;
}

export async function placed(actor: LiveActor, request: OrderRequest = tea()): Promise<Placed> {
  const { sessionId } = await Checkout.create(actor, request);
  const now = async () => {
    const found = await Transactions.find(sessionId);
    if (!found) throw new Error(`no transaction of ${sessionId}`);
    return found;
  };
  return { sessionId, orderId: (await now()).transactionId, now };
}

let count = 0;

/** Carries out an event as the queue's consumer does. @param created the provider's time of it, in seconds */
export const happens = (type: string, object: object, created = 1_000): Promise<string> =>
  handle(JSON.stringify({ id: `evt_${++count}`, type, created, data: { object } }));
