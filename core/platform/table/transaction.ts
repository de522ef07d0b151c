import { randomUUID } from "node:crypto";
import {
  DynamoDBServiceException,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { call, db, type Item } from "./dynamodb.ts";
import { someFromWire } from "./wire.ts";
import { keyOf, transactItem, type Write } from "./write.ts";

/** One transaction, sent once. `commit.ts` is what domains call. */

/** Why one write of a transaction refused it. */
export interface Refusal {
  readonly code: string;
  /** The item that stood there when a condition failed. */
  readonly item: Item | undefined;
}

/**
 * A transaction that was not applied. `refusals[i]` is that of the i-th write, undefined where it had no
 * objection.
 */
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
  /**
   * The refusal of the write at `index` because its condition did not hold; undefined for any other outcome.
   */
  unmet(index: number): Refusal | undefined {
    const refusal = this.refusals[index];
    return refusal?.code === "ConditionalCheckFailed" ? refusal : undefined;
  }
}

let steps = 0;

/** Another one whenever a transaction of this process has begun or ended in between. */
export const epoch = (): number => steps;

/**
 * Applies all writes or none. A retry of the SDK after a lost answer carries the same token, so DynamoDB
 * applies it once.
 * @throws TransactionRefused when a condition does not hold or another transaction has one of the items.
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
    throw new TransactionRefused(
      (error.CancellationReasons ?? []).map((reason) =>
        reason.Code === undefined || reason.Code === "None"
          ? undefined
          : {
              code: reason.Code,
              item: someFromWire(reason.Item),
            },
      ),
    );
  } finally {
    steps++;
  }
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
