import type * as Contract from "../../../contract/public/balances.ts";
import type { ResultOf } from "../../../contract/route.ts";
import type { UserActor } from "../../../core/identity/actor.ts";
import * as Clock from "../../../core/kernel/clock/ledger.ts";
import type { Balance } from "../../../core/ledger/reservations/balance.ts";
import { hold } from "../_holds.ts";
import { amountOf, objectOf } from "../_view.ts";

/** What a wallet has; its time is that of the reading. */
export const balance = (
  actor: UserActor,
  id: string,
  { asset, available, held, reservations }: Balance,
): ResultOf<typeof Contract.read> => ({
  ...objectOf("balance", actor, { id, createdAt: Clock.nowIso() }),
  wallet: id,
  asset,
  balance: amountOf(available + held, asset),
  available: amountOf(available, asset),
  locked: amountOf(held, asset),
  holds: reservations.map((one) => hold(actor, one)),
});
