import * as Clock from "../kernel/clock/ledger.ts";
import { fail } from "../kernel/errors.ts";
import type { BaseUnits } from "../kernel/money/index.ts";
import type * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { modeOf, parseWalletId, systemRef, walletOf } from "./accounts.ts";
import { gainOf, lessOf } from "./debtor.ts";
import { type After, type Draft, type Snapshot, userAccounts } from "./draft.ts";
import { AccountClosed } from "./errors.ts";
import { type Flag, flag } from "./flags/entity.ts";
import type { AccountRef, Entry, EntryType, Reference } from "./schema.ts";

/**
 * Money that comes to a closed wallet. What has moved outside already, by a card payment, the bank or a dispute that was
 * won, can be refused no more: it goes to `suspense`, wherever an entry is `collecting`, and in its transaction a flag
 * says how much of it is there and whose it was. That costs no read, since an account is written over what was read,
 * its closing included. What can be refused yet is (`refuseClosed`).
 */

/** The draft with what comes to closed wallets, after their owners' debts, in `suspense` instead. */
export const diverting = <T>(draft: Draft<T>, { accounts, closed }: Snapshot): Draft<T> =>
  userAccounts(draft.postings)
    .filter((account) => accounts.get(account)?.closedAt !== undefined || closed.has(account))
    .reduce(diverted, draft);

function diverted<T>(draft: Draft<T>, account: string): Draft<T> {
  const wallet: AccountRef = { account, asset: assetOf(account) };
  const gained = gainOf(draft, wallet);
  if (!gained) return draft;
  const { amount, bucket } = gained;
  const suspense = systemRef(modeOf(account), "suspense", wallet.asset);
  return {
    ...draft,
    postings: [
      ...draft.postings.filter((one) => one.account !== account || one.bucket !== bucket),
      { ...suspense, bucket: "available", amount },
    ],
    holds: bucket === "held" ? lessOf(draft.holds ?? [], wallet, amount) : (draft.holds ?? []),
    diverted: new Map(draft.diverted).set(account, amount),
  };
}

const ownerOf = (account: string) => parseWalletId(walletOf(account) ?? "");
const assetOf = (account: string): string => ownerOf(account)?.asset ?? "";

/**
 * For the transaction of money that has not moved yet: it stays where it is.
 * @throws ACCOUNT_CLOSED where the account is
 */
export function refuseClosed({ diverted }: Pick<After, "diverted">, account: string): void {
  if (diverted(account) > 0n) throw fail(AccountClosed);
}

/** Why somebody must look at what is in `suspense`. */
export const RECEIVER_ERASED = "its receiver is erased: what has come in is in suspense, to be sent back";
export const OWNER_ERASED =
  "its owner is erased: what was staked, pooled, farmed or earned there is in suspense, to be paid out";

/** What brings somebody nothing new: it gives back what was theirs, or what that has earned. */
const GIVES_BACK: readonly EntryType[] = ["UNSTAKE", "LIQUIDITY_REMOVE", "FARM_WITHDRAW", "REWARD"];

const idOf = ({ kind, id }: Reference): string => `${kind}:${id}`;

/** The key of the flag of that id. */
export const keyById = (id: string): Table.Key => flag.key({ kind: "suspense", id });

/** The key of the flag of what came to `suspense` by a payment, a withdrawal, …. */
export const flagKey = (source: Reference): Table.Key => keyById(idOf(source));

/** The writes that flag what an entry has diverted: by what its draft names, or else by the entry. */
export const flagging = (
  { entryId, createdAt: at, type }: Entry,
  { diverted, suspends }: Pick<Draft<unknown>, "diverted" | "suspends">,
): Table.Write[] =>
  [...(diverted ?? [])].map(([account, amount], nth) => {
    const asset = assetOf(account);
    const id = suspends && nth === 0 ? idOf(suspends) : `entry:${entryId}:${asset}`;
    const of = { kind: "suspense", id } as const;
    const userId = ownerOf(account)?.userId;
    return {
      update: flag.key(of),
      set: {
        ...of,
        why: GIVES_BACK.includes(type) ? OWNER_ERASED : RECEIVER_ERASED,
        at,
        userId,
        asset,
        resolution: undefined,
      },
      add: { amount },
    };
  });

/** What is in `suspense` still of what a flag is of, as it was read; undefined where there is none. */
export function suspendedOf(item: Table.Item | undefined) {
  if (!item) return undefined;
  const { asset = "", amount = 0n, userId } = flag.parse(item);
  return { asset, amount, userId };
}

/**
 * The writes of an entry that takes from `suspense` what a flag is of; none of nothing. Once nothing is left, the flag is
 * resolved. Refused where another was faster.
 * @param item the flag as it was read
 */
export function taking(
  item: Table.Item | undefined,
  amount: BaseUnits,
  { by, note }: Pick<NonNullable<Flag["resolution"]>, "by" | "note">,
): Table.Write[] {
  if (!item || amount === 0n) return [];
  const { kind, id, amount: before = 0n, resolution } = flag.parse(item);
  const left = before - amount;
  const isOver = left === 0n && !resolution;
  return [
    {
      update: flag.key({ kind, id }),
      set: { amount: left, ...(isOver && { resolution: { by, at: Clock.nowIso(), note } }) },
      where: Where.is({ amount: before }),
    },
  ];
}
