import type * as BalanceContract from "../../contract/public/balances.ts";
import type * as HoldContract from "../../contract/public/holds.ts";
import type * as StatementContract from "../../contract/public/statements.ts";
import type * as TransferContract from "../../contract/public/transfers.ts";
import type * as Contract from "../../contract/public/wallets.ts";
import type { ResultOf } from "../../contract/route.ts";
import { destinationOf, type Withdrawal } from "../../core/banking/withdrawals/schema.ts";
import * as Portfolio from "../../core/defi/portfolio/index.ts";
import type { ValuedWallet } from "../../core/defi/portfolio/schema.ts";
import type { AccountTransaction, Kind } from "../../core/history/schema.ts";
import type { UserActor } from "../../core/identity/actor.ts";
import * as Clock from "../../core/kernel/clock/ledger.ts";
import { walletId, walletRef } from "../../core/ledger/accounts.ts";
import type { BalanceState } from "../../core/ledger/balance-at.ts";
import { lineId } from "../../core/ledger/entry.ts";
import type { Balances, RunningLine } from "../../core/ledger/schema.ts";
import type { Balance } from "../../core/transfers/reservations/index.ts";
import { type Reservation, remaining } from "../../core/transfers/reservations/schema.ts";
import type { Transfer } from "../../core/transfers/schema.ts";
import type { Wallet } from "../../core/wallets/schema.ts";
import type { Statement } from "../../core/wallets/statements/index.ts";
import { amountOf, listOf, objectOf } from "./_view.ts";

type WalletBody = ResultOf<typeof Contract.read>;
type TransactionBody = ResultOf<typeof Contract.transactions>["data"][number];

/** Makes the view of a wallet with its value, which is 0 for a new one. */
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

/** Returns the id of a line's entry, which is the transfer's id. */
const entryOf = ({ id, asset: { symbol } }: AccountTransaction): string => id.slice(0, -symbol.length - 1);

export async function walletsOf(actor: UserActor, ids: ReadonlySet<string>): Promise<WalletBody[]> {
  return (await Portfolio.wallets(actor)).filter(({ id }) => ids.has(id)).map((one) => wallet(actor, one));
}

/** Makes the view of a requested withdrawal. Events and the wallet's transactions show its outcome. */
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

export function hold(actor: UserActor, one: Reservation): ResultOf<typeof HoldContract.read> {
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

/** Makes the view of a wallet's balance at a time, with the hash of its last line. */
const balanceState = (asset: string, { available, held, entries, head }: BalanceState) => ({
  balance: amountOf(available + held, asset),
  available: amountOf(available, asset),
  locked: amountOf(held, asset),
  sequence: entries.toString(),
  hash: head,
});

type BalanceBody = ResultOf<typeof BalanceContract.read>;

export const balance = (actor: UserActor, id: string, now: Balance): BalanceBody => ({
  ...balanceAt(actor, id, Clock.nowIso(), now),
  holds: now.reservations.map((one) => hold(actor, one)),
});

export function balanceAt(
  actor: UserActor,
  id: string,
  at: string,
  { available, held }: Balances,
): BalanceBody {
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

export const transfer = (actor: UserActor, one: Transfer): ResultOf<typeof TransferContract.read> => ({
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

type StatementBody = ResultOf<typeof StatementContract.read>;

/** @param types the type of each line */
export function statement(
  actor: UserActor,
  walletId: string,
  one: Statement,
  types: readonly Kind[],
): StatementBody {
  const { asset, from, to, lines, next } = one;
  const { object: _, ...page } = listOf(lines, next, (each, at) =>
    statementLine(actor, asset, each, types[at] as Kind),
  );
  return {
    ...objectOf("statement", actor, { id: walletId, createdAt: Clock.nowIso() }),
    ...page,
    ...{ wallet: walletId, asset, from, to },
    opening: balanceState(asset, one.opening),
    page_opening: balanceState(asset, one.pageOpening),
    closing: balanceState(asset, one.closing),
    current: balanceState(asset, one.now),
  };
}

function statementLine(
  actor: UserActor,
  asset: string,
  line: RunningLine,
  type: Kind,
): StatementBody["data"][number] {
  const { entryId, createdAt, available, held, availableAfter, heldAfter } = line;
  return {
    ...objectOf("statement_line", actor, { id: lineId(entryId, asset), createdAt }),
    sequence: line.sequence.toString(),
    entry: entryId,
    type,
    ledger_type: line.type,
    amount: amountOf(available + held, asset),
    available_change: amountOf(available, asset),
    locked_change: amountOf(held, asset),
    balance: amountOf(availableAfter + heldAfter, asset),
    available: amountOf(availableAfter, asset),
    locked: amountOf(heldAfter, asset),
    counterparty: line.counterparty ?? null,
    entry_hash: line.entryHash,
    previous_hash: line.previousHash,
    hash: line.hash,
  };
}
