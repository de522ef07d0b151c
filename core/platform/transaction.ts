import { randomUUID } from "node:crypto";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand, type TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { call, db, type Item, refusedItem, tableName } from "./dynamodb.ts";
import type { Key } from "./entity.ts";

/** Writes to the table, and several of them as one transaction. */

/** A condition and what its placeholders stand for. */
export interface Condition {
  readonly condition: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

export interface Update {
  readonly key: Key;
  /** An update expression; `names` and `values` serve it and the condition. */
  readonly update: string;
  readonly condition?: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

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
}

/** One write of a transaction. */
export type Write =
  | ({ readonly put: Item & Key } & Partial<Condition>)
  | ({ readonly remove: Key } & Partial<Condition>)
  | ({ readonly check: Key } & Condition)
  | { readonly update: Update };

/** The write's item, to see that no two of a transaction touch the same. */
const target = (write: Write): Key => {
  if ("put" in write) return write.put;
  if ("remove" in write) return write.remove;
  return "check" in write ? write.check : write.update.key;
};

type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

function transactItem(write: Write): TransactItem {
  const shared = { TableName: tableName(), ReturnValuesOnConditionCheckFailure: "ALL_OLD" } as const;
  if ("update" in write) {
    const { key, update, condition, names, values } = write.update;
    return {
      Update: {
        ...shared,
        Key: key,
        UpdateExpression: update,
        ConditionExpression: condition,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: values,
      },
    };
  }
  const check = {
    ConditionExpression: write.condition,
    ExpressionAttributeNames: write.names,
    ExpressionAttributeValues: write.values,
  };
  if ("put" in write) return { Put: { ...shared, ...check, Item: write.put } };
  if ("remove" in write) return { Delete: { ...shared, ...check, Key: write.remove } };
  return { ConditionCheck: { ...shared, ...check, ConditionExpression: write.condition, Key: write.check } };
}

/**
 * Applies all writes or none. A retry of the SDK after a lost answer carries the same token, so DynamoDB applies it once.
 * @throws TransactionRefused when a condition does not hold or another transaction has one of the items.
 */
export async function transact(writes: readonly Write[], token: string = randomUUID()): Promise<void> {
  const targets = new Set(writes.map((write) => `${target(write).pk}\n${target(write).sk}`));
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
