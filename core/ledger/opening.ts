import { fail } from "../kernel/errors.ts";
import type { Item, Write } from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { GENESIS, parseWalletId, walletKey, walletOf } from "./accounts.ts";
import { walletCount } from "./entity.ts";
import { WalletLimit } from "./errors.ts";
import { ibanOf, naming } from "./iban.ts";
import type { AccountRef, AccountState } from "./schema.ts";

/** Opening users' accounts: each is the item of the wallet that shows it. */

/** How many wallets a user may have in a ledger. */
export const MAX_WALLETS = 10;

/** An account that no entry has changed. */
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

/** The item of a new account. @param attributes the wallet's own */
export const newAccount = (
  ref: AccountRef,
  state: AccountState,
  attributes: { readonly createdAt: string; readonly publicAddress?: string; readonly label?: string },
) => ({
  publicAddress: "",
  ...attributes,
  ...named(ref),
  walletId: walletOf(ref.account),
  asset: ref.asset,
  ...state,
  ...walletKey(ref),
});

function named(ref: AccountRef): { readonly iban?: string } {
  const iban = ibanOf(ref);
  return iban === undefined ? {} : { iban };
}

/**
 * The writes that go with new accounts: they are counted, one write per user, for nobody has more than allowed,
 * and their IBANs name them. Refused: WALLET_LIMIT_REACHED.
 * @param closed says what it means that nobody can open some of them any more, since their owner is erased
 */
export const counting = (
  refs: readonly AccountRef[],
  closed: (refs: readonly AccountRef[]) => Error | undefined,
): Write[] => [
  ...[...Map.groupBy(refs, ownerOf)].map(([owner, own]) => ({
    update: walletCount.key(JSON.parse(owner)),
    add: { count: own.length },
    where: Where.all(
      Where.lacks("closedAt"),
      Where.any(Where.lacks("count"), Where.atMost("count", MAX_WALLETS - own.length)),
    ),
    refused: (item: Item | undefined) =>
      walletCount.parse(item ?? {}).closedAt === undefined ? fail(WalletLimit) : closed(own),
  })),
  ...naming(refs),
];

function ownerOf({ account }: AccountRef): string {
  const wallet = parseWalletId(walletOf(account) ?? "");
  if (!wallet) throw new TypeError(`${account} is not a user account`);
  return JSON.stringify({ mode: wallet.mode, userId: wallet.userId });
}
