import { walletOf } from "../ledger/accounts.ts";
import * as Table from "../platform/table/index.ts";
import { Book } from "./book.ts";
import { Cards } from "./cards.ts";
import { differences, perAsset, suspects } from "./compare.ts";
import { Debts } from "./debts.ts";
import { explain, type Scan } from "./explain.ts";
import { Farms } from "./farms.ts";
import { Ibans } from "./ibans.ts";
import { type Checker, dispatcher } from "./kinds.ts";
import { Payments } from "./payments.ts";
import { Points } from "./points.ts";
import { Claims } from "./pools.ts";
import { Reservations } from "./reservations.ts";
import { Rewards } from "./rewards.ts";
import { Compounding, PaidRewards } from "./stake-rewards.ts";
import { Stakes } from "./stakes.ts";
import * as Supply from "./supply.ts";
import { Suspense } from "./suspense.ts";
import { Withdrawals } from "./withdrawals.ts";

/**
 * The audit: recomputes every balance from the journal and reports whatever differs. One pass over the table,
 * in the space of its accounts; a second one only where there is something to explain.
 *
 * A scan is not one instant. On a table that is being written to, entries of these seconds may show as
 * differences: audit a restored point in time, or when the platform is idle.
 */

export interface Report {
  readonly userAccounts: number;
  readonly systemAccounts: number;
  readonly entries: number;
  readonly historyLines: number;
  readonly openHolds: number;
  /** Base units by asset: what users have, what the platform's accounts have. */
  readonly assets: ReadonlyMap<string, { readonly users: bigint; readonly system: bigint }>;
  /** In words, with the account and both figures. Empty: the ledger is sound. */
  readonly differences: readonly string[];
}

/** Every checker beside the ledger's own, in the order of their reports. Each states which kinds of items it reads. */
export const checkers: readonly (() => Checker)[] = [
  () => new Claims(),
  () => new Farms(),
  () => new Stakes(),
  () => new PaidRewards(),
  () => new Compounding(),
  () => new Rewards(),
  () => new Cards(),
  () => new Withdrawals(),
  () => new Reservations(),
  () => new Payments(),
  () => new Ibans(),
  () => new Debts(),
  () => new Suspense(),
  () => new Points(),
  () => ({ reads: [], compare: Supply.compare }),
];

/** Audits the table that the environment names, or what another scan gives. */
export async function audit(scan: Scan = Table.scan): Promise<Report> {
  const book = new Book();
  const opened = checkers.map((open) => open());
  const add = dispatcher(
    [book, ...opened].flatMap(({ reads }) => reads),
    (problem) => book.problems.push(problem),
  );
  for await (const item of scan()) add(item);
  const doubtful = suspects(book);
  const reversals = book.reversalsComputed !== book.reversalsStored;
  const found = [...differences(book), ...opened.flatMap((one) => one.compare(book.accounts.values()))];
  if (doubtful.length > 0 || reversals) {
    const said = await explain(
      scan,
      doubtful.map(({ ref }) => ref),
      reversals,
    );
    found.push(...(said.length > 0 ? said : ["the ledger changed while it was audited: audit it again"]));
  }
  const users = [...book.accounts.values()].filter(({ ref }) => walletOf(ref.account) !== undefined).length;
  return {
    userAccounts: users,
    systemAccounts: book.accounts.size - users,
    entries: book.entries,
    historyLines: book.historyLines,
    openHolds: book.openHolds,
    assets: perAsset(book),
    differences: found,
  };
}
