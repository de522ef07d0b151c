import { fail } from "../kernel/errors.ts";
import * as ApiEvents from "../platform/api-events/index.ts";
import type { Item, Write } from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { GENESIS, parseWalletId, walletKey, walletOf } from "./accounts.ts";
import { walletCount } from "./entity.ts";
import { WalletLimit } from "./errors.ts";
import { ibanOf, ibanWrites } from "./iban.ts";
import type { AccountRef, AccountState, Balances } from "./schema.ts";

/** Opens user accounts. An account and its wallet are one item. */

/** The maximum number of a user's wallets in a ledger. */
export const MAX_WALLETS = 10;

/** The state of an account without entries. */
export const EMPTY: AccountState = {
  available: 0n,
  held: 0n,
  head: GENESIS,
  seq: 0n,
  lineHead: GENESIS,
  totalDeposits: 0n,
  totalWithdrawals: 0n,
  transactionCount: 0n,
  lastEntryAt: "",
};

/** Returns the item of a new account. @param attributes the wallet's own attributes */
export const newAccount = (
  ref: AccountRef,
  state: AccountState,
  attributes: { readonly createdAt: string; readonly publicAddress?: string; readonly label?: string },
) => ({
  publicAddress: "",
  ...attributes,
  ...ibanAttribute(ref),
  walletId: walletOf(ref.account),
  asset: ref.asset,
  ...state,
  ...walletKey(ref),
});

function ibanAttribute(ref: AccountRef): { readonly iban?: string } {
  const iban = ibanOf(ref);
  return iban === undefined ? {} : { iban };
}

/**
 * Returns the writes that belong to new accounts: one count per user, which enforces the limit, and their IBANs.
 * @param rejectClosed receives accounts that can no longer be opened since their owner is erased, and may return
 *   the error
 * @throws (on commit) WALLET_LIMIT_REACHED
 */
export const openingWrites = (
  refs: readonly AccountRef[],
  rejectClosed: (refs: readonly AccountRef[]) => Error | undefined,
): Write[] => [
  ...[...Map.groupBy(refs, ownerOf)].map(([owner, own]) => ({
    update: walletCount.key(JSON.parse(owner)),
    add: { count: own.length },
    where: Where.all(
      Where.lacks("closedAt"),
      Where.any(Where.lacks("count"), Where.atMost("count", MAX_WALLETS - own.length)),
    ),
    onConditionFailed: (item: Item | undefined) =>
      walletCount.parse(item ?? {}).closedAt === undefined
        ? fail(WalletLimit)
        : rejectClosed(own) || undefined,
  })),
  ...ibanWrites(refs),
];

function ownerOf({ account }: AccountRef): string {
  const wallet = parseWalletId(walletOf(account) ?? "");
  if (!wallet) throw new TypeError(`${account} is not a user account`);
  return JSON.stringify({ mode: wallet.mode, userId: wallet.userId });
}

/** Returns the API event of a new wallet, whether its owner or an entry opened it. */
export function walletOpened(
  { account, asset }: AccountRef,
  { available, held }: Balances,
  { createdAt, label }: { readonly createdAt: string; readonly label?: string | undefined },
): Write[] {
  const id = walletOf(account) ?? "";
  const owner = parseWalletId(id);
  if (!owner) return [];
  const wallet = {
    ...ApiEvents.objectOf("wallet", owner, { id, createdAt }),
    asset,
    label: label ?? null,
    balance: ApiEvents.amountOf(available + held, asset),
    available_balance: ApiEvents.amountOf(available, asset),
    locked_balance: ApiEvents.amountOf(held, asset),
    value: { usd: "0.00", eur: "0.00" },
  };
  return [ApiEvents.eventWrite(owner, "wallet.created", wallet)];
}
