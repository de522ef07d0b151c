import * as Idempotency from "../platform/idempotency/index.ts";
import * as Table from "../platform/table/index.ts";

/**
 * Applies writes, again while other transactions have their items.
 * @param claimAt which of them keeps the request's result; -1 where none does
 * @returns undefined when they were applied; otherwise which of them their conditions refused
 * @throws AlreadyDone; SERVICE_UNAVAILABLE
 */
export const commit = (
  writes: readonly Table.Write[],
  claimAt = -1,
): Promise<Table.TransactionRefused["refusals"] | undefined> =>
  Table.transactPatiently(writes, (refused) => {
    Idempotency.rethrowIfDone(refused, claimAt);
    return refused.refusals.map((_, index) => refused.unmet(index));
  });
