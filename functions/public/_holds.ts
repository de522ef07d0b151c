import type * as Contract from "../../contract/public/holds.ts";
import type { ResultOf } from "../../contract/route.ts";
import type { UserActor } from "../../core/identity/actor.ts";
import { walletId } from "../../core/ledger/accounts.ts";
import { type Reservation, remaining } from "../../core/transfers/reservations/schema.ts";
import { amountOf, objectOf } from "./_view.ts";

export function hold(actor: UserActor, one: Reservation): ResultOf<typeof Contract.read> {
  const { asset, mode, userId, holdId: id, createdAt } = one;
  return {
    ...objectOf("hold", actor, { id, createdAt }),
    wallet: walletId(mode, userId, asset),
    asset,
    amount: amountOf(one.amount, asset),
    remaining: amountOf(remaining(one), asset),
    captured: amountOf(one.captured, asset),
    status: one.status,
    expires_at: one.expiresAt,
    description: one.description || null,
  };
}
