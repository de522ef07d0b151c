import { randomUUID } from "node:crypto";
import { DynamoDBServiceException, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { fail, Unavailable } from "../../kernel/errors.ts";
import { call, db, type Item, pause, refusedItem } from "./dynamodb.ts";
import { keyOf, transactItem, type Write } from "./write.ts";

/** One transaction, sent once. `commit.ts` is what domains call. */

/** Why one write of a transaction refused it. */
export interface Refusal {
  readonly code: string;
  /** The item that stood there when a condition failed. */
  readonly item: Item | undefined;
}

/** A transaction that was not applied. `refusals[i]` is that of the i-th write, undefined where it had no objection. */
export class TransactionRefused extends Error {
  override readonly name = "TransactionRefused";
  readonly refusals: readonly (Refusal | undefined)[];
  constructor(refusals: readonly (Refusal | undefined)[]) {
    super(`a transaction was refused: ${refusals.map((r) => r?.code ?? "None").join(", ")}`);
    this.refusals = refusals;
  }
  /** Whether every refusal is one that a retry may cure: another transaction had the item, or throttling. */
  get transient(): boolean {
    const curable = ["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"];
    return this.refusals.every((r) => r === undefined || curable.includes(r.code));
  }
  /** The refusal of the write at `index` because its condition did not hold; undefined for any other outcome. */
  unmet(index: number): Refusal | undefined {
    const refusal = this.refusals[index];
    return refusal?.code === "ConditionalCheckFailed" ? refusal : undefined;
  }
}

/**
 * Applies all writes or none. A retry of the SDK after a lost answer carries the same token, so DynamoDB applies it once.
 * @throws TransactionRefused when a condition does not hold or another transaction has one of the items.
 */
export async function transact(writes: readonly Write[], token: string = randomUUID()): Promise<void> {
  const targets = new Set(writes.map(keyOf).map(({ pk, sk }) => `${pk}\n${sk}`));
  if (targets.size !== writes.length) throw new TypeError("a transaction touches one item twice");
  if (writes.length > 100)
    throw new TypeError(`a transaction has ${writes.length} writes; DynamoDB takes 100`);
  try {
    await call("TransactWriteItems", (meter) =>
      db().send(
        new TransactWriteCommand({
          TransactItems: writes.map(transactItem),
          ClientRequestToken: token,
          ...meter,
        }),
      ),
    );
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    throw new TransactionRefused(
      (error.CancellationReasons ?? []).map((reason) =>
        reason.Code === undefined || reason.Code === "None"
          ? undefined
          : {
              code: reason.Code,
              item: refusedItem(reason.Item),
            },
      ),
    );
  }
}

/** What a refusal that no retry cures means to the caller: an answer, an error thrown, or undefined where it is for nothing of the kind. */
export type Judge<T> = (refused: TransactionRefused) => T | undefined;

/** How often a transaction is sent. With the pauses between them this comes to about 3 seconds. */
const MAX_ATTEMPTS = 20;
/** Bounds the pause between attempts, to up to 320 ms. */
const LONGEST_PAUSE = 5;
/** How often a transaction whose outcome is unknown is sent again, after the SDK's own retries. */
const MAX_DOUBTS = 3;

/**
 * Applies all writes or none, again and again while other transactions have one of the items. All tries carry one token: should the
 * answer of one that was applied be lost, the next is answered the same and changes nothing.
 * @param judge asked of a refusal because of a condition; what it answers is the answer of this
 * @returns undefined when the writes were applied, otherwise the judge's answer
 * @throws what `judge` throws; TransactionRefused where it has no answer; SERVICE_UNAVAILABLE when the items stay busy
 */
export async function transactPatiently<T = never>(
  writes: readonly Write[],
  judge?: Judge<T>,
): Promise<T | undefined> {
  const token = randomUUID();
  let doubts = 0;
  for (let attempt = 1; ; attempt++) {
    try {
      await transact(writes, token);
      return undefined;
    } catch (error) {
      if (error instanceof TransactionRefused && !error.transient) return verdict(error, judge);
      if (!(error instanceof TransactionRefused) && (!isUnknown(error) || ++doubts > MAX_DOUBTS)) throw error;
      if (attempt === MAX_ATTEMPTS) throw fail(Unavailable, { cause: error });
      await pause(Math.min(attempt, LONGEST_PAUSE));
    }
  }
}

function verdict<T>(refused: TransactionRefused, judge: Judge<T> | undefined): T {
  const answer = judge?.(refused);
  if (answer === undefined) throw refused;
  return answer;
}

/** What DynamoDB calls the caller's doing although a later try may fare better. */
const NOT_YET = [
  "TransactionInProgressException",
  "ThrottlingException",
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
];

/** Whether nobody knows if a transaction was applied, or it only was not yet. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof DynamoDBServiceException
    ? error.$fault === "server" || NOT_YET.includes(error.name)
    : !(error instanceof TypeError);
