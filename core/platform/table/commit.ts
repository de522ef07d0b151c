import { randomUUID } from "node:crypto";
import {
  DynamoDBServiceException,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { Contention, fail, Unavailable } from "../../kernel/errors.ts";
import * as Retry from "../../kernel/retry.ts";
import { ConditionFailed, call, db, type Item, someFromWire } from "./dynamodb.ts";
import * as Prefetched from "./prefetched.ts";
import { keyOf, transactItem, type Write } from "./write.ts";

/**
 * Transactions. DynamoDB has no locks: the condition of a write states the data on which its decision is based, and after
 * a concurrent update the decision is made again.
 */

/** Why a write was rejected. */
interface Rejection {
  readonly code: string;
  /** The current item, if a condition failed. */
  readonly item: Item | undefined;
}

/** A transaction was not applied. `refusals[i]` belongs to the i-th write; undefined if that had no problem. */
export class TransactionRejected extends Error {
  override readonly name = "TransactionRejected";
  readonly refusals: readonly (Rejection | undefined)[];
  constructor(refusals: readonly (Rejection | undefined)[]) {
    super(`a transaction was rejected: ${refusals.map((r) => r?.code ?? "None").join(", ")}`);
    this.refusals = refusals;
  }
  /** Whether a retry may succeed: another transaction had an item, or throttling. */
  get transient(): boolean {
    const curable = ["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"];
    return this.refusals.every((r) => r === undefined || curable.includes(r.code));
  }
  /** Returns the refusal of the write at `index` if its condition failed. */
  unmet(index: number): Rejection | undefined {
    const refusal = this.refusals[index];
    return refusal?.code === "ConditionalCheckFailed" ? refusal : undefined;
  }
}

let steps = 0;

/** Returns a number that changes whenever a transaction of this process begins or ends. */
export const epoch = (): number => steps;

/**
 * Sends a transaction once. A retry of the SDK after a lost response carries the same token, so DynamoDB applies it once.
 * @throws TransactionRejected if a condition fails or another transaction has one of the items
 */
export async function transact(writes: readonly Write[], token: string = randomUUID()): Promise<void> {
  const targets = new Set(writes.map(keyOf).map(({ pk, sk }) => `${pk}\n${sk}`));
  if (targets.size !== writes.length) throw new TypeError("a transaction touches one item twice");
  if (writes.length > 100)
    throw new TypeError(`a transaction has ${writes.length} writes; DynamoDB takes 100`);
  steps++;
  try {
    await call("TransactWriteItems", (meter) =>
      db().send(
        new TransactWriteItemsCommand({
          TransactItems: writes.map(transactItem),
          ClientRequestToken: token,
          ...meter,
        }),
      ),
    );
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    throw new TransactionRejected(
      (error.CancellationReasons ?? []).map((reason) =>
        reason.Code === undefined || reason.Code === "None"
          ? undefined
          : { code: reason.Code, item: someFromWire(reason.Item) },
      ),
    );
  } finally {
    steps++;
  }
}

/** Errors that DynamoDB attributes to the client although a retry may succeed. */
const RETRYABLE = [
  "TransactionInProgressException",
  "ThrottlingException",
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
];

/** Returns whether a transaction may have been applied, or may be applied by a retry. */
const isUnknown = (error: unknown): boolean =>
  error instanceof DynamoDBServiceException
    ? error.$fault === "server" || RETRYABLE.includes(error.name)
    : !(error instanceof TypeError);

/** The attempts to send a transaction while others have its items: about 5 seconds with the pauses. */
const MAX_CONFLICTS = 20;
/** The repetitions of a transaction whose outcome is unknown, each with the SDK's own retries. */
const MAX_UNKNOWN_OUTCOMES = 6;
/** The attempts of a decision: about 18 seconds with the pauses, enough for 64 writers of one item. */
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
      const isLost = !(error instanceof TransactionRejected) && isUnknown(error);
      if (isLost && ++unknownOutcomes > MAX_UNKNOWN_OUTCOMES) throw new OutcomeUnknown(error);
      throw error;
    }
  };
  const options = {
    attempts: MAX_CONFLICTS,
    isTransient: (error: unknown) =>
      error instanceof TransactionRejected
        ? error.transient
        : !(error instanceof OutcomeUnknown) && isUnknown(error),
    exhausted: (cause: unknown) => fail(Unavailable, { cause }),
    async wait(failed: number, error: unknown) {
      await Retry.pause(failed);
      if (error instanceof TransactionRejected) beforeResending?.();
    },
  };
  try {
    await Retry.retry(options, attempt);
  } catch (error) {
    throw error instanceof TransactionRejected ? await errorOf(writes, error) : error;
  }
}

/** As `commit`. @returns false if a condition failed that states no error */
export const tryCommit = async (writes: readonly Write[]): Promise<boolean> =>
  (await ignoreConditionFailure(commit(writes).then(() => true))) ?? false;

/** Returns the result of a write; undefined if its condition failed. */
export async function ignoreConditionFailure<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
}

/** Returns the error that the first rejected write states. */
async function errorOf(writes: readonly Write[], refused: TransactionRejected): Promise<Error> {
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

/** The writes that follow from the read data; none if nothing changes. */
export interface Decision<T> {
  readonly writes: readonly Write[];
  readonly result: T;
}

/** Returns the writes that a caller adds to the transaction of a change: an idempotency record, for example. */
export type Also<T> = (result: T) => readonly Write[];

/**
 * Reads, decides and writes, again after a concurrent update: both functions may be called several times. The conditions
 * of the writes state the read data.
 * @throws the errors of `read`, `decide` and rejected writes, CONTENTION
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

/** Does work again while it fails with ConditionFailed, after a concurrent update. @throws CONTENTION */
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
