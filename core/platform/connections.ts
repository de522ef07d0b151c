import { Readable } from "node:stream";
import {
  ApiGatewayManagementApiClient,
  type ApiGatewayManagementApiClientConfig,
} from "@aws-sdk/client-apigatewaymanagementapi";
import { env } from "../kernel/env.ts";
import { pause } from "./table/dynamodb.ts";

/**
 * Sending to WebSocket connections: the only module that speaks to API Gateway's management API. The SDK's client has
 * the credentials and the sockets; the requests are made here, for its way to one takes several times as long, and a
 * thousand prices go out at once.
 */

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
    requestHandler: { httpsAgent: { keepAlive: true, maxSockets: MAX_SOCKETS } },
    ...clientConfig,
  });
  return client;
}

/** @returns false when the connection is gone @throws Error when the call failed */
async function call(
  method: "POST" | "GET" | "DELETE",
  connectionId: string,
  abortSignal: AbortSignal,
  body?: Uint8Array,
): Promise<boolean> {
  const { config } = connections();
  const endpoint = await config.endpoint?.();
  if (!endpoint) throw new TypeError("the management API's client has no endpoint");
  const { protocol, hostname, port, path } = endpoint;
  const request = {
    method,
    protocol,
    hostname,
    ...(port !== undefined && { port }),
    path: `${path.replace(/\/$/, "")}/@connections/${encodeURIComponent(connectionId)}`,
    query: {},
    headers: {
      host: port === undefined ? hostname : `${hostname}:${port}`,
      ...(body && { "content-type": "application/octet-stream", "content-length": String(body.length) }),
    },
    body,
  };
  const signed = await (await config.signer()).sign(request);
  const { response } = await config.requestHandler.handle(signed as never, { abortSignal });
  // Its socket is free for the next call once it was read.
  if (response.body instanceof Readable) response.body.resume();
  if (response.statusCode === 410) return false;
  if (response.statusCode < 300) return true;
  throw new Error(`the management API answered ${response.statusCode}`);
}

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
  const body = typeof data === "string" ? Buffer.from(data) : data;
  const untilMs = performance.now() + withinMs;
  for (let attempt = 1; ; attempt++) {
    try {
      const leftMs = Math.max(0, Math.floor(untilMs - performance.now()));
      const abortSignal = AbortSignal.timeout(Math.min(timeoutMs, leftMs));
      return await call("POST", connectionId, abortSignal, body);
    } catch (error) {
      if (attempt >= attempts || performance.now() >= untilMs) throw error;
      await pause(attempt);
    }
  }
}

/** Whether a client is connected. One whose `$connect` is still being answered is not yet. */
export const isConnected = (connectionId: string, timeoutMs: number): Promise<boolean> =>
  call("GET", connectionId, AbortSignal.timeout(timeoutMs));

/** Ends a connection; nothing if it is gone. Its end is told as any other. @throws Error when that failed */
export async function end(connectionId: string, timeoutMs: number): Promise<void> {
  await call("DELETE", connectionId, AbortSignal.timeout(timeoutMs));
}
