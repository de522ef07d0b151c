import type { UserActor } from "../../identity/actor.ts";
import { fail } from "../../kernel/errors.ts";
import { WalletNotFound } from "../../ledger/wallets/errors.ts";
import { owned } from "../../ledger/wallets/owned.ts";
import * as Prices from "../../prices/index.ts";
import type { Portfolio, ValuedWallet } from "./schema.ts";
import { value } from "./valuation.ts";

/** A user's wallets and what they are worth now (spec 2, section 4.1). */

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The actor's wallets, oldest first, each with its value. */
export async function list(actor: UserActor): Promise<Portfolio> {
  const [wallets, prices] = await Promise.all([owned(actor), Prices.snapshot()]);
  return value(
    wallets.sort((a, b) => compare(a.createdAt, b.createdAt) || compare(a.id, b.id)),
    prices,
  );
}

/** One of the actor's wallets with its value. @throws WALLET_NOT_FOUND, also for somebody else's */
export async function fromId(actor: UserActor, id: string): Promise<ValuedWallet> {
  const { wallets } = await list(actor);
  const found = wallets.find((wallet) => wallet.id === id);
  if (!found) throw fail(WalletNotFound);
  return found;
}
