import { randomUUID } from "node:crypto";
import type Stripe from "stripe";
import type { LiveActor } from "../../core/identity/actor.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import * as Money from "../../core/kernel/money/index.ts";
import { walletId, walletRef } from "../../core/ledger/accounts.ts";
import * as Merchants from "../../core/payments/merchants/creation.ts";
import type { Merchant } from "../../core/payments/merchants/schema.ts";
import * as Transactions from "../../core/payments/records/index.ts";
import type { NewTransaction, Transaction } from "../../core/payments/records/schema.ts";
import * as Table from "../../core/platform/table/index.ts";
import * as Psp from "../../events/inbound/_psp.ts";
import { newActor, readBalances } from "./ledger.ts";
import { fundAccount } from "./money.ts";
import { payFrom } from "./transfers.ts";

/** Payments for tests: the provider's objects and events, and the resulting movements. */

export type PspObject = Readonly<Record<string, unknown>> & { readonly id: string };

const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll("-", "")}`;

/** Returns a user's payment intent, of 50.00 EUR by default, as the provider's events contain it. */
export const intentOf = (
  { userId }: Pick<LiveActor, "userId">,
  { metadata, ...fields }: Readonly<Record<string, unknown>> & { metadata?: object } = {},
): PspObject => ({
  id: newId("pi"),
  object: "payment_intent",
  amount: 5000,
  currency: "eur",
  created: Math.floor(Clock.nowMs() / 1000),
  description: "Lunch",
  latest_charge: null,
  last_payment_error: null,
  ...fields,
  metadata: { svc_user: userId, ...metadata },
});

/** Returns the charge of an intent, captured by default, as the provider's events contain it. */
export const chargeOf = (intent: PspObject, fields: Readonly<Record<string, unknown>> = {}): PspObject => ({
  id: newId("ch"),
  object: "charge",
  payment_intent: intent.id,
  amount: intent["amount"],
  amount_captured: intent["amount"],
  amount_refunded: 0,
  captured: true,
  currency: intent["currency"],
  created: intent["created"],
  description: intent["description"],
  metadata: intent["metadata"],
  payment_method_details: { type: "card", card: { last4: "4242" } },
  ...fields,
});

/** Handles a provider event as the queue's consumer does. @returns a short description of the result */
export const handlePspEvent = (type: string, object: PspObject, created?: number): Promise<string> =>
  Psp.handle(
    JSON.stringify({ id: newId("evt"), type, ...(created !== undefined && { created }), data: { object } }),
  );

/** Handles all provider events about a payment, in order. */
export async function handleEventsOfPayment(
  events: readonly Stripe.Event[],
  paymentId: string,
): Promise<void> {
  for (const event of events) {
    const object = event.data.object as { readonly id: string; readonly payment_intent?: unknown };
    if (object.id === paymentId || object.payment_intent === paymentId)
      await Psp.handle(JSON.stringify(event));
  }
}

/** Returns a payment's record with its metadata. */
export async function readPayment(paymentId: string): Promise<NewTransaction> {
  const found = await Transactions.find(paymentId);
  if (!found) throw new Error(`no payment ${paymentId}`);
  return { ...found, metadata: await Transactions.readMetadata(found) };
}

/** Returns a user's available balance; undefined without a wallet. */
export const availableMinor = async (userId: string, asset = "EUR"): Promise<bigint | undefined> =>
  (await readBalances(walletRef(walletId("live", userId, asset)))).available;

/** Creates a merchant that can be paid. Its commission defaults to 1.5 %, unless the environment overrides it. */
export async function createMerchant(
  owner: LiveActor = newActor("PROFESSIONNEL"),
  fields: {
    readonly currency?: string;
    readonly savebackRate?: string;
    readonly chargesEnabled?: boolean;
  } = {},
): Promise<Merchant> {
  const { currency = "EUR", savebackRate, chargesEnabled = true } = fields;
  const input = {
    businessName: "Café",
    businessType: "company",
    country: "FR",
    currency,
    savebackRate,
  } as const;
  return Merchants.adopt(owner, input, {
    merchantId: Ids.create("merchant"),
    pspAccountId: newId("acct"),
    rights: {
      payoutsEnabled: true,
      chargesEnabled,
      status: chargesEnabled ? "active" : "pending",
    },
  });
}

/** Returns the type and amount of each pending outbox event about a payment, oldest first. */
export async function outboxEventsOf(paymentId: string): Promise<string[]> {
  const found: { readonly id: string; readonly text: string }[] = [];
  for await (const item of Table.scan()) {
    if (!String(item["pk"]).startsWith("OUTBOX#")) continue;
    const payload = JSON.parse(String(item["payload"])) as {
      paymentId?: string;
      amount?: string;
      asset?: string;
    };
    if (payload.paymentId !== paymentId) continue;
    found.push({ id: String(item["id"]), text: `${item["type"]} ${payload.amount} ${payload.asset}` });
  }
  return found.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ text }) => text);
}

/** Returns the transactions of a user, oldest first. */
export async function listTransactions(actor: LiveActor): Promise<readonly Transaction[]> {
  const sort = { field: "createdAt", order: "asc" } as const;
  return (await Transactions.list(actor, { page: 1, limit: 100, sort })).transactions;
}

/** Pays a merchant from the account of a new user, in cents. @returns the payment's id */
export async function payMerchant({ merchantId }: Merchant, cents: bigint): Promise<string> {
  const payer = newActor();
  const accountId = await fundAccount(payer.userId, "EUR", cents);
  const payment = { accountId, amount: Money.format(cents, 2), description: "", to: { merchantId } };
  return (await payFrom(payer, payment)).paymentId;
}
