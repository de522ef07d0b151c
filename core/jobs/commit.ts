import { fail, Unavailable } from "../errors.ts";
import * as Idempotency from "../idempotency/index.ts";
import * as Table from "../platform/table.ts";

const MAX_ATTEMPTS = 20;

export type Refusals = Table.TransactionRefused["refusals"];

/**
 * Applies writes, again while other transactions have their items.
 * @param claimAt which of them keeps the request's result; -1 where none does
 * @returns undefined when they were applied; otherwise which of them their conditions refused
 * @throws AlreadyDone; SERVICE_UNAVAILABLE
 */
export async function commit(writes: readonly Table.Write[], claimAt = -1): Promise<Refusals | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      await Table.transact(writes);
      return undefined;
    } catch (error) {
      if (!(error instanceof Table.TransactionRefused)) throw error;
      Idempotency.rethrowIfDone(error, claimAt);
      if (!error.transient)
        return error.refusals.map((one) => (one?.code === "ConditionalCheckFailed" ? one : undefined));
      if (attempt === MAX_ATTEMPTS) throw fail(Unavailable, { cause: error });
      await Table.pause(attempt);
    }
  }
}
