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

/** The bank: its events, and whom they are about. */

/** A user of ours, with nothing yet. */
export async function member(): Promise<LiveActor> {
  const email = `${randomUUID()}@example.com`;
  return onWeb(await create({ name: "Mia Member", email, emailVerified: true }));
}

export interface Told {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** Carries an event out as its consumer does; its id is new unless given. */
export async function tell(event: Told): Promise<string> {
  const handler = { ...withWithdrawals(banking), ...kyc }[event.type];
  if (!handler) throw new Error(`nothing is done for ${event.type}`);
  return handler({ eventId: randomUUID(), receivedAt: Clock.nowIso(), ...event });
}

/** An event of a transfer. */
export const transfer = (
  state: "pending" | "booked" | "rejected",
  transactionId: string,
  value: string,
  data: Readonly<Record<string, unknown>> = {},
): Told => ({
  type: `transaction.${state}`,
  data: { transactionId, amount: { value, currency: "EUR" }, ...data },
});

/** What a user's wallet has free, in minor units. */
export const cents = async ({ userId }: { readonly userId: string }, asset = "EUR"): Promise<bigint> =>
  (await balanceNow(walletRef(walletId("live", userId, asset)))).available;

/** What the platform's accounts of bank transfers have, in minor units. */
export async function books(asset = "EUR") {
  const of = (account: string) => Ledger.balance(account, asset);
  const [bank, suspense, receivable] = await Promise.all([
    of("clearing:bank"),
    of("suspense"),
    of("receivable"),
  ]);
  return { bank, suspense, receivable };
}

/** What was told of that kind and waits in the outbox. */
export async function outbox(type: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const found: Record<string, unknown>[] = [];
  for await (const item of Table.scan())
    if (item["type"] === type && item["payload"] !== undefined)
      found.push(JSON.parse(String(item["payload"])) as Record<string, unknown>);
  return found;
}

/** The bank's signature of a body. */
export const signed = (body: string | Buffer, secret: string): string =>
  createHmac("sha256", secret).update(body).digest("hex");
