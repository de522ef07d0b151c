import type Stripe from "stripe";
import type { Chance } from "./chance.ts";
import type { BankOrder, World } from "./world.ts";

/** The movements that the provider and the bank recorded, as independent evidence. Amounts are euro cents. */

export interface Intent {
  readonly id: string;
  readonly userId: string;
  readonly merchantId: string | undefined;
  /** The captured amount; 0 if the payment failed. */
  readonly received: number;
  /** The amount that refunds and disputes returned. */
  readonly reversed: number;
}

export interface Books {
  readonly intents: readonly Intent[];
  /** The net amount per card by the provider's id: spending is negative, refunds are positive. */
  readonly cards: ReadonlyMap<string, number>;
  readonly held: ReadonlyMap<string, number>;
  readonly balance: number;
  readonly orders: readonly BankOrder[];
}

const idOf = (one: string | { readonly id: string } | null | undefined): string =>
  typeof one === "string" ? one : (one?.id ?? "");

async function collect<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of list) found.push(one);
  return found;
}

export function sumByName<T>(of: readonly T[], name: (one: T) => string, amount: (one: T) => number) {
  const found = new Map<string, number>();
  for (const one of of) found.set(name(one), (found.get(name(one)) ?? 0) + amount(one));
  return found;
}

const ALL = { limit: 100 };

export async function readBooks(world: World): Promise<Books> {
  const stripe = await world.stripe();
  const [intents, charges, refunds, disputes] = await Promise.all([
    collect<Stripe.PaymentIntent>(stripe.paymentIntents.list(ALL)),
    collect<Stripe.Charge>(stripe.charges.list(ALL)),
    collect<Stripe.Refund>(stripe.refunds.list(ALL)),
    collect<Stripe.Dispute>(stripe.disputes.list(ALL)),
  ]);
  const [authorizations, transactions, balance] = await Promise.all([
    collect<Stripe.Issuing.Authorization>(stripe.issuing.authorizations.list(ALL)),
    collect<Stripe.Issuing.Transaction>(stripe.issuing.transactions.list(ALL)),
    stripe.balance.retrieve(),
  ]);
  const received = sumByName(
    charges.filter(({ status }) => status === "succeeded"),
    ({ payment_intent: intent }) => idOf(intent),
    ({ amount_captured: taken }) => taken,
  );
  const refunded = sumByName(
    refunds.filter(({ balance_transaction: moved }) => moved !== null),
    ({ payment_intent: intent }) => idOf(intent),
    ({ amount }) => amount,
  );
  const disputed = sumByName(
    disputes,
    ({ payment_intent: intent }) => idOf(intent),
    ({ balance_transactions: moved }) => -moved.reduce((sum, { net }) => sum + net, 0),
  );
  return {
    intents: intents.map(({ id, metadata }) => ({
      ...{ id, userId: metadata["svc_user"] ?? "", merchantId: metadata["svc_merchant"] },
      ...{ received: received.get(id) ?? 0, reversed: (refunded.get(id) ?? 0) + (disputed.get(id) ?? 0) },
    })),
    cards: sumByName(
      transactions,
      ({ card }) => idOf(card),
      ({ amount }) => amount,
    ),
    held: sumByName(
      authorizations.filter(({ approved, status }) => approved && status === "pending"),
      ({ card }) => idOf(card),
      ({ balance_transactions: moved }) => -moved.reduce((sum, { amount }) => sum + amount, 0),
    ),
    balance: balance.available.reduce((sum, { amount }) => sum + amount, 0),
    orders: await world.bankOrders(),
  };
}

/** Repeats some of the provider's events, late and in another order. They must have no effect. */
export async function repeatEvents(world: World, chance: Chance): Promise<void> {
  const stripe = await world.stripe();
  const [intents, authorizations, transactions] = await Promise.all([
    collect<Stripe.PaymentIntent>(stripe.paymentIntents.list(ALL)),
    collect<Stripe.Issuing.Authorization>(stripe.issuing.authorizations.list(ALL)),
    collect<Stripe.Issuing.Transaction>(stripe.issuing.transactions.list(ALL)),
  ]);
  const events = [
    ...intents
      .filter(({ status }) => status === "succeeded")
      .map((one) => ["payment_intent.succeeded", one] as const),
    ...authorizations.map((one) => ["issuing_authorization.updated", one] as const),
    ...transactions.map((one) => ["issuing_transaction.created", one] as const),
  ];
  await Promise.all(chance.sample(events, 60).map(([type, one]) => world.sendProviderEvent(type, one)));
}
