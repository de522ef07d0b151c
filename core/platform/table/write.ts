import type { ErrorDefinition } from "../../kernel/errors.ts";
import { type Item, someToWire, tableName, toWire, wiredKey } from "./dynamodb.ts";
import type { Key } from "./entity.ts";
import { isAppendOnly } from "./schema.ts";
import { absent, Placeholders, type Where } from "./where.ts";

/** Writes as values: a change, its condition, and the error if the condition fails. */

/**
 * The error to throw if the condition fails: one of the catalogue, or one made from the current item. Undefined: a
 * concurrent update.
 */
export type OnConditionFailed =
  | ErrorDefinition
  | ((current: Item | undefined) => MaybePromise<Error | undefined>);
type MaybePromise<T> = T | Promise<T>;

interface Conditional {
  readonly where?: Where | undefined;
  /** The error if the condition fails. Defaults to `ConditionFailed`, for a concurrent update. */
  readonly onConditionFailed?: OnConditionFailed;
}

/** One write of a transaction. */
export type Write =
  | ({ readonly put: Item & Key } & Conditional)
  | ({ readonly remove: Key } & Conditional)
  | ({ readonly check: Key } & Conditional)
  | ({ readonly update: Key } & Changes & Conditional);

/** Returns the key of the item that a write changes. */
export function keyOf(write: Write): Key {
  if ("put" in write) return write.put;
  if ("remove" in write) return write.remove;
  if ("check" in write) return write.check;
  return write.update;
}

/**
 * Returns the write that appends an item. Fails if an item has this key. The only write of append-only items.
 * @param onConditionFailed defaults to `ConditionFailed`
 */
export const appendWrite = (item: Item & Key, onConditionFailed?: OnConditionFailed): Write => ({
  put: item,
  where: absent,
  ...(onConditionFailed && { onConditionFailed }),
});

/** @throws TypeError if the write could change, replace or delete an append-only item, which `appendWrite` cannot */
function assertAppends(write: Write): void {
  const { pk, sk } = keyOf(write);
  if (!isAppendOnly(pk) || "check" in write || ("put" in write && write.where === absent)) return;
  throw new TypeError(`${pk} ${sk} is append-only`);
}

function expressionOf(write: Write): Expression {
  if (!("update" in write)) return expression(undefined, write.where);
  const { where, update: _key, onConditionFailed: _meaning, ...changes } = write;
  return expression(changes, where);
}

/** Converts a write to the form of DynamoDB. @throws TypeError if it does not append to an append-only partition */
export function transactItem(write: Write) {
  assertAppends(write);
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

/** The changes of an item's attributes. */
export interface Changes {
  /** Sets attributes; one whose value is undefined is removed. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Sets attributes that the item does not have. */
  readonly initial?: Readonly<Record<string, unknown>>;
  /** Adds to numbers, and elements to sets. A missing attribute counts as zero or empty. */
  readonly add?: Readonly<Record<string, number | bigint | ReadonlySet<string>>>;
  /** Appends to lists. A missing attribute counts as empty. */
  readonly append?: Readonly<Record<string, readonly unknown[]>>;
  /** Removes elements from sets. */
  readonly discard?: Readonly<Record<string, ReadonlySet<string>>>;
}

/** An expression of DynamoDB and its placeholders. */
export interface Expression {
  readonly update?: string;
  readonly condition?: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

const entries = <T>(record: Readonly<Record<string, T>> | undefined): [string, T][] =>
  Object.entries(record ?? {});
const clause = (verb: string, parts: readonly string[]): string[] =>
  parts.length === 0 ? [] : [`${verb} ${parts.join(", ")}`];

/** Writes the expressions of an update, a condition, or both with the same placeholders. */
export function expression(changes: Changes | undefined, where: Where | undefined): Expression {
  const p = new Placeholders();
  const update = changes && updateOf(changes, p);
  const condition = where?.(p);
  return {
    ...(update !== undefined && { update }),
    ...(condition !== undefined && { condition }),
    ...(Object.keys(p.names).length > 0 && { names: p.names }),
    ...(Object.keys(p.values).length > 0 && { values: p.values }),
  };
}

function updateOf({ set, initial, add, append, discard }: Changes, p: Placeholders): string {
  const [assigned, removed] = [true, false].map((isAssigned) =>
    entries(set).filter(([, value]) => (value !== undefined) === isAssigned),
  );
  return [
    ...clause("SET", [
      ...(assigned ?? []).map(([path, value]) => `${p.name(path)} = ${p.value(value)}`),
      ...entries(initial).map(([path, value]) => {
        const name = p.name(path);
        return `${name} = if_not_exists(${name}, ${p.value(value)})`;
      }),
      ...entries(append).map(([path, values]) => {
        const name = p.name(path);
        return `${name} = list_append(if_not_exists(${name}, ${p.value([])}), ${p.value(values)})`;
      }),
    ]),
    ...clause(
      "REMOVE",
      (removed ?? []).map(([path]) => p.name(path)),
    ),
    ...clause(
      "ADD",
      entries(add).map(([path, value]) => `${p.name(path)} ${p.value(value)}`),
    ),
    ...clause(
      "DELETE",
      entries(discard).map(([path, value]) => `${p.name(path)} ${p.value(value)}`),
    ),
  ].join(" ");
}
