import { randomUUID } from "node:crypto";
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
  TransactionCanceledException,
  TransactionConflictException,
} from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { fail, Unavailable } from "../errors.ts";
import { type IndexName, indexes, type Key } from "./entity.ts";
import { env } from "./env.ts";

/**
 * The single table: the only module that speaks to DynamoDB. Every number it reads is a `bigint`, so that no amount can
 * pass through a JS number by accident; entities turn their few counters into numbers themselves.
 */

export type Item = Record<string, unknown>;

/** The name of the table (`TABLE_NAME`). */
export const tableName = (): string => env("TABLE_NAME", "svc");

const wrapNumbers = (text: string) => BigInt(text);

/** The item that a refused write reports: the document client leaves it as DynamoDB's JSON. */
const refusedItem = (item: Parameters<typeof unmarshall>[0] | undefined): Item | undefined =>
  item && unmarshall(item, { wrapNumbers });

let client: DynamoDBDocumentClient | undefined;
let clientConfig: DynamoDBClientConfig = {};

/**
 * Changes how the client is built: the local runtime wraps the request handler to inject faults. In AWS the SDK's own
 * environment (region, credentials, `AWS_ENDPOINT_URL_DYNAMODB`) says all there is to say.
 */
export function configure(config: DynamoDBClientConfig): void {
  client?.destroy();
  client = undefined;
  clientConfig = config;
}

function db(): DynamoDBDocumentClient {
  client ??= DynamoDBDocumentClient.from(
    new DynamoDBClient({ maxAttempts: 4, retryMode: "standard", ...clientConfig }),
    { marshallOptions: { removeUndefinedValues: true }, unmarshallOptions: { wrapNumbers } },
  );
  return client;
}

/** What one call to the table cost, for benchmarks. */
export interface Usage {
  readonly operation: string;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly capacityUnits: number;
}

let observer: ((usage: Usage) => void) | undefined;

/** Reports every call's duration and consumed capacity to `listener`; undefined stops it. */
export function observe(listener: ((usage: Usage) => void) | undefined): void {
  observer = listener;
}

interface Metered {
  ConsumedCapacity?:
    | { CapacityUnits?: number | undefined }
    | { CapacityUnits?: number | undefined }[]
    | undefined;
}

async function call<T extends Metered>(
  operation: string,
  send: (capacity: { ReturnConsumedCapacity?: "TOTAL" }) => Promise<T>,
): Promise<T> {
  if (!observer) return send({});
  const startedMs = performance.now();
  const output = await send({ ReturnConsumedCapacity: "TOTAL" });
  const capacity = [output.ConsumedCapacity ?? []].flat();
  observer({
    operation,
    startedMs,
    endedMs: performance.now(),
    capacityUnits: capacity.reduce((sum, one) => sum + (one.CapacityUnits ?? 0), 0),
  });
  return output;
}

/** A condition and what its placeholders stand for. */
export interface Condition {
  readonly condition: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** A write whose condition did not hold. `item` is what stood there instead, if anything. */
export class ConditionFailed extends Error {
  override readonly name = "ConditionFailed";
  readonly item: Item | undefined;
  constructor(item: Item | undefined) {
    super("the condition of a write did not hold");
    this.item = item;
  }
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

/** Reads one item, strongly consistent. */
export async function get(key: Key): Promise<Item | undefined> {
  const output = await call("GetItem", (meter) =>
    db().send(new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true, ...meter })),
  );
  return output.Item;
}

/** Reads up to 100 items in one round trip, strongly consistent; the answer is in the keys' order. */
export async function getMany(keys: readonly Key[]): Promise<(Item | undefined)[]> {
  if (keys.length === 0) return [];
  if (keys.length === 1) return [await get(keys[0] as Key)];
  const found = new Map<string, Item>();
  const path = (key: { pk?: unknown; sk?: unknown }) => `${key.pk}\n${key.sk}`;
  let pending: Key[] = [...new Map(keys.map((key) => [path(key), key])).values()];
  for (let attempt = 0; pending.length > 0; attempt++) {
    if (attempt > 0) await pause(attempt);
    if (attempt > 8) throw fail(Unavailable);
    const output = await call("BatchGetItem", (meter) =>
      db().send(
        new BatchGetCommand({
          RequestItems: { [tableName()]: { Keys: pending.slice(0, 100), ConsistentRead: true } },
          ...meter,
        }),
      ),
    );
    for (const item of output.Responses?.[tableName()] ?? []) found.set(path(item), item);
    pending = [...((output.UnprocessedKeys?.[tableName()]?.Keys ?? []) as Key[]), ...pending.slice(100)];
  }
  return keys.map((key) => found.get(path(key)));
}

export interface QueryInput {
  readonly pk: string;
  readonly beginsWith?: string;
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

/** Reads one page of a partition in the order of its sort key; strongly consistent on the table, not on an index. */
export async function query(input: QueryInput): Promise<Page> {
  const { pk, sk } = input.index ? indexes[input.index] : { pk: "pk", sk: "sk" };
  const range = input.beginsWith ?? input.upTo;
  const test = input.upTo === undefined ? "begins_with(#sk, :sk)" : "#sk <= :sk";
  const output = await call("Query", (meter) =>
    db().send(
      new QueryCommand({
        TableName: tableName(),
        ...(input.index ? { IndexName: input.index } : { ConsistentRead: true }),
        KeyConditionExpression: range === undefined ? "#pk = :pk" : `#pk = :pk AND ${test}`,
        ExpressionAttributeNames: { "#pk": pk, ...(range === undefined ? {} : { "#sk": sk }) },
        ExpressionAttributeValues: { ":pk": input.pk, ...(range === undefined ? {} : { ":sk": range }) },
        ScanIndexForward: !input.newestFirst,
        Limit: input.limit,
        ExclusiveStartKey: input.after,
        ...meter,
      }),
    ),
  );
  return { items: output.Items ?? [], next: output.LastEvaluatedKey };
}

/** Every item of a partition, or of its part that begins so: for partitions whose size a limit bounds. */
export async function queryAll(input: Omit<QueryInput, "limit" | "after">): Promise<Item[]> {
  const items: Item[] = [];
  let after: Item | undefined;
  do {
    const page: Page = await query({ ...input, after });
    items.push(...page.items);
    after = page.next;
  } while (after);
  return items;
}

/** Every item of the table, page by page: the audit and the local runtime's sweeps, never a request. */
export async function* scan(): AsyncGenerator<Item> {
  let after: Item | undefined;
  do {
    const output = await call("Scan", (meter) =>
      db().send(
        new ScanCommand({ TableName: tableName(), ExclusiveStartKey: after, ConsistentRead: true, ...meter }),
      ),
    );
    yield* output.Items ?? [];
    after = output.LastEvaluatedKey;
  } while (after);
}

const conditional = (check: Condition | undefined) =>
  check && {
    ConditionExpression: check.condition,
    ExpressionAttributeNames: check.names,
    ExpressionAttributeValues: check.values,
  };

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
export async function put(item: Item & Key, check?: Condition): Promise<void> {
  await refusable(() =>
    call("PutItem", (meter) =>
      db().send(
        new PutCommand({
          TableName: tableName(),
          Item: item,
          ...conditional(check),
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
          ...meter,
        }),
      ),
    ),
  );
}

export interface Update {
  readonly key: Key;
  /** An update expression; `names` and `values` serve it and the condition. */
  readonly update: string;
  readonly condition?: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Changes one item and answers it as it is after. @throws ConditionFailed with the item as it was */
export async function update(input: Update): Promise<Item> {
  const output = await refusable(() =>
    call("UpdateItem", (meter) =>
      db().send(
        new UpdateCommand({
          TableName: tableName(),
          Key: input.key,
          UpdateExpression: input.update,
          ConditionExpression: input.condition,
          ExpressionAttributeNames: input.names,
          ExpressionAttributeValues: input.values,
          ReturnValues: "ALL_NEW",
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
          ...meter,
        }),
      ),
    ),
  );
  return output.Attributes ?? {};
}

/** Deletes one item. @throws ConditionFailed */
export async function remove(key: Key, check?: Condition): Promise<void> {
  await refusable(() =>
    call("DeleteItem", (meter) =>
      db().send(
        new DeleteCommand({
          TableName: tableName(),
          Key: key,
          ...conditional(check),
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
          ...meter,
        }),
      ),
    ),
  );
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

/** Waits before the next attempt: exponential from 10 ms to 1 s, with full jitter. */
export const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(1000, 10 * 2 ** attempt)));
