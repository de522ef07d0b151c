import * as Assets from "../kernel/assets/index.ts";
import type { BaseUnits } from "../kernel/money/index.ts";
import * as Money from "../kernel/money/index.ts";
import { sha256Hex } from "../kernel/sha256.ts";
import type { Key } from "../platform/table/entity.ts";
import type { Item } from "../platform/table/index.ts";
import { parseWalletId, walletOf } from "./accounts.ts";
import { historyLine, journalEntry } from "./entity.ts";
import type { AccountRef, Balances, Entry, HistoryLine, Posting, RunningLine } from "./schema.ts";

/** Journal entries as values: their hash, their sums, and their change of each account. Pure. */

/** The change of one account by an entry. */
export interface AccountChange extends AccountRef, Balances {}

/**
 * Returns the change of each account that the postings change, in the order of the postings. One change for each
 * account, because a transaction may write an item only once.
 */
export function changes(postings: readonly Posting[]): AccountChange[] {
  const found = new Map<string, { account: string; asset: string; available: BaseUnits; held: BaseUnits }>();
  for (const { account, asset, bucket, amount } of postings) {
    const name = `${account} ${asset}`;
    const change = found.get(name) ?? { account, asset, available: 0n, held: 0n };
    change[bucket] += amount;
    found.set(name, change);
  }
  return [...found.values()].filter(({ available, held }) => available !== 0n || held !== 0n);
}

/** Returns the amounts that an entry adds to the counters of a user account. */
export function counters({ type }: Pick<Entry, "type">, { available, held }: AccountChange) {
  const total = available + held;
  return {
    totalDeposits: type === "DEPOSIT" ? total : 0n,
    totalWithdrawals: type === "WITHDRAWAL" ? -total : 0n,
    transactionCount: 1n,
  };
}

/** Returns the sum of each asset, which must be zero. */
export function sums(postings: readonly Posting[]): Map<string, BaseUnits> {
  const found = new Map<string, BaseUnits>();
  for (const { asset, amount } of postings) found.set(asset, (found.get(asset) ?? 0n) + amount);
  return found;
}

/**
 * Returns the entry's hash: `0x` and the SHA-256 of its content in a canonical form. The content includes the hash of
 * the previous entry in the initiator's chain, so an entry cannot be changed, dropped or moved without changing all
 * later ones.
 */
export function hashOf(entry: Omit<Entry, "transactionHash">): string {
  const { link } = entry;
  const content = [
    "svc.ledger.entry/1",
    entry.entryId,
    entry.type,
    entry.postings.map((p) => [p.account, p.asset, p.bucket, p.amount.toString()]),
    entry.holds.map((h) => [h.holdId, h.account, h.asset, h.change.toString()]),
    link ? [link.initiator, link.seq.toString(), link.prevHash] : null,
    entry.actorId,
    entry.reason,
    entry.createdAt,
    entry.reverses ?? null,
    ...(entry.reference ? [[entry.reference.kind, entry.reference.id]] : []),
  ];
  return `0x${sha256Hex(JSON.stringify(content))}`;
}

export const toItem = (entry: Entry): Item & Key => ({
  ...entry,
  ...journalEntry.key({ entryId: entry.entryId }),
});

/** Parses the item of an entry. @throws ZodError */
export function fromItem(item: Item): Entry {
  const { pk: _pk, sk: _sk, ...entry } = journalEntry.parse(item);
  return entry;
}

/** Returns the history lines of an entry: one for each user account that it changes. */
export function historyLines(entry: Entry): HistoryLine[] {
  const touched = changes(entry.postings);
  return touched.flatMap((change) => {
    const walletId = walletOf(change.account);
    if (walletId === undefined) return [];
    const { entryId, createdAt } = entry;
    const { available, held } = change;
    return [
      {
        walletId,
        entryId,
        type: lineType(entry, change),
        available,
        held,
        from: sourceOf(change, touched),
        createdAt,
      },
    ];
  });
}

/** Returns the id of a line. One entry may change several accounts of a user, as a swap does. */
export const lineId = (entryId: string, asset: string): string => `${entryId}_${asset.toLowerCase()}`;

/** Returns the key of a history line: by time, and within a millisecond by its sequence. */
export const lineKey = ({
  walletId,
  createdAt,
  sequence,
}: Pick<RunningLine, "walletId" | "createdAt" | "sequence">): Key =>
  historyLine.key({ walletId, createdAt, position: sequence.toString().padStart(15, "0") });

/** Returns a sort key before the lines of an instant and after all earlier ones. @param ms milliseconds since the epoch */
export const lineTime = (ms: number): string => `AT#${new Date(ms).toISOString()}`;

export const toHistoryItem = (line: RunningLine): Item & Key => ({ ...line, ...lineKey(line) });

function lineType({ type }: Entry, { available, held }: Balances): string {
  const total = available + held;
  if (type === "DEPOSIT" || type === "WITHDRAWAL") return type;
  if (total === 0n) return available < 0n ? "LOCK" : "UNLOCK";
  return `${type}_${total > 0n ? "IN" : "OUT"}`;
}

/** Returns the source of a change: for a gain the account with the largest debit of the asset, else the account itself. */
function sourceOf(change: AccountChange, touched: readonly AccountChange[]): string {
  const given = (one: AccountChange) => -(one.available + one.held);
  const giver =
    given(change) >= 0n
      ? change
      : touched
          .filter((one) => one.asset === change.asset)
          .reduce((most, one) => (given(one) > given(most) ? one : most), change);
  return walletOf(giver.account) ?? giver.account;
}

/*
 * The chain of a wallet's history. Each line's hash covers the fields that its owner sees, the hash of the previous
 * line, and the hash of the whole entry. The owner can recompute the chain without seeing the other fields of the
 * entry, such as the counterparty's account. A line cannot be changed, dropped, added or moved without changing all
 * later ones.
 */

/** Returns the hashed content of a line: strings only, amounts as decimals in whole units of the wallet's asset. */
export function contentOf(line: Omit<RunningLine, "hash">): readonly string[] {
  const { asset = "" } = parseWalletId(line.walletId) ?? {};
  const decimals = Assets.find(asset)?.decimals ?? 0;
  const units = (amount: bigint) => Money.format(amount, decimals);
  return [
    "svc.ledger.line/1",
    line.walletId,
    line.sequence.toString(),
    line.entryId,
    line.entryHash,
    line.type,
    units(line.available),
    units(line.held),
    units(line.availableAfter),
    units(line.heldAfter),
    line.createdAt,
    line.previousHash,
  ];
}

/** Returns `0x` and the SHA-256 of the line's content as JSON. */
export const lineHashOf = (line: Omit<RunningLine, "hash">): string =>
  `0x${sha256Hex(JSON.stringify(contentOf(line)))}`;

export const chained = (line: Omit<RunningLine, "hash">): RunningLine => ({
  ...line,
  hash: lineHashOf(line),
});
