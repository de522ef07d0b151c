import type { State, Withdrawal } from "../banking/withdrawals/schema.ts";
import * as Assets from "../kernel/assets/index.ts";
import { walletId } from "../ledger/accounts.ts";
import { lineId } from "../ledger/entry.ts";
import type { AccountTransaction, Status } from "./schema.ts";

/** Withdrawals: each is told once, from its hold on, whatever becomes of it. */

export const statuses: Readonly<Record<State, Status>> = {
  requested: "pending",
  ordered: "pending",
  booked: "completed",
  rejected: "failed",
  returned: "refunded",
};

export function ofWithdrawal(one: Withdrawal): AccountTransaction {
  const { mode, userId, currency, amountMinor, feeMinor, entryId } = one;
  return {
    id: lineId(entryId, currency),
    accountId: walletId(mode, userId, currency),
    type: "withdrawal",
    direction: "out",
    asset: Assets.get(currency),
    amount: amountMinor + feeMinor,
    fee: feeMinor,
    status: statuses[one.state],
    description: one.description || null,
    counterparty: one.name,
    balance: one.availableAfter,
    reference: one.withdrawalId,
    createdAt: one.createdAt,
    updatedAt: one.updatedAt,
  };
}
