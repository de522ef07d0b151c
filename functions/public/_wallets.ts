import type * as Contract from "../../contract/public/wallets.ts";
import type { ResultOf } from "../../contract/route.ts";
import * as Portfolio from "../../core/defi/portfolio/index.ts";
import type { ValuedWallet } from "../../core/defi/portfolio/schema.ts";
import type { AccountTransaction } from "../../core/history/schema.ts";
import type { UserActor } from "../../core/identity/actor.ts";
import type { Wallet } from "../../core/wallets/schema.ts";
import { amountOf, objectOf } from "./_view.ts";

type WalletBody = ResultOf<typeof Contract.read>;
type TransactionBody = ResultOf<typeof Contract.transactions>["data"][number];

/** A wallet, with what it is worth; a new one has nothing. */
export function wallet(
  actor: UserActor,
  { asset: { symbol }, label, available, held, ...one }: Wallet & Partial<Pick<ValuedWallet, "value">>,
): WalletBody {
  return {
    ...objectOf("wallet", actor, one),
    asset: symbol,
    label: label ?? null,
    balance: amountOf(available + held, symbol),
    available_balance: amountOf(available, symbol),
    locked_balance: amountOf(held, symbol),
    value: { usd: one.value?.usd.toFixed(2) ?? "0.00", eur: one.value?.eur.toFixed(2) ?? "0.00" },
  };
}

/** A line of a wallet's history. */
export function transaction(actor: UserActor, one: AccountTransaction): TransactionBody {
  const { symbol } = one.asset;
  const { type, direction, status, description, counterparty } = one;
  return {
    ...objectOf("transaction", actor, one),
    wallet: one.accountId,
    asset: symbol,
    ...{ type, direction, status, description, counterparty },
    amount: amountOf(one.amount, symbol),
    fee: amountOf(one.fee, symbol),
    balance: one.balance === null ? null : amountOf(one.balance, symbol),
    source: one.reference ?? (type === "transfer" ? entryOf(one) : null),
    updated_at: one.updatedAt,
  };
}

/** The entry that a line is of: a transfer's id. */
const entryOf = ({ id, asset: { symbol } }: AccountTransaction): string => id.slice(0, -symbol.length - 1);

/** Those of these ids that are the actor's, in one read. */
export async function walletsOf(actor: UserActor, ids: ReadonlySet<string>): Promise<WalletBody[]> {
  return (await Portfolio.wallets(actor)).filter(({ id }) => ids.has(id)).map((one) => wallet(actor, one));
}
