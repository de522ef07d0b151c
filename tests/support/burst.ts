import { createHmac, randomUUID } from "node:crypto";
import Stripe from "stripe";
import type { User } from "../../core/identity/user.ts";
import { create } from "../../core/identity/users.ts";
import { chargeOf, intentOf } from "./payments.ts";

/**
 * A burst of webhooks about several hundred payments and bank transfers, with repeated and reordered events,
 * and the balance that every wallet must have after all of them are processed.
 */

export interface Webhook {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Burst {
  readonly webhooks: readonly Webhook[];
  /** The number of distinct events. */
  readonly events: number;
  /** The final balance of each user's euro wallet, in cents. */
  readonly expected: ReadonlyMap<string, bigint>;
}

export interface Senders {
  readonly psp: string;
  readonly bank: string;
  readonly bankProvider: string;
}

/** Its test helper signs the webhooks as Stripe would. */
const stripe = new Stripe("sk_test_unused");

const pspWebhook = (secret: string, type: string, object: object, created: number): Webhook => {
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: "event",
    type,
    created,
    livemode: false,
    data: { object },
  });
  return {
    path: "/api/webhooks/psp",
    headers: { "stripe-signature": stripe.webhooks.generateTestHeaderString({ payload: body, secret }) },
    body,
  };
};

const bankWebhook = ({ bank, bankProvider }: Senders, type: string, data: object): Webhook => {
  const body = JSON.stringify({ eventId: `bank-${randomUUID()}`, type, data });
  return {
    path: "/api/webhooks/bank",
    headers: { [`${bankProvider}-signature`]: createHmac("sha256", bank).update(body).digest("hex") },
    body,
  };
};

/**
 * Creates `size` webhooks. A tenth are repetitions, a twentieth are out of order. @param random returns a
 * number from 0 to 1
 */
export async function makeBurst(
  size: number,
  senders: Senders,
  random: () => number = Math.random,
): Promise<Burst> {
  const users = await Promise.all(Array.from({ length: 20 }, registerUser));
  const expected = new Map(users.map(({ userId }) => [userId, 0n]));
  const distinct: Webhook[] = [];
  const distinctCount = Math.ceil(size * 0.9);
  for (let index = 0; distinct.length < distinctCount; index++) {
    const user = users[index % users.length] as User;
    const story = index % 5 === 4 ? transfer(index, user, senders) : payment(index, user, senders.psp);
    // An incomplete story would have another final balance, so the rest is filled with unhandled events.
    if (distinct.length + story.webhooks.length > distinctCount) {
      distinct.push(...Array.from({ length: distinctCount - distinct.length }, () => unhandled(senders.psp)));
      break;
    }
    distinct.push(...story.webhooks);
    expected.set(user.userId, (expected.get(user.userId) ?? 0n) + story.cents);
  }
  const webhooks = [...distinct];
  while (webhooks.length < size) {
    const again = distinct[Math.floor(random() * distinct.length)];
    if (again) webhooks.splice(Math.floor(random() * webhooks.length), 0, again);
  }
  for (let swaps = 0; swaps < size / 40; swaps++) {
    const [a, b] = [Math.floor(random() * size), Math.floor(random() * size)];
    const [one, other] = [webhooks[a], webhooks[b]];
    if (one && other) Object.assign(webhooks, { [a]: other, [b]: one });
  }
  return { webhooks, events: distinct.length, expected };
}

const registerUser = (): Promise<User> =>
  create({ name: "Ada Lovelace", email: `${randomUUID()}@example.com`, emailVerified: true });

interface Story {
  readonly webhooks: readonly Webhook[];
  readonly cents: bigint;
}

/** Returns the webhooks of a payment. Some payments fail first, some are refunded in full or in one or two parts. */
function payment(index: number, user: User, secret: string): Story {
  const amount = 500 + index;
  const intent = intentOf(user, { amount });
  const at = Math.floor(Date.now() / 1000);
  const refunds = [[], [100], [100, 250], [amount]][index % 4] ?? [];
  const failed = { ...intent, last_payment_error: { message: "Your card was declined." } };
  return {
    webhooks: [
      ...(index % 3 === 0 ? [pspWebhook(secret, "payment_intent.payment_failed", failed, at)] : []),
      pspWebhook(secret, "payment_intent.succeeded", { ...intent, amount_received: amount }, at + 5),
      ...refunds.map((amount_refunded, step) =>
        pspWebhook(secret, "charge.refunded", chargeOf(intent, { amount_refunded }), at + 10 + step),
      ),
    ],
    cents: BigInt(amount - (refunds.at(-1) ?? 0)),
  };
}

/** Returns the webhooks of a transfer: pending, then booked, and sometimes rejected afterwards. */
function transfer(index: number, { userId }: User, senders: Senders): Story {
  const value = `${index}.50`;
  const data = { transactionId: `bt-${randomUUID()}`, userId, amount: { value, currency: "EUR" } };
  const returned = index % 3 === 0;
  return {
    webhooks: [
      bankWebhook(senders, "transaction.pending", data),
      bankWebhook(senders, "Transaction.Booked", data),
      ...(returned ? [bankWebhook(senders, "Transaction.Rejected", data)] : []),
    ],
    cents: returned ? 0n : BigInt(index * 100 + 50),
  };
}

const unhandled = (secret: string): Webhook =>
  pspWebhook(secret, "invoice.created", { id: `in_${randomUUID()}` }, Math.floor(Date.now() / 1000));

/**
 * Posts a webhook as a provider does, and retries after server errors until the response is 200. Returns the
 * duration of each attempt, in milliseconds. @throws Error after any other response, or after 50 attempts
 */
export async function post(url: string, { path, headers, body }: Webhook): Promise<number[]> {
  const took: number[] = [];
  for (let attempt = 0; attempt < 50; attempt++) {
    const startedMs = performance.now();
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });
    const answer = await response.text();
    took.push(performance.now() - startedMs);
    if (response.status === 200) return took;
    if (response.status < 500) throw new Error(`the webhook was rejected: ${response.status} ${answer}`);
  }
  throw new Error("the webhook was not accepted after 50 attempts");
}
