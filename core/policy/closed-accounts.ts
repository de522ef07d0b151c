import { fail } from "../kernel/errors.ts";
import { modeOf, systemRef, userRef } from "../ledger/accounts.ts";
import { type After, type Draft, resolveWrites, userAccounts } from "../ledger/draft.ts";
import { walletAccount, walletCount } from "../ledger/entity.ts";
import type { Policy } from "../ledger/post.ts";
import type { Reference } from "../ledger/schema.ts";
import { log } from "../platform/log.ts";
import { keyOfItem } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { creditOf, redirectCredit } from "./credits.ts";
import { AccountClosed } from "./errors.ts";
import { flagWrites } from "./suspense.ts";

/**
 * Closed accounts: the wallets of an erased user. Money that has already moved outside the platform, by card, bank
 * or a won dispute, cannot be rejected: an entry with `payDebtsFirst` posts it to `suspense`. This needs no extra read,
 * since an account is written only if its state, which includes its closing, is unchanged.
 */

export interface ClosedAccountOptions {
  /** As for debts: entries whose credits cannot be rejected. */
  readonly payDebtsFirst?: boolean;
  /** Names the flag of money in `suspense`, so that it can be taken from there again. Defaults to the entry. */
  readonly suspendAs?: Reference;
}

/** Credits to a closed account go to `suspense`, after its owner's debts. */
export const closedAccountPolicy: Policy<ClosedAccountOptions> = {
  name: "closed accounts",

  apply(draft, { request, accounts, closed }) {
    if (!request.payDebtsFirst) return draft;
    const redirected = userAccounts(draft.postings)
      .filter((account) => accounts.get(account)?.closedAt !== undefined || closed.has(account))
      .reduce(redirectToSuspense, draft);
    if (!redirected.suspended) return redirected;
    return {
      ...redirected,
      extraWrites: (after) => [
        ...flagWrites(redirected, request.suspendAs, after),
        ...resolveWrites(draft.extraWrites, after),
      ],
    };
  },

  committed({ entryId, reference }, { suspended }) {
    if (!suspended) return;
    log.error(
      "ledger: credit to an erased user's account posted to suspense; resolve its flag of the kind suspense",
      {
        entryId,
        reference,
      },
    );
  },
};

function redirectToSuspense<T>(draft: Draft<T>, account: string): Draft<T> {
  const wallet = userRef(account);
  const credit = creditOf(draft, wallet);
  if (!credit) return draft;
  const suspense = systemRef(modeOf(account), "suspense", wallet.asset);
  return {
    ...redirectCredit(draft, wallet, credit, suspense, credit.amount),
    suspended: new Map(draft.suspended).set(account, credit.amount),
  };
}

/**
 * Rejects an entry whose money has not moved yet, if it credits a closed account.
 * @throws ACCOUNT_CLOSED
 */
export function assertNotSuspended({ suspended }: Pick<After, "suspended">, account: string): void {
  if (suspended(account) > 0n) throw fail(AccountClosed);
}

type Owner = { readonly userId: string };
const LIVE = { mode: "live" } as const;

/** A user's wallets and their count, as they were read. */
export interface Closable {
  readonly wallets: readonly Table.Item[];
  readonly count: bigint | undefined;
}

/** Reads a user's wallets. The count comes first, so that a wallet opened concurrently is not overlooked. */
export async function closable({ userId }: Owner): Promise<Closable> {
  const count = (await Table.find(walletCount, { userId, ...LIVE }))?.count;
  const beginsWith = `${walletAccount.prefix}${LIVE.mode}#`;
  return { count, wallets: await Table.queryAll({ pk: walletAccount.partition({ userId }), beginsWith }) };
}

/**
 * Returns the writes that close all wallets of a user permanently, and prevent new ones. They fail if a wallet was
 * opened since they were read.
 * @param isEmpty if true, they also fail if a wallet is not empty
 */
export function closingWrites(
  { userId }: Owner,
  { wallets, count }: Closable,
  closedAt: string,
  isEmpty: boolean,
): Table.Write[] {
  const where = isEmpty ? Where.is({ available: 0n, held: 0n }) : Where.exists;
  return [
    { update: walletCount.key({ userId, ...LIVE }), set: { closedAt }, where: Where.is({ count }) },
    ...wallets.map((item) => ({ update: keyOfItem(item), set: { closedAt }, where })),
  ];
}
