import { pairOfShares } from "../defi/exchange/pairs.ts";
import * as Assets from "../kernel/assets/index.ts";
import * as Money from "../kernel/money/index.ts";
import { parseWalletId, system, walletOf } from "../ledger/accounts.ts";
import { validate } from "../ledger/draft.ts";
import { hashOf } from "../ledger/entry.ts";
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
export const lineParts = (line: HistoryLine): unknown[] => [
  line.walletId,
  line.entryId,
  line.type,
  line.available,
  line.held,
  line.from,
  line.createdAt,
];

/** What a wallet had before a line of its history, and after how many entries; for its fingerprint. */
export const balanceBefore = (line: RunningLine): bigint[] => [
  line.sequence - 1n,
  line.availableAfter - line.available,
  line.heldAfter - line.held,
];

/** As `balanceBefore`, after the line. */
export const balanceAfter = (line: RunningLine): bigint[] => [
  line.sequence,
  line.availableAfter,
  line.heldAfter,
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
