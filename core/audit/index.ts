import { walletOf } from "../ledger/accounts.ts";
import * as Table from "../platform/table/index.ts";
import { Book } from "./book.ts";
import { differences, perAsset, suspects } from "./compare.ts";
import { explain, type Scan } from "./explain.ts";
import { recognize } from "./items.ts";

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

/** Audits the table that the environment names, or what another scan gives. */
export async function audit(scan: Scan = Table.scan): Promise<Report> {
  const book = new Book();
  for await (const item of scan()) {
    const found = recognize(item);
    if (found) book.add(found);
  }
  const doubtful = suspects(book);
  const reversals = book.reversalsComputed !== book.reversalsStored;
  const found = differences(book);
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
