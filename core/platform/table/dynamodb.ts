import { type AttributeValue, DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { AwsJson1_0Protocol } from "@aws-sdk/core/protocols";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { env } from "../../kernel/env.ts";
import type { IndexName, StoredKey } from "./entity.ts";

/** The client of DynamoDB, and items and ranges as it takes and returns them. Every number that is read is a `bigint`. */

/** Returns the name of the table (`TABLE_NAME`). */
export const tableName = (): string => env("TABLE_NAME", "svc");

let client: DynamoDBClient | undefined;
let scanClient: DynamoDBClient | undefined;
let clientConfig: DynamoDBClientConfig = {};

/**
 * Changes how the client is built: the local runtime wraps the request handler to inject faults. In AWS the SDK's own
 * environment (region, credentials, `AWS_ENDPOINT_URL_DYNAMODB`) configures it.
 */
export function configure(config: DynamoDBClientConfig): void {
  client?.destroy();
  scanClient?.destroy();
  client = scanClient = undefined;
  clientConfig = config;
}

/** Returns the client, created at its first use. */
export function db(): DynamoDBClient {
  // Builds the middleware of a command once, not at every call: nothing here changes it.
  client ??= connect({ cacheMiddleware: true });
  return client;
}

/** Returns the client below the document client, which changes the middleware at every call. */
export function dbOfScans(): DynamoDBClient {
  scanClient ??= connect({});
  return scanClient;
}

function connect(options: DynamoDBClientConfig): DynamoDBClient {
  const made = new DynamoDBClient({
    maxAttempts: 4,
    retryMode: "standard",
    protocol: PlainJsonProtocol,
    ...options,
    ...clientConfig,
  });
  // It copies every request and response for a logger that discards them: a twentieth of a write's own time.
  made.middlewareStack.remove("loggerMiddleware");
  return made;
}

/**
 * DynamoDB's protocol (AWS JSON 1.0) without the SDK's codec. `toWire` has already converted items to attribute values.
 * The codec would walk each of them again by the service's schema, only to convert bytes and timestamps, which no attribute and
 * no call here has. That takes more than half of a call's time without the network. The SDK still parses errors.
 */
export class PlainJsonProtocol extends AwsJson1_0Protocol {
  constructor(settings: ConstructorParameters<typeof AwsJson1_0Protocol>[0]) {
    super(settings);
    this.serializer = serializer();
    this.deserializer = { read: (_, data) => JSON.parse(textOf(data)) as unknown, setSerdeContext: ignored };
  }
}

const ignored = (): void => undefined;
const decoder = new TextDecoder();
const textOf = (data: string | Uint8Array): string =>
  typeof data === "string" ? data : decoder.decode(data);

/** Nothing is awaited between `write` and `flush`, so one serializer serves all calls. */
function serializer(): AwsJson1_0Protocol["serializer"] {
  let written: unknown;
  return {
    write: (_, value) => {
      written = value;
    },
    flush: () => {
      const bytes = Buffer.from(JSON.stringify(written));
      written = undefined;
      return bytes;
    },
    setSerdeContext: ignored,
  };
}

/** The cost of one call, for benchmarks. */
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

type Capacity = { CapacityUnits?: number | undefined };

/** Makes one call, and reports its cost to the observer. */
export async function call<T extends { ConsumedCapacity?: Capacity | Capacity[] | undefined }>(
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

/** The condition of a write failed, after a concurrent update. `item` is the current item, if it exists. */
export class ConditionFailed extends Error {
  override readonly name = "ConditionFailed";
  readonly item: Item | undefined;
  constructor(item?: Item | undefined, options?: ErrorOptions) {
    super("the condition of a write did not hold", options);
    this.item = item;
  }
}

export type Item = Record<string, unknown>;
export type Wired = Record<string, AttributeValue>;

/** How items are converted. */
export const translation = {
  marshall: {
    removeUndefinedValues: true,
    // The marshaller recognizes plain objects by their `constructor`, which may be a client's own field name.
    convertClassInstanceToMap: true,
  },
  unmarshall: { wrapNumbers: (text: string) => BigInt(text) },
} as const;

/** Converts an item, a key, or the values of an expression. Omits undefined values. */
export const toWire = (item: Readonly<Record<string, unknown>>): Wired =>
  marshall(item, translation.marshall);

/** Converts the key of an item, without its other attributes. */
export const wiredKey = ({ pk, sk }: StoredKey): Wired => ({ pk: { S: pk }, sk: { S: sk } });

export const fromWire = (item: Wired): Item => unmarshall(item, translation.unmarshall);

/** As `toWire` and `fromWire`; undefined for undefined. */
export const someToWire = (item: Readonly<Record<string, unknown>> | undefined): Wired | undefined =>
  item && toWire(item);
export const someFromWire = (item: Wired | undefined): Item | undefined => item && fromWire(item);

/** A part of a partition, in the order of its sort key. */
export interface QueryInput {
  readonly pk: string;
  readonly beginsWith?: string;
  /** Only sort keys from this one on. Not together with `beginsWith`. */
  readonly from?: string;
  /** Only sort keys up to and including this one. Not together with `beginsWith`. */
  readonly upTo?: string;
  /**
   * Returns only keys: `pk`, `sk` and the index's own. Their items may have been changed or deleted since the index was
   * updated.
   */
  readonly index?: IndexName;
  readonly limit?: number;
  readonly newestFirst?: boolean;
  /** The `next` of the previous page. */
  readonly after?: Item | undefined;
}

export interface Page {
  readonly items: Item[];
  readonly next: Item | undefined;
}
