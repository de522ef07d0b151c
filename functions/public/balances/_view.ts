import type * as Contract from "../../../contract/public/balances.ts";
import type { ResultOf } from "../../../contract/route.ts";
import type { UserActor } from "../../../core/identity/actor.ts";
import * as Clock from "../../../core/kernel/clock/ledger.ts";
import { walletRef } from "../../../core/ledger/accounts.ts";
import type { Balances } from "../../../core/ledger/schema.ts";
import type { Balance } from "../../../core/transfers/reservations/index.ts";
import { hold } from "../_holds.ts";
import { amountOf, objectOf } from "../_view.ts";

type Body = ResultOf<typeof Contract.read>;

/** What a wallet has now. */
export const balance = (actor: UserActor, id: string, now: Balance): Body => ({
  ...balanceAt(actor, id, Clock.nowIso(), now),
  holds: now.reservations.map((one) => hold(actor, one)),
});

/** What a wallet had at an instant. */
export function balanceAt(actor: UserActor, id: string, at: string, { available, held }: Balances): Body {
  const { asset } = walletRef(id);
  return {
    ...objectOf("balance", actor, { id, createdAt: at }),
    ...{ wallet: id, asset, at },
    balance: amountOf(available + held, asset),
    available: amountOf(available, asset),
    locked: amountOf(held, asset),
    holds: null,
  };
}
