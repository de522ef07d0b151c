import { fail, Unavailable } from "../errors.ts";
import * as Table from "../platform/table.ts";

const MAX_ATTEMPTS = 10;

/**
 * Applies writes, again while other transactions have their items.
 * @returns undefined when they were applied; otherwise which of them their conditions refused
 */
export async function commit(
  writes: readonly Table.Write[],
): Promise<Table.TransactionRefused["refusals"] | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      await Table.transact(writes);
      return undefined;
    } catch (error) {
      if (!(error instanceof Table.TransactionRefused)) throw error;
      if (!error.transient)
        return error.refusals.map((one) => (one?.code === "ConditionalCheckFailed" ? one : undefined));
      if (attempt === MAX_ATTEMPTS) throw fail(Unavailable, { cause: error });
      await Table.pause(attempt);
    }
  }
}
