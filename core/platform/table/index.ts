import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DeleteCommand,
  type DeleteCommandInput,
  GetCommand,
  PutCommand,
  type PutCommandInput,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  TransactGetCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import type * as z from "zod";
import { fail, Unavailable } from "../../kernel/errors.ts";
import { type Changes, expression } from "./changes.ts";
import { ConditionFailed, call, db, type Item, pause, refusedItem, tableName } from "./dynamodb.ts";
import { type Entity, type IndexName, indexes, type Key, type Params } from "./entity.ts";
import type { Where } from "./where.ts";
import { transactItem } from "./write.ts";

export type { Changes } from "./changes.ts";
export { type Also, change, commit, type Decision, OutcomeUnknown, retry, tryCommit } from "./commit.ts";
export { ConditionFailed, configure, type Item, observe, tableName, type Usage } from "./dynamodb.ts";
export type { Key } from "./entity.ts";
export type { Meaning, Write } from "./write.ts";

/**
 * The single table: this folder is the only one that speaks to DynamoDB. Every number it reads is a `bigint`,
 * so that no amount can pass through a JS number by accident; entities turn their few counters into numbers
 * themselves.
 */

/** Reads one item, strongly consistent. */
export async function get(key: Key): Promise<Item | undefined> {
  const output = await call("GetItem", (meter) =>
    db().send(new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true, ...meter })),
  );
  return output.Item;
}

/** Reads the item of an entity; undefined where there is none. */
export async function find<Pk extends string, Sk extends string, Schema extends z.ZodType>(
  entity: Entity<Pk, Sk, Schema>,
  params: Params<Pk> & Params<Sk>,
): Promise<z.output<Schema> | undefined> {
  const item = await get(entity.key(params));
  return item && (entity.parse(item) as z.output<Schema>);
}

/** How many keys one call takes, and how many calls in a row may leave some of theirs. */
const BATCH_KEYS = 100;
const MAX_UNFINISHED = 8;

/**
 * Reads items, a hundred a round trip, strongly consistent; the answer is in the keys' order. What a call
 * leaves is asked for again, after a pause.
 * @throws SERVICE_UNAVAILABLE when call after call leaves some
 */
export async function getMany(keys: readonly Key[]): Promise<(Item | undefined)[]> {
  if (keys.length === 0) return [];
  if (keys.length === 1) return [await get(keys[0] as Key)];
  const found = new Map<string, Item>();
  const path = (key: { pk?: unknown; sk?: unknown }) => `${key.pk}\n${key.sk}`;
  let pending: Key[] = [...new Map(keys.map((key) => [path(key), key])).values()];
  let unfinished = 0;
  while (pending.length > 0) {
    const output = await call("BatchGetItem", (meter) =>
      db().send(
        new BatchGetCommand({
          RequestItems: { [tableName()]: { Keys: pending.slice(0, BATCH_KEYS), ConsistentRead: true } },
          ...meter,
        }),
      ),
    );
    for (const item of output.Responses?.[tableName()] ?? []) found.set(path(item), item);
    const left = (output.UnprocessedKeys?.[tableName()]?.Keys ?? []) as Key[];
    pending = [...left, ...pending.slice(BATCH_KEYS)];
    unfinished = left.length === 0 ? 0 : unfinished + 1;
    if (unfinished > MAX_UNFINISHED) throw fail(Unavailable);
    if (unfinished > 0) await pause(unfinished);
  }
  return keys.map((key) => found.get(path(key)));
}

/**
 * Reads items as they are at one instant: what one transaction has written is seen whole or not at all. It costs
 * twice what `getMany` does, and takes a hundred.
 * @throws SERVICE_UNAVAILABLE when writers have them at every attempt
 */
export async function snapshot(keys: readonly Key[]): Promise<(Item | undefined)[]> {
  const TransactItems = keys.map((key) => ({
    Get: { TableName: tableName(), Key: { pk: key.pk, sk: key.sk } },
  }));
  for (let attempt = 1; ; attempt++) {
    try {
      const output = await call("TransactGetItems", (meter) =>
        db().send(new TransactGetCommand({ TransactItems, ...meter })),
      );
      return keys.map((_, index) => output.Responses?.[index]?.Item);
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      if (attempt === CONFLICT_ATTEMPTS) throw fail(Unavailable, { cause: error });
      await pause(attempt);
    }
  }
}

export interface QueryInput {
  readonly pk: string;
  readonly beginsWith?: string;
  /** Only sort keys from this one on. Not together with `beginsWith`. */
  readonly from?: string;
  /** Only sort keys up to and including this one. Not together with `beginsWith`. */
  readonly upTo?: string;
  readonly index?: IndexName;
  readonly limit?: number;
  readonly newestFirst?: boolean;
  /** The `next` of the page before. */
  readonly after?: Item | undefined;
}

export interface Page {
  readonly items: Item[];
  readonly next: Item | undefined;
}

/**
 * Reads one page of a partition in the order of its sort key; strongly consistent on the table, not on an
 * index.
 */
export async function query(input: QueryInput): Promise<Page> {
  const output = await call("Query", (meter) => db().send(new QueryCommand({ ...queryOf(input), ...meter })));
  return { items: output.Items ?? [], next: output.LastEvaluatedKey };
}

/**
 * How many items a partition has, or a part of it. All of them are read, up to 1 MB a round trip, and none is
 * sent.
 */
export async function count(input: Omit<QueryInput, "limit" | "after">): Promise<number> {
  let total = 0;
  let after: Item | undefined;
  do {
    const command = { ...queryOf({ ...input, after }), Select: "COUNT" } as const;
    const output = await call("Query", (meter) => db().send(new QueryCommand({ ...command, ...meter })));
    total += output.Count ?? 0;
    after = output.LastEvaluatedKey;
  } while (after);
  return total;
}

function queryOf(input: QueryInput): QueryCommandInput {
  const { pk, sk } = input.index ? indexes[input.index] : { pk: "pk", sk: "sk" };
  const range = rangeOf(input);
  return {
    TableName: tableName(),
    ...(input.index ? { IndexName: input.index } : { ConsistentRead: true }),
    KeyConditionExpression: range ? `#pk = :pk AND ${range.test}` : "#pk = :pk",
    ExpressionAttributeNames: { "#pk": pk, ...(range && { "#sk": sk }) },
    ExpressionAttributeValues: { ":pk": input.pk, ...range?.values },
    ScanIndexForward: !input.newestFirst,
    Limit: input.limit,
    ExclusiveStartKey: input.after,
  };
}

/** The condition on the sort key, if the question has one. */
function rangeOf({ beginsWith, from, upTo }: QueryInput) {
  if (beginsWith !== undefined) return { test: "begins_with(#sk, :sk)", values: { ":sk": beginsWith } };
  if (from !== undefined && upTo !== undefined)
    return { test: "#sk BETWEEN :from AND :upTo", values: { ":from": from, ":upTo": upTo } };
  if (from !== undefined) return { test: "#sk >= :from", values: { ":from": from } };
  return upTo === undefined ? undefined : { test: "#sk <= :upTo", values: { ":upTo": upTo } };
}

/**
 * A partition or a part of it, page by page, and never back: an index may still show what was just changed.
 */
export async function* pages(input: Omit<QueryInput, "after">): AsyncGenerator<Item[]> {
  let after: Item | undefined;
  do {
    const page: Page = await query({ ...input, after });
    yield page.items;
    after = page.next;
  } while (after);
}

/** Every item of a partition, or of its part that begins so: for partitions whose size a limit bounds. */
export async function queryAll(input: Omit<QueryInput, "limit" | "after">): Promise<Item[]> {
  return (await Array.fromAsync(pages(input))).flat();
}

/**
 * Every item of the table, page by page: the audit and the local runtime's sweeps, never a request.
 * @param only those that fulfil it; they cost as much as all
 */
export async function* scan(only?: Where): AsyncGenerator<Item> {
  const filter = only && expression(undefined, only);
  let after: Item | undefined;
  do {
    const output = await call("Scan", (meter) =>
      db().send(
        new ScanCommand({
          TableName: tableName(),
          FilterExpression: filter?.condition,
          ExpressionAttributeNames: filter?.names,
          ExpressionAttributeValues: filter?.values,
          ExclusiveStartKey: after,
          ConsistentRead: true,
          ...meter,
        }),
      ),
    );
    yield* output.Items ?? [];
    after = output.LastEvaluatedKey;
  } while (after);
}

/** How often a single write waits for a transaction that has its item. */
const CONFLICT_ATTEMPTS = 10;

/** One write of one item: retried while a transaction has the item. @throws ConditionFailed */
async function refusable<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException)
        throw new ConditionFailed(refusedItem(error.Item));
      if (!(error instanceof TransactionConflictException)) throw error;
      if (attempt === CONFLICT_ATTEMPTS) throw fail(Unavailable, { cause: error });
      await pause(attempt);
    }
  }
}

/** Writes one item. @throws ConditionFailed */
export async function put(item: Item & Key, where?: Where): Promise<void> {
  const { Put } = transactItem({ put: item, ...(where && { where }) });
  await refusable(() =>
    call("PutItem", (meter) => db().send(new PutCommand({ ...(Put as PutCommandInput), ...meter }))),
  );
}

/** Changes one item and answers it as it is after. @throws ConditionFailed with the item as it was */
export async function update(key: Key, changes: Changes & { readonly where?: Where }): Promise<Item> {
  const { Update } = transactItem({ update: key, ...changes });
  const output = await refusable(() =>
    call("UpdateItem", (meter) =>
      db().send(new UpdateCommand({ ...(Update as UpdateCommandInput), ReturnValues: "ALL_NEW", ...meter })),
    ),
  );
  return output.Attributes ?? {};
}

/** Deletes one item. @throws ConditionFailed */
export async function remove(key: Key, where?: Where): Promise<void> {
  const { Delete } = transactItem({ remove: key, ...(where && { where }) });
  await refusable(() =>
    call("DeleteItem", (meter) =>
      db().send(new DeleteCommand({ ...(Delete as DeleteCommandInput), ...meter })),
    ),
  );
}

/** The write's answer, or undefined where its condition did not hold. */
export async function unlessRefused<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
}
