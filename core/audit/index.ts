import { walletOf } from "../ledger/accounts.ts";
import * as Table from "../platform/table/index.ts";
import { Book, differences, perAsset, suspects } from "./book.ts";
import { explain, type Scan } from "./explain.ts";
import { farms } from "./farms.ts";
import { debts, points, saveback, supply, suspense } from "./funds.ts";
import { cards, reservations, withdrawals } from "./holds.ts";
import { ibans } from "./ibans.ts";
import { type Checker, dispatcher } from "./kinds.ts";
import { payments } from "./payments.ts";
import { claims } from "./pools.ts";
import { compounding, paidRewards } from "./stake-rewards.ts";
import { stakes } from "./stakes.ts";
import { trail } from "./trail.ts";

/**
 * The audit: recomputes every balance from the journal and reports each difference. It scans the table once, in memory
 * proportional to its accounts, and a second time only to explain a difference.
 *
 * A scan is not atomic. Entries that are posted during it may appear as differences: audit a restored point in time, or
 * an idle platform.
 */

export interface Report {
  readonly userAccounts: number;
  readonly systemAccounts: number;
  readonly entries: number;
  readonly historyLines: number;
  readonly openHolds: number;
  /** The balances of users' and of system accounts in base units, by asset. */
  readonly assets: ReadonlyMap<string, { readonly users: bigint; readonly system: bigint }>;
  /** Sentences with the account and both figures; empty if the ledger is sound. */
  readonly differences: readonly string[];
}

/** The checkers besides the ledger's own, in the order of their reports. Each states the kinds of items that it reads. */
export const checkers: readonly (() => Checker)[] = [
  claims,
  farms,
  stakes,
  paidRewards,
  compounding,
  saveback,
  cards,
  withdrawals,
  reservations,
  payments,
  ibans,
  debts,
  suspense,
  points,
  supply,
  trail,
];

/** Audits a table. @param scan defaults to the table of the environment */
export async function audit(scan: Scan = Table.scan): Promise<Report> {
  const book = new Book();
  const opened = checkers.map((open) => open());
  const add = dispatcher(
    [book, ...opened].flatMap(({ reads }) => reads),
    (problem) => book.problems.push(problem),
  );
  for await (const item of scan()) add(item);
  const suspectAccounts = suspects(book);
  const reversals = book.reversalsComputed !== book.reversalsStored;
  const accounts = [...book.accounts.values()];
  const found = [...differences(book), ...opened.flatMap((one) => one.compare(accounts))];
  if (suspectAccounts.length > 0 || reversals) {
    const explained = await explain(
      scan,
      suspectAccounts.map(({ ref }) => ref),
      reversals,
    );
    found.push(
      ...(explained.length > 0 ? explained : ["the ledger changed while it was audited: audit it again"]),
    );
  }
  const users = accounts.filter(({ ref }) => walletOf(ref.account) !== undefined).length;
  return {
    userAccounts: users,
    systemAccounts: accounts.length - users,
    entries: book.entries,
    historyLines: book.historyLines,
    openHolds: book.openHolds,
    assets: perAsset(book),
    differences: found,
  };
}
