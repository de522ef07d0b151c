import { accountOf, walletOf } from "../../ledger/accounts.ts";
import * as ApiEvents from "../../platform/api-events/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type { Write } from "../../platform/table/index.ts";
import { destinationOf, type Withdrawal } from "./schema.ts";

/** An order for the bank is ready. */
export const withdrawalRequested = Outbox.define<{
  readonly userId: string;
  readonly withdrawalId: string;
}>()("withdrawal-requested", "QUEUE_URL_BANK_ORDERS");

/** The payload of a user's notification. Amounts are decimal strings in whole units. */
interface WithdrawalData {
  readonly userId: string;
  readonly amount: string;
  readonly asset: string;
}

const queue = "QUEUE_URL_NOTIFICATIONS";

export const withdrawalBegun = Outbox.define<WithdrawalData>()("withdrawal-begun", queue);

export const withdrawalBooked = Outbox.define<WithdrawalData>()("withdrawal-booked", queue);

/** The bank's events differ from the order, or are missing: a staff member checks it. */
export const withdrawalFlagged = Outbox.define<WithdrawalData>()("withdrawal-flagged", queue);

/** The money was returned, including the fee. `settled` is the part that paid debts. */
export const withdrawalUndone = Outbox.define<WithdrawalData & { readonly settled: string }>()(
  "withdrawal-undone",
  queue,
);

const steps = {
  "withdrawal.created": { sequence: 1, status: "pending" },
  "withdrawal.completed": { sequence: 2, status: "completed" },
  "withdrawal.failed": { sequence: 3, status: "failed" },
} as const;

/** Returns the webhook event of a withdrawal. A completed withdrawal may still fail, if the payment is returned. */
export function withdrawalEvent(type: keyof typeof steps, one: Withdrawal): Write {
  const { sequence, status } = steps[type];
  const object = {
    ...ApiEvents.objectOf("withdrawal", one, { id: one.withdrawalId, createdAt: one.createdAt }),
    wallet: walletOf(accountOf(one, one.currency).account),
    amount: ApiEvents.amountOf(one.amountMinor, one.currency),
    fee: ApiEvents.amountOf(one.feeMinor, one.currency),
    asset: one.currency,
    destination: destinationOf(one),
    status,
    failure_reason: status === "failed" ? (one.reason ?? null) : null,
    description: one.description || null,
  };
  return ApiEvents.eventWrite(one, type, object, sequence);
}
