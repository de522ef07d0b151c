import type { UserActor } from "../../identity/actor.ts";
import { fail } from "../../kernel/errors.ts";
import { parseWalletId } from "../../ledger/accounts.ts";
import { walletAccount } from "../../ledger/entity.ts";
import type { Balances } from "../../ledger/schema.ts";
import * as Table from "../../platform/table/index.ts";
import { WalletNotFound } from "../../wallets/errors.ts";
import { reservation } from "./entity.ts";
import { asOfNow } from "./index.ts";
import { openIds, openKey } from "./record.ts";
import type { Reservation } from "./schema.ts";

/** What a wallet has, and the reservations that hold some of it: of one instant. */

export interface Balance extends Balances {
  readonly asset: string;
  /** Those that hold money, the oldest first. */
  readonly reservations: readonly Reservation[];
}

/** @throws WALLET_NOT_FOUND, also for somebody else's; CONTENTION */
export async function balanceOf(actor: UserActor, walletId: string): Promise<Balance> {
  const named = parseWalletId(walletId);
  if (!named || named.userId !== actor.userId || named.mode !== actor.mode) throw fail(WalletNotFound);
  const { asset } = named;
  const list = openKey(named, asset);
  return Table.retry(async () => {
    const ids = openIds(await Table.get(list));
    const keys = ids.map((holdId) => reservation.key({ ...named, holdId }));
    const [wallet, open, ...items] = await Table.snapshot([walletAccount.key(named), list, ...keys]);
    if (!wallet) throw fail(WalletNotFound);
    // One was opened or closed since: which ones there are is read anew.
    if (openIds(open).join() !== ids.join()) throw new Table.ConditionFailed();
    const { available, held } = walletAccount.parse(wallet);
    return {
      asset,
      available,
      held,
      reservations: items.map((item) => asOfNow(reservation.parse(item ?? {}))),
    };
  });
}
