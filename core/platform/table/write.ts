import type { ErrorDefinition } from "../../kernel/errors.ts";
import { type Changes, type Expression, expression } from "./changes.ts";
import { type Item, tableName } from "./dynamodb.ts";
import type { Key } from "./entity.ts";
import type { Where } from "./where.ts";
import { someToWire, toWire, wiredKey } from "./wire.ts";

/**
 * Writes as values: what is written, on which condition, and what it means when the condition does not hold.
 */

/**
 * What a refused condition means to the caller: an error of the catalogue, or one that is made of the item
 * that is there instead. Undefined: nothing to the caller, another writer was faster.
 */
export type OnConditionFailed =
  | ErrorDefinition
  | ((current: Item | undefined) => MaybePromise<Error | undefined>);
type MaybePromise<T> = T | Promise<T>;

interface Conditional {
  readonly where?: Where | undefined;
  /** What it means when the condition does not hold; left out: that another writer was faster. */
  readonly onConditionFailed?: OnConditionFailed;
}

/** One write of a transaction. */
export type Write =
  | ({ readonly put: Item & Key } & Conditional)
  | ({ readonly remove: Key } & Conditional)
  | ({ readonly check: Key } & Conditional)
  | ({ readonly update: Key } & Changes & Conditional);

/** The key of the item that a write is of. */
export function keyOf(write: Write): Key {
  if ("put" in write) return write.put;
  if ("remove" in write) return write.remove;
  if ("check" in write) return write.check;
  return write.update;
}

function expressionOf(write: Write): Expression {
  if (!("update" in write)) return expression(undefined, write.where);
  const { where, update: _key, onConditionFailed: _meaning, ...changes } = write;
  return expression(changes, where);
}

/** A write as DynamoDB takes it. */
export function transactItem(write: Write) {
  const { update, condition, names, values } = expressionOf(write);
  const shared = {
    TableName: tableName(),
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    ConditionExpression: condition,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: someToWire(values),
  } as const;
  if ("put" in write) return { Put: { ...shared, Item: toWire(write.put) } };
  const Key = wiredKey(keyOf(write));
  if ("remove" in write) return { Delete: { ...shared, Key } };
  if ("check" in write) return { ConditionCheck: { ...shared, Key } };
  return { Update: { ...shared, Key, UpdateExpression: update } };
}
