import { createHmac, randomUUID } from "node:crypto";
import { handlers as kyc } from "../../core/banking/onboarding.ts";
import { handlers as banking } from "../../core/banking/webhooks.ts";
import { withWithdrawals } from "../../core/banking/withdrawals/webhooks.ts";
import type { LiveActor } from "../../core/identity/actor.ts";
import { create } from "../../core/identity/users.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { walletId, walletRef } from "../../core/ledger/accounts.ts";
import { balanceNow } from "../../core/ledger/balance-at.ts";
import * as Ledger from "../../core/ledger/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import { onWeb } from "./identity.ts";

/** The bank's events and the users that they concern. */

export async function createMember(): Promise<LiveActor> {
  const email = `${randomUUID()}@example.com`;
  return onWeb(await create({ name: "Mia Member", email, emailVerified: true }));
}

export interface BankEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** Handles a bank event as the queue's consumer does. The event's id is new by default. */
export async function handleBankEvent(event: BankEvent): Promise<string> {
  const handler = { ...withWithdrawals(banking), ...kyc }[event.type];
  if (!handler) throw new Error(`${event.type} has no handler`);
  return handler({ eventId: randomUUID(), receivedAt: Clock.nowIso(), ...event });
}

/** Returns the event of a bank transfer. */
export const transferEvent = (
  state: "pending" | "booked" | "rejected",
  transactionId: string,
  value: string,
  data: Readonly<Record<string, unknown>> = {},
): BankEvent => ({
  type: `transaction.${state}`,
  data: { transactionId, amount: { value, currency: "EUR" }, ...data },
});

/** Returns a user's available balance, in minor units. */
export const availableCents = async (
  { userId }: { readonly userId: string },
  asset = "EUR",
): Promise<bigint> => (await balanceNow(walletRef(walletId("live", userId, asset)))).available;

/** Returns the balances of the platform's accounts for bank transfers, in minor units. */
export async function platformBalances(asset = "EUR") {
  const of = (account: string) => Ledger.balance(account, asset);
  const [bank, suspense, receivable] = await Promise.all([
    of("clearing:bank"),
    of("suspense"),
    of("receivable"),
  ]);
  return { bank, suspense, receivable };
}

/** Returns the payloads of pending outbox events of this type. */
export async function outboxPayloads(type: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const found: Record<string, unknown>[] = [];
  for await (const item of Table.scan())
    if (item["type"] === type && item["payload"] !== undefined)
      found.push(JSON.parse(String(item["payload"])) as Record<string, unknown>);
  return found;
}

export const signBody = (body: string | Buffer, secret: string): string =>
  createHmac("sha256", secret).update(body).digest("hex");
