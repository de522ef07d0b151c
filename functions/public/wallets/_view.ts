import type * as Contract from "../../../contract/public/wallets.ts";
import type { ResultOf } from "../../../contract/route.ts";
import { destinationOf, type Withdrawal } from "../../../core/banking/withdrawals/schema.ts";
import type { UserActor } from "../../../core/identity/actor.ts";
import { walletId } from "../../../core/ledger/accounts.ts";
import { amountOf, objectOf } from "../_view.ts";

/** A withdrawal as it was asked for: what becomes of it is told by events and by the wallet's transactions. */
export const withdrawal = (actor: UserActor, one: Withdrawal): ResultOf<typeof Contract.withdraw> => ({
  ...objectOf("withdrawal", actor, { id: one.withdrawalId, createdAt: one.createdAt }),
  wallet: walletId(one.mode, one.userId, one.currency),
  amount: amountOf(one.amountMinor, one.currency),
  fee: amountOf(one.feeMinor, one.currency),
  asset: one.currency,
  destination: destinationOf(one),
  status: "pending",
  failure_reason: null,
  description: one.description || null,
});
