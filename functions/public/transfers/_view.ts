import type * as Contract from "../../../contract/public/transfers.ts";
import type { ResultOf } from "../../../contract/route.ts";
import type { UserActor } from "../../../core/identity/actor.ts";
import type { Transfer } from "../../../core/transfers/schema.ts";
import { amountOf, objectOf } from "../_view.ts";

type TransferBody = ResultOf<typeof Contract.read>;

export const transfer = (actor: UserActor, one: Transfer): TransferBody => ({
  ...objectOf("transfer", actor, { id: one.transferId, createdAt: one.createdAt }),
  direction: one.direction,
  from_wallet: one.fromAccountId,
  to_wallet: one.toAccountId,
  counterparty: one.counterparty,
  amount: amountOf(one.amount, one.asset),
  asset: one.asset,
  status: "completed",
  description: one.description || null,
  hold: one.holdId ?? null,
  splits:
    one.parts?.map(({ toAccountId, counterparty, amount }) => ({
      to_wallet: toAccountId,
      counterparty,
      amount: amountOf(amount, one.asset),
      asset: one.asset,
    })) ?? null,
});
