import {
  ApiGatewayManagementApiClient,
  type ApiGatewayManagementApiClientConfig,
  DeleteConnectionCommand,
  GetConnectionCommand,
  PostToConnectionCommand,
} from "@aws-sdk/client-apigatewaymanagementapi";
import { env } from "../kernel/env.ts";
import { pause } from "./table/dynamodb.ts";

/** Sending to WebSocket connections: the only module that speaks to API Gateway's management API. */

let client: ApiGatewayManagementApiClient | undefined;
let clientConfig: ApiGatewayManagementApiClientConfig = {};

/** Changes how the client is built, as `Table.configure` does. */
export function configure(config: ApiGatewayManagementApiClientConfig): void {
  client?.destroy();
  client = undefined;
  clientConfig = config;
}

/** Sockets to the management API at once: a post takes some 50 ms there, so throughput is a matter of how many fly. */
const MAX_SOCKETS = 512;

function connections(): ApiGatewayManagementApiClient {
  client ??= new ApiGatewayManagementApiClient({
    endpoint: env("CONNECTIONS_URL"),
    // Who posts knows whether a message is worth another try: an old price is not.
    maxAttempts: 1,
    requestHandler: { httpsAgent: { keepAlive: true, maxSockets: MAX_SOCKETS } },
    ...clientConfig,
  });
  return client;
}

const isGone = (error: unknown): boolean => error instanceof Error && error.name === "GoneException";

export interface PostOptions {
  /** How long one attempt may take. */
  readonly timeoutMs: number;
  /** 1 unless told. */
  readonly attempts?: number;
  /** How long all attempts may take together. */
  readonly withinMs?: number;
}

/**
 * Sends a message to a connection. @throws Error when it was not taken: too slow a client, throttling, a time-out
 * @returns false when the connection is gone
 */
export async function post(
  connectionId: string,
  data: string | Uint8Array,
  { timeoutMs, attempts = 1, withinMs = Number.POSITIVE_INFINITY }: PostOptions,
): Promise<boolean> {
  const input = { ConnectionId: connectionId, Data: typeof data === "string" ? Buffer.from(data) : data };
  const untilMs = performance.now() + withinMs;
  for (let attempt = 1; ; attempt++) {
    try {
      const leftMs = Math.max(0, Math.floor(untilMs - performance.now()));
      const abortSignal = AbortSignal.timeout(Math.min(timeoutMs, leftMs));
      await connections().send(new PostToConnectionCommand(input), { abortSignal });
      return true;
    } catch (error) {
      if (isGone(error)) return false;
      if (attempt >= attempts || performance.now() >= untilMs) throw error;
      await pause(attempt);
    }
  }
}

/** Whether a client is connected. One whose `$connect` is still being answered is not yet. */
export const isConnected = (connectionId: string, timeoutMs: number): Promise<boolean> =>
  found(new GetConnectionCommand({ ConnectionId: connectionId }), timeoutMs);

/** Ends a connection; nothing if it is gone. Its end is told as any other. @throws Error when that failed */
export async function end(connectionId: string, timeoutMs: number): Promise<void> {
  await found(new DeleteConnectionCommand({ ConnectionId: connectionId }), timeoutMs);
}

async function found(command: GetConnectionCommand | DeleteConnectionCommand, timeoutMs: number) {
  const client = connections();
  const options = { abortSignal: AbortSignal.timeout(timeoutMs) };
  try {
    if (command instanceof GetConnectionCommand) await client.send(command, options);
    else await client.send(command, options);
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}
