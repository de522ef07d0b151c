import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { env } from "../../kernel/env.ts";
import { PlainJsonProtocol } from "./plain-json.ts";
import type { Item } from "./wire.ts";

/** The clients that this folder speaks to DynamoDB with. */

export type { Item } from "./wire.ts";

/** The name of the table (`TABLE_NAME`). */
export const tableName = (): string => env("TABLE_NAME", "svc");

let client: DynamoDBClient | undefined;
let walking: DynamoDBClient | undefined;
let clientConfig: DynamoDBClientConfig = {};

/**
 * Changes how the client is built: the local runtime wraps the request handler to inject faults. In AWS the
 * SDK's own environment (region, credentials, `AWS_ENDPOINT_URL_DYNAMODB`) says all there is to say.
 */
export function configure(config: DynamoDBClientConfig): void {
  client?.destroy();
  walking?.destroy();
  client = walking = undefined;
  clientConfig = config;
}

/**
 * The client of requests, made at its first use. Each command's chain of middleware is made once, not at every call:
 * nothing here changes it.
 */
export function db(): DynamoDBClient {
  client ??= made({ cacheMiddleware: true });
  return client;
}

/** The client below that of walks, which makes its chain anew at every call. */
export function plain(): DynamoDBClient {
  walking ??= made({});
  return walking;
}

function made(more: DynamoDBClientConfig): DynamoDBClient {
  const made = new DynamoDBClient({
    maxAttempts: 4,
    retryMode: "standard",
    protocol: PlainJsonProtocol,
    ...more,
    ...clientConfig,
  });
  // It copies every request and answer for a logger that keeps nothing: a twentieth of a write's own time.
  made.middlewareStack.remove("loggerMiddleware");
  return made;
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

/** Makes one call, and tells the observer what it cost. */
export async function call<T extends Metered>(
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

/** A condition did not hold: another writer was faster. `item` is what is there instead, if anything. */
export class ConditionFailed extends Error {
  override readonly name = "ConditionFailed";
  readonly item: Item | undefined;
  constructor(item?: Item | undefined, options?: ErrorOptions) {
    super("the condition of a write did not hold", options);
    this.item = item;
  }
}
