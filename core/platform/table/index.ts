import {
  BatchGetItemCommand,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DeleteItemCommandInput,
  GetItemCommand,
  PutItemCommand,
  type PutItemCommandInput,
  QueryCommand,
  type QueryCommandInput,
  TransactGetItemsCommand,
  TransactionCanceledException,
  TransactionConflictException,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from "@aws-sdk/client-dynamodb";
import type * as z from "zod";
import { fail, Unavailable } from "../../kernel/errors.ts";
import { pause, retry as retryWork } from "../../kernel/retry.ts";
import { epoch } from "./commit.ts";
import type { Page, QueryInput } from "./dynamodb.ts";
import {
  ConditionFailed,
  call,
  db,
  fromWire,
  type Item,
  someFromWire,
  someToWire,
  tableName,
  toWire,
  wiredKey,
} from "./dynamodb.ts";
import { type Entity, indexes, type Key, keyOfItem, type Params, type StoredKey } from "./entity.ts";
import * as Prefetched from "./prefetched.ts";
import type { Where } from "./where.ts";
import type { Changes } from "./write.ts";
import { transactItem } from "./write.ts";

export {
  type Also,
  ConcurrentUpdate,
  change,
  commit,
  type Decision,
  ignoreConditionFailure,
  OutcomeUnknown,
  retry,
  retryPlan,
  tryCommit,
} from "./commit.ts";
export {
  ConditionFailed,
  configure,
  type Item,
  observe,
  type Page,
  type QueryInput,
  tableName,
  type Usage,
} from "./dynamodb.ts";
export type { Key, StoredKey } from "./entity.ts";
export { type Prefetched, type Reads, withoutPrefetched, withPrefetched } from "./prefetched.ts";
export { type ScanInput, scan, scanPage } from "./scan.ts";
export { appendWrite, type Changes, type OnConditionFailed, type Write } from "./write.ts";

/**
 * The single table: only this folder calls DynamoDB. Every number that it reads is a `bigint`, so that no amount can pass
 * through a JS number by accident. Entities convert their few counters to numbers.
 */

/** Reads one item, strongly consistent. */
export async function get(key: StoredKey): Promise<Item | undefined> {
  const prefetched = Prefetched.current()?.items;
  const path = Prefetched.pathOf(key);
  if (prefetched?.has(path)) return prefetched.get(path);
  const output = await call("GetItem", (meter) =>
    db().send(
      new GetItemCommand({ TableName: tableName(), Key: wiredKey(key), ConsistentRead: true, ...meter }),
    ),
  );
  return someFromWire(output.Item);
}

/** Reads and parses the item of an entity; undefined if it does not exist. */
export async function find<Pk extends string, Sk extends string, Schema extends z.ZodType>(
  entity: Entity<Pk, Sk, Schema>,
  params: Params<Pk> & Params<Sk>,
): Promise<z.output<Schema> | undefined> {
  const item = await get(entity.key(params));
  return item && (entity.parse(item) as z.output<Schema>);
}

/** The maximum of keys in a call, and of consecutive calls that leave keys unprocessed. */
const BATCH_KEYS = 100;
const MAX_UNFINISHED = 8;

/**
 * Reads items, a hundred a round trip, strongly consistent, in the order of the keys. Keys that a call does not process
 * are sent again after a pause.
 * @throws SERVICE_UNAVAILABLE if calls keep leaving keys unprocessed
 */
export async function getMany(keys: readonly StoredKey[]): Promise<(Item | undefined)[]> {
  if (keys.length === 0) return [];
  if (keys.length === 1) return [await get(keys[0] as StoredKey)];
  const { pathOf: path } = Prefetched;
  const prefetched = Prefetched.current()?.items;
  const found = new Map<string, Item | undefined>(prefetched);
  let pending: StoredKey[] = [...new Map(keys.map((key) => [path(key), key])).values()].filter(
    (key) => !prefetched?.has(path(key)),
  );
  let unfinished = 0;
  while (pending.length > 0) {
    const output = await call("BatchGetItem", (meter) =>
      db().send(
        new BatchGetItemCommand({
          RequestItems: {
            [tableName()]: { Keys: pending.slice(0, BATCH_KEYS).map(wiredKey), ConsistentRead: true },
          },
          ...meter,
        }),
      ),
    );
    const items = (output.Responses?.[tableName()] ?? []).map(fromWire);
    for (const item of items) found.set(path(item), item);
    const left = (output.UnprocessedKeys?.[tableName()]?.Keys ?? []).map((key) => keyOfItem(fromWire(key)));
    pending = [...left, ...pending.slice(BATCH_KEYS)];
    unfinished = left.length === 0 ? 0 : unfinished + 1;
    if (unfinished > MAX_UNFINISHED) throw fail(Unavailable);
    if (unfinished > 0) await pause(unfinished);
  }
  return keys.map((key) => found.get(path(key)));
}

/**
 * Reads items, and in the same round trip the known reads of the following work.
 * @returns the items at `keys`, those at `more`, and the prefetched items of the work: these include the items at `keys`,
 *   but not those at `more`, which the work reads again
 */
export async function prefetch(
  keys: readonly StoredKey[],
  more: readonly StoredKey[],
  reads: Prefetched.Reads,
): Promise<readonly [(Item | undefined)[], (Item | undefined)[], Prefetched.Prefetched]> {
  const begun = epoch();
  const { keys: ahead = [], ranges = [] } = reads;
  const pages = new Map(ranges.map((range) => [Prefetched.nameOf(range), query(range)]));
  // The work meets their failure when it reads them.
  for (const one of pages.values()) one.catch(() => undefined);
  const first = [...keys, ...more];
  const fits = Math.max(0, BATCH_KEYS - first.length);
  const [items, others] = await Promise.all([
    getMany([...first, ...ahead.slice(0, fits)]),
    getMany(ahead.slice(fits)),
  ]);
  const found = [...items.slice(first.length), ...others];
  const own = items.slice(0, keys.length);
  const known = new Map([
    ...keys.map((key, index) => [Prefetched.pathOf(key), own[index]] as const),
    ...ahead.map((key, index) => [Prefetched.pathOf(key), found[index]] as const),
  ]);
  return [own, items.slice(keys.length, first.length), { epoch: begun, items: known, pages }];
}

/**
 * Reads up to a hundred items as they are at one instant: it sees all writes of a transaction or none. It costs twice as
 * much as `getMany`.
 * @throws SERVICE_UNAVAILABLE if writers have the items at every attempt
 */
export async function snapshot(keys: readonly StoredKey[]): Promise<(Item | undefined)[]> {
  const TransactItems = keys.map((key) => ({ Get: { TableName: tableName(), Key: wiredKey(key) } }));
  const output = await whileBusy(TransactionCanceledException, () =>
    call("TransactGetItems", (meter) => db().send(new TransactGetItemsCommand({ TransactItems, ...meter }))),
  );
  return keys.map((_, index) => someFromWire(output.Responses?.[index]?.Item));
}

/** Reads one page of a partition in the order of its sort key; strongly consistent on the table, not on an index. */
export async function query(input: QueryInput): Promise<Page> {
  const prefetched = Prefetched.current()?.pages.get(Prefetched.nameOf(input));
  if (prefetched) return prefetched;
  const output = await call("Query", (meter) => db().send(new QueryCommand({ ...queryOf(input), ...meter })));
  return { items: (output.Items ?? []).map(fromWire), next: someFromWire(output.LastEvaluatedKey) };
}

/** Counts the items of a partition, or of a part of it. DynamoDB reads all of them, 1 MB a round trip, and sends none. */
export async function count(input: Omit<QueryInput, "limit" | "after">): Promise<number> {
  let total = 0;
  let after: Item | undefined;
  do {
    const command = { ...queryOf({ ...input, after }), Select: "COUNT" } as const;
    const output = await call("Query", (meter) => db().send(new QueryCommand({ ...command, ...meter })));
    total += output.Count ?? 0;
    after = someFromWire(output.LastEvaluatedKey);
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
    ExpressionAttributeValues: toWire({ ":pk": input.pk, ...range?.values }),
    ScanIndexForward: !input.newestFirst,
    Limit: input.limit,
    ExclusiveStartKey: someToWire(input.after),
  };
}

/** Returns the condition on the sort key, if the range has one. */
function rangeOf({ beginsWith, from, upTo }: QueryInput) {
  if (beginsWith !== undefined) return { test: "begins_with(#sk, :sk)", values: { ":sk": beginsWith } };
  if (from !== undefined && upTo !== undefined)
    return { test: "#sk BETWEEN :from AND :upTo", values: { ":from": from, ":upTo": upTo } };
  if (from !== undefined) return { test: "#sk >= :from", values: { ":from": from } };
  return upTo === undefined ? undefined : { test: "#sk <= :upTo", values: { ":upTo": upTo } };
}

/** Reads a partition or a part of it, page by page. An index may still show items as they were before a change. */
export async function* pages(input: Omit<QueryInput, "after">): AsyncGenerator<Item[]> {
  let after: Item | undefined;
  do {
    const page: Page = await query({ ...input, after });
    yield page.items;
    after = page.next;
  } while (after);
}

/** Reads all items of a partition or of a part of it. For partitions whose size a limit bounds. */
export async function queryAll(input: Omit<QueryInput, "limit" | "after">): Promise<Item[]> {
  return (await Array.fromAsync(pages(input))).flat();
}

/** The maximum of attempts to read or write an item that is part of another transaction. */
const CONFLICT_ATTEMPTS = 10;

/** Repeats work while another transaction has its items. @throws SERVICE_UNAVAILABLE */
const whileBusy = <T>(busy: abstract new (...args: never[]) => Error, work: () => Promise<T>): Promise<T> =>
  retryWork(
    {
      attempts: CONFLICT_ATTEMPTS,
      isTransient: (error) => error instanceof busy,
      exhausted: (cause) => fail(Unavailable, { cause }),
    },
    work,
  );

/** Writes one item, and waits while a transaction has it. @throws ConditionFailed */
async function write<T>(work: () => Promise<T>): Promise<T> {
  Prefetched.invalidate();
  try {
    return await whileBusy(TransactionConflictException, work);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) throw new ConditionFailed(someFromWire(error.Item));
    throw error;
  }
}

/** Stores one item. @throws ConditionFailed */
export async function put(item: Item & Key, where?: Where): Promise<void> {
  const { Put } = transactItem({ put: item, ...(where && { where }) });
  await write(() =>
    call("PutItem", (meter) => db().send(new PutItemCommand({ ...(Put as PutItemCommandInput), ...meter }))),
  );
}

/** Changes one item. @returns the changed item @throws ConditionFailed with the current item */
export async function update(key: Key, changes: Changes & { readonly where?: Where }): Promise<Item> {
  const { Update } = transactItem({ update: key, ...changes });
  const output = await write(() =>
    call("UpdateItem", (meter) =>
      db().send(
        new UpdateItemCommand({ ...(Update as UpdateItemCommandInput), ReturnValues: "ALL_NEW", ...meter }),
      ),
    ),
  );
  return fromWire(output.Attributes ?? {});
}

/** Deletes one item. @throws ConditionFailed */
export async function remove(key: Key, where?: Where): Promise<void> {
  const { Delete } = transactItem({ remove: key, ...(where && { where }) });
  await write(() =>
    call("DeleteItem", (meter) =>
      db().send(new DeleteItemCommand({ ...(Delete as DeleteItemCommandInput), ...meter })),
    ),
  );
}
