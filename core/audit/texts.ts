import { pairOfShares } from "../defi/exchange/pairs.ts";
import * as Assets from "../kernel/assets/index.ts";
import type { Mode } from "../kernel/mode.ts";
import * as Money from "../kernel/money/index.ts";
import { parseWalletId, system, walletOf } from "../ledger/accounts.ts";
import { validate } from "../ledger/draft.ts";
import { hashOf, lineHashOf } from "../ledger/entry.ts";
import type { AccountRef, Entry, HistoryLine, RunningLine } from "../ledger/schema.ts";

/** Texts and helpers of the audit's findings. They never throw, so that the audit continues with a damaged table. */

export const problemUnless = (holds: boolean, problem: () => string): string[] => (holds ? [] : [problem()]);

/** Formats an amount with its asset, to the base unit. */
export const show = (amount: bigint, { asset }: { readonly asset: string }): string =>
  `${Money.format(amount, Assets.find(asset)?.decimals ?? pairOfShares(asset)?.shareDecimals ?? 0)} ${asset}`;

/** Names a user, pool or farm together with its ledger. */
export const nameIn = (mode: Mode, id: string): string => (mode === "live" ? id : `${id} (${mode})`);

/** Sums of figures by name that must be zero. A name is removed while all its figures are zero. */
export class OpenSums<Figures extends Readonly<Record<string, bigint>>> {
  readonly #zero: Figures;
  readonly #open = new Map<string, Figures>();

  constructor(zero: Figures) {
    this.#zero = zero;
  }

  /** Adds to the figures of a name. @returns whether one of its figures is not zero */
  add(name: string, by: Partial<Figures>): boolean {
    const sums = { ...(this.#open.get(name) ?? this.#zero) } as Record<string, bigint>;
    for (const [figure, amount] of Object.entries(by)) sums[figure] = (sums[figure] ?? 0n) + amount;
    const isOpen = Object.values(sums).some((sum) => sum !== 0n);
    if (isOpen) this.#open.set(name, sums as Figures);
    else this.#open.delete(name);
    return isOpen;
  }

  [Symbol.iterator](): Iterator<readonly [name: string, sums: Figures]> {
    return this.#open[Symbol.iterator]();
  }
}

/** Returns a wallet's account, also for an invalid id. */
export const walletAccountOf = (walletId: string): AccountRef => ({
  account: `wallet:${walletId}`,
  asset: parseWalletId(walletId)?.asset ?? "?",
});

/** Returns whether an account holds the points of a loyalty card. */
export const isCard = (account: string): boolean => account.startsWith("points:");

export const mayGoNegative = ({ account }: AccountRef): boolean =>
  walletOf(account) === undefined &&
  messageOf(() => system(account)) === undefined &&
  system(account).mayGoNegative;

/** Returns the content of a history line, for its fingerprint. */
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

/** A wallet's number of entries and balances, and the hash of its last line. */
export type Position = readonly [entries: bigint, available: bigint, held: bigint, hash: string];

/** Checks a line by itself. */
export const problemsOfLine = (line: RunningLine): string[] =>
  problemUnless(
    messageOf(() => lineHashOf(line)) === undefined && lineHashOf(line) === line.hash,
    () =>
      `the line of ${line.entryId} in ${line.walletId} has the hash ${line.hash}, but ` +
      (messageOf(() => lineHashOf(line)) ?? `its content gives ${lineHashOf(line)}`),
  );

/** Returns the position of a wallet before a line of its history, for its fingerprint. */
export const balanceBefore = (line: RunningLine): Position => [
  line.sequence - 1n,
  line.availableAfter - line.available,
  line.heldAfter - line.held,
  line.previousHash,
];

/** Returns the position of a wallet after a line of its history. */
export const balanceAfter = (line: RunningLine): Position => [
  line.sequence,
  line.availableAfter,
  line.heldAfter,
  line.hash,
];

/** Checks an entry by itself. */
export function problemsOf(entry: Entry): string[] {
  const hash = hashOf(entry);
  const brokenRule = messageOf(() => validate(entry));
  return [
    ...problemUnless(
      hash === entry.transactionHash,
      () => `the entry ${entry.entryId} has the hash ${entry.transactionHash}, but its content gives ${hash}`,
    ),
    ...problemUnless(
      brokenRule === undefined,
      () => `the entry ${entry.entryId} breaks a rule: ${brokenRule}`,
    ),
  ];
}

/** Returns the message of a thrown error; undefined if the work succeeds. */
function messageOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
