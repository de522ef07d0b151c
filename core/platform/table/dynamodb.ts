import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { env } from "../../kernel/env.ts";

/** The client that this folder speaks to DynamoDB with. */

export type Item = Record<string, unknown>;

/** The name of the table (`TABLE_NAME`). */
export const tableName = (): string => env("TABLE_NAME", "svc");

const wrapNumbers = (text: string) => BigInt(text);

/** The item that a refused write reports: the document client leaves it as DynamoDB's JSON. */
export const refusedItem = (item: Parameters<typeof unmarshall>[0] | undefined): Item | undefined =>
  item && unmarshall(item, { wrapNumbers });

let client: DynamoDBDocumentClient | undefined;
let clientConfig: DynamoDBClientConfig = {};

/**
 * Changes how the client is built: the local runtime wraps the request handler to inject faults. In AWS the
 * SDK's own environment (region, credentials, `AWS_ENDPOINT_URL_DYNAMODB`) says all there is to say.
 */
export function configure(config: DynamoDBClientConfig): void {
  client?.destroy();
  client = undefined;
  clientConfig = config;
}

/** The client, made at its first use. */
export function db(): DynamoDBDocumentClient {
  client ??= made();
  return client;
}

function made(): DynamoDBDocumentClient {
  const plain = new DynamoDBClient({ maxAttempts: 4, retryMode: "standard", ...clientConfig });
  // It copies every request and answer for a logger that keeps nothing: a twentieth of a write's own time.
  plain.middlewareStack.remove("loggerMiddleware");
  return DynamoDBDocumentClient.from(plain, {
    marshallOptions: {
      removeUndefinedValues: true,
      // The marshaller tells plain objects by their `constructor`; a caller's own names may be just that.
      convertClassInstanceToMap: true,
    },
    unmarshallOptions: { wrapNumbers },
  });
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

/** Waits before the next attempt: exponential from 10 ms to 1 s, with full jitter. */
export const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(1000, 10 * 2 ** attempt)));

/** A condition did not hold: another writer was faster. `item` is what is there instead, if anything. */
export class ConditionFailed extends Error {
  override readonly name = "ConditionFailed";
  readonly item: Item | undefined;
  constructor(item?: Item | undefined, options?: ErrorOptions) {
    super("the condition of a write did not hold", options);
    this.item = item;
  }
}
