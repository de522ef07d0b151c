import * as Table from "../../platform/table/index.ts";

/**
 * Applies writes, again while other transactions have their items.
 * @returns undefined when they were applied; otherwise which of them their conditions refused
 */
export const commit = (
  writes: readonly Table.Write[],
): Promise<Table.TransactionRefused["refusals"] | undefined> =>
  Table.transactPatiently(writes, (refused) => refused.refusals.map((_, index) => refused.unmet(index)));
