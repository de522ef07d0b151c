import { pairOfShares } from "../defi/exchange/pairs.ts";
import * as Assets from "../kernel/assets/index.ts";
import * as Money from "../kernel/money/index.ts";
import { parseWalletId, system, walletOf } from "../ledger/accounts.ts";
import { validate } from "../ledger/draft.ts";
import { hashOf, lineHashOf } from "../ledger/entry.ts";
import type { AccountRef, Entry, HistoryLine, RunningLine } from "../ledger/schema.ts";

/**
 * How the audit speaks of what it finds. Nothing here throws: a damaged table must still be read to its end.
 */

/** An amount with its asset, to the base unit. */
export const show = (amount: bigint, { asset }: { readonly asset: string }): string =>
  `${Money.format(amount, decimalsOf(asset))} ${asset}`;

/** The decimals of an asset, or of a pool's shares; none of what is neither. */
const decimalsOf = (asset: string): number =>
  Assets.find(asset)?.decimals ?? pairOfShares(asset)?.shareDecimals ?? 0;

/** A wallet's account, also of an id that is none. */
export const walletAccountOf = (walletId: string): AccountRef => ({
  account: `wallet:${walletId}`,
  asset: parseWalletId(walletId)?.asset ?? "?",
});

export const mayGoNegative = ({ account }: AccountRef): boolean => {
  if (walletOf(account) !== undefined) return false;
  return complaintOf(() => system(account)) === undefined && system(account).mayGoNegative;
};

/** All that a history line says, for its fingerprint. */
export const lineParts = (line: HistoryLine, entryHash: string): unknown[] => [
  line.walletId,
  entryHash,
  line.entryId,
  line.type,
  line.available,
  line.held,
  line.from,
  line.createdAt,
];

/** How many entries have changed a wallet, what it has then, and the hash of its last line. */
export type Place = readonly [entries: bigint, available: bigint, held: bigint, hash: string];

/** What is wrong with a line by itself. */
export function problemsOfLine(line: RunningLine): string[] {
  const complaint = complaintOf(() => {
    if (lineHashOf(line) !== line.hash) throw new Error(`its content gives ${lineHashOf(line)}`);
  });
  return complaint === undefined
    ? []
    : [`the line of ${line.entryId} in ${line.walletId} has the hash ${line.hash}, but ${complaint}`];
}

/** What a wallet had before a line of its history, and after how many entries; for its fingerprint. */
export const balanceBefore = (line: RunningLine): Place => [
  line.sequence - 1n,
  line.availableAfter - line.available,
  line.heldAfter - line.held,
  line.previousHash,
];

/** As `balanceBefore`, after the line. */
export const balanceAfter = (line: RunningLine): Place => [
  line.sequence,
  line.availableAfter,
  line.heldAfter,
  line.hash,
];

/** What is wrong with an entry by itself. */
export function problemsOf(entry: Entry): string[] {
  const hash = hashOf(entry);
  const rules = complaintOf(() => validate(entry));
  return [
    ...(hash === entry.transactionHash
      ? []
      : [`the entry ${entry.entryId} has the hash ${entry.transactionHash}, but its content gives ${hash}`]),
    ...(rules === undefined ? [] : [`the entry ${entry.entryId} breaks a rule: ${rules}`]),
  ];
}

function complaintOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
