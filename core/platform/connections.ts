import {
  ApiGatewayManagementApiClient,
  type ApiGatewayManagementApiClientConfig,
  GetConnectionCommand,
  PostToConnectionCommand,
} from "@aws-sdk/client-apigatewaymanagementapi";
import { pause } from "./dynamodb.ts";
import { env } from "./env.ts";

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
}

/**
 * Sends a message to a connection. @throws Error when it was not taken: too slow a client, throttling, a time-out
 * @returns false when the connection is gone
 */
export async function post(
  connectionId: string,
  data: string | Uint8Array,
  { timeoutMs, attempts = 1 }: PostOptions,
): Promise<boolean> {
  const input = { ConnectionId: connectionId, Data: typeof data === "string" ? Buffer.from(data) : data };
  for (let attempt = 1; ; attempt++) {
    try {
      const abortSignal = AbortSignal.timeout(timeoutMs);
      await connections().send(new PostToConnectionCommand(input), { abortSignal });
      return true;
    } catch (error) {
      if (isGone(error)) return false;
      if (attempt >= attempts) throw error;
      await pause(attempt);
    }
  }
}

/** Whether a connection stands. A connection whose `$connect` is still being answered does not yet. */
export async function stands(connectionId: string, timeoutMs: number): Promise<boolean> {
  try {
    const abortSignal = AbortSignal.timeout(timeoutMs);
    await connections().send(new GetConnectionCommand({ ConnectionId: connectionId }), { abortSignal });
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}
