import { randomUUID } from "node:crypto";
import { Contention, fail, Unavailable } from "../../kernel/errors.ts";
import * as Retry from "../../kernel/retry.ts";
import { ConditionFailed } from "./dynamodb.ts";
import * as Prefetched from "./prefetched.ts";
import { isUnknown, TransactionRefused, transact } from "./transaction.ts";
import type { Write } from "./write.ts";

/**
 * The one way to commit. DynamoDB locks nothing: a write names the state that it was decided on as its
 * condition, and where another writer was faster the decision is made anew.
 */

/** How often a transaction is sent while another one has its items: about 5 seconds with the pauses. */
const MAX_CONFLICTS = 20;
/** How often a transaction whose outcome is unknown is sent again, after the SDK's own retries. */
const MAX_UNKNOWN_OUTCOMES = 6;
/** How often a decision is made again: about 18 seconds with the pauses, time for 64 writers of one item. */
const MAX_ATTEMPTS = 60;
/** No response to a transaction arrived: it may have been applied. */
export class OutcomeUnknown extends Error {
  override readonly name = "OutcomeUnknown";
  constructor(cause: unknown) {
    super(`the outcome of a transaction is unknown: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}

/**
 * Applies all writes or none, and waits while other transactions have their items. All attempts carry one token: if
 * the response of an applied attempt is lost, the next one gets the same response and changes nothing.
 *
 * Of several failed conditions, the first that states an error decides: so an idempotency record goes first.
 * @param beforeResending runs before the writes are sent again; its error ends the commit
 * @throws the error that a rejected write states; ConditionFailed if none does, after a concurrent update;
 *   SERVICE_UNAVAILABLE if the items stay busy; OutcomeUnknown
 */
export async function commit(writes: readonly Write[], beforeResending?: () => void): Promise<void> {
  if (writes.length === 0) return;
  Prefetched.invalidate();
  const token = randomUUID();
  let unknownOutcomes = 0;
  const attempt = async () => {
    try {
      await transact(writes, token);
    } catch (error) {
      const isLost = !(error instanceof TransactionRefused) && isUnknown(error);
      if (isLost && ++unknownOutcomes > MAX_UNKNOWN_OUTCOMES) throw new OutcomeUnknown(error);
      throw error;
    }
  };
  const options = {
    attempts: MAX_CONFLICTS,
    isTransient: (error: unknown) =>
      error instanceof TransactionRefused
        ? error.transient
        : !(error instanceof OutcomeUnknown) && isUnknown(error),
    exhausted: (cause: unknown) => fail(Unavailable, { cause }),
    async wait(failed: number, error: unknown) {
      await Retry.pause(failed);
      if (error instanceof TransactionRefused) beforeResending?.();
    },
  };
  try {
    await Retry.retry(options, attempt);
  } catch (error) {
    throw error instanceof TransactionRefused ? await meaningOf(writes, error) : error;
  }
}

/** As `commit`. @returns false where a condition did not hold that says nothing of its meaning */
export async function tryCommit(writes: readonly Write[]): Promise<boolean> {
  try {
    await commit(writes);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}

/** The error that a refusal is to the caller. */
async function meaningOf(writes: readonly Write[], refused: TransactionRefused): Promise<Error> {
  for (const [index, write] of writes.entries()) {
    const refusal = refused.unmet(index);
    if (!refusal || write.onConditionFailed === undefined) continue;
    if (typeof write.onConditionFailed !== "function")
      return fail(write.onConditionFailed, { cause: refused });
    const error = await write.onConditionFailed(refusal.item);
    if (error) return error;
  }
  const unmet = refused.refusals.findIndex((_, index) => refused.unmet(index));
  return unmet < 0 ? refused : new ConditionFailed(refused.refusals[unmet]?.item, { cause: refused });
}

/** What follows from what was read. */
export interface Decision<T> {
  /** None: there is nothing to do. */
  readonly writes: readonly Write[];
  readonly result: T;
}

/** What a caller has written together with a change, of what that comes to: that it was made, for one. */
export type Also<T> = (result: T) => readonly Write[];

/**
 * Reads, decides, writes; and again where another writer was faster, so both functions may be called more
 * than once. The writes name what was read as their condition.
 * @throws what `read` and `decide` throw, what a refused write says, CONTENTION
 */
export const change = <R, T>(
  read: () => Promise<R>,
  decide: (current: R) => Decision<T> | Promise<Decision<T>>,
): Promise<T> =>
  retry(async () => {
    const { writes, result } = await decide(await read());
    await commit(writes);
    return result;
  });

/**
 * Does work again while it fails with ConditionFailed, after a concurrent update.
 * @throws CONTENTION
 */
export const retry = <T>(work: (attempt: number) => Promise<T>): Promise<T> =>
  Retry.retry(
    {
      attempts: MAX_ATTEMPTS,
      isTransient(error) {
        if (!(error instanceof ConditionFailed)) return false;
        Prefetched.invalidate();
        return true;
      },
      exhausted: (cause) => fail(Contention, { cause }),
      // The second attempt follows immediately: most updates meet only one other.
      wait: (attempt) => (attempt > 1 ? Retry.pause(attempt - 1) : undefined),
    },
    work,
  );

/**
 * A concurrent update of an item that the plan of an entry was made from. After a ConditionFailed the ledger makes the
 * entry's draft again; after this error the whole plan is stale, and `retryPlan` makes it again.
 */
export class ConcurrentUpdate extends Error {
  override readonly name = "ConcurrentUpdate";
}

/**
 * As `retry`, for work that reads an item, plans an entry from it and posts the entry. Also retries after a
 * ConcurrentUpdate, or an error that shows that the plan was stale.
 * @throws CONTENTION
 */
export const retryPlan = <T>(
  work: () => Promise<T>,
  isStale: (error: unknown) => boolean = () => false,
): Promise<T> =>
  retry(() =>
    work().catch((error: unknown) => {
      if (!(error instanceof ConcurrentUpdate) && !isStale(error)) throw error;
      throw new ConditionFailed(undefined, { cause: error });
    }),
  );
