import { randomUUID } from "node:crypto";
import { Contention, fail, Unavailable } from "../../kernel/errors.ts";
import { ConditionFailed, pause } from "./dynamodb.ts";
import * as Prefetched from "./prefetched.ts";
import { isUnknown, TransactionRefused, transact } from "./transaction.ts";
import { keyOf, migrated, type Write } from "./write.ts";

/**
 * The one way to commit. DynamoDB locks nothing: a write names the state that it was decided on as its
 * condition, and where another writer was faster the decision is made anew.
 */

/** How often a transaction is sent while another one has its items: with the pauses about 5 seconds. */
const MAX_CONFLICTS = 20;
/** How often a transaction whose outcome is unknown is sent again, after the SDK's own retries. */
const MAX_UNKNOWN_OUTCOMES = 6;
/**
 * How often a decision is made anew: with the pauses about 18 seconds, time for 64 writers of one item in as
 * many processes.
 */
const MAX_ATTEMPTS = 60;
/** Bounds the pause between attempts, to at most 640 ms. */
const LONGEST_PAUSE = 6;

const pauseAfter = (attempt: number): Promise<void> => pause(Math.min(attempt, LONGEST_PAUSE));

/** Nobody knows whether a transaction was applied: every answer to it was lost. */
export class OutcomeUnknown extends Error {
  override readonly name = "OutcomeUnknown";
  constructor(cause: unknown) {
    super(`the outcome of a transaction is unknown: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}

/**
 * Applies all writes or none, and waits while other transactions have their items. Every try carries one
 * token: where the answer to one that was applied is lost, the next is answered the same and changes nothing.
 *
 * Of the writes whose condition does not hold, the first that says what this means speaks: so an idempotency
 * record goes first.
 * @param beforeResending is called when the items were busy; what it throws ends it
 * @throws what the refused write says; ConditionFailed where none says anything: another writer was faster;
 *   SERVICE_UNAVAILABLE when the items stay busy; OutcomeUnknown
 */
export async function commit(writes: readonly Write[], beforeResending?: () => void): Promise<void> {
  if (writes.length === 0) return;
  Prefetched.invalidate();
  const token = randomUUID();
  let unknownOutcomes = 0;
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(writes, token);
    } catch (error) {
      if (error instanceof TransactionRefused) {
        if (!error.transient && !(await areMigrated(writes, error))) throw await meaningOf(writes, error);
      } else if (!isUnknown(error)) throw error;
      else if (++unknownOutcomes > MAX_UNKNOWN_OUTCOMES) throw new OutcomeUnknown(error);
      if (attempt === MAX_CONFLICTS) throw fail(Unavailable, { cause: error });
      await pauseAfter(attempt);
      if (error instanceof TransactionRefused) beforeResending?.();
    }
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

/** Whether items of other versions were in the way, which are migrated now. */
async function areMigrated(writes: readonly Write[], refused: TransactionRefused): Promise<boolean> {
  const migrations = writes.map((write, index) => migrated(keyOf(write), refused.unmet(index)?.item));
  return (await Promise.all(migrations)).includes(true);
}

/** The error that a refusal is to the caller. */
async function meaningOf(writes: readonly Write[], refused: TransactionRefused): Promise<Error> {
  for (const [index, write] of writes.entries()) {
    const refusal = refused.unmet(index);
    if (!refusal || write.refused === undefined) continue;
    if (typeof write.refused !== "function") return fail(write.refused, { cause: refused });
    const error = await write.refused(refusal.item);
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
 * Does the work, and again while it ends with ConditionFailed: another writer was faster.
 * @throws CONTENTION
 */
export async function retry<T>(work: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      Prefetched.invalidate();
      if (attempt === MAX_ATTEMPTS) throw fail(Contention, { cause: error });
      // The second attempt comes at once: most writers meet one other, not many.
      if (attempt > 1) await pauseAfter(attempt - 1);
    }
  }
}
