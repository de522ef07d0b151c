import { Readable } from "node:stream";
import {
  ApiGatewayManagementApiClient,
  type ApiGatewayManagementApiClientConfig,
} from "@aws-sdk/client-apigatewaymanagementapi";
import { env } from "../kernel/env.ts";
import { retry } from "../kernel/retry.ts";

/**
 * Sends to WebSocket connections: the only module that calls API Gateway's management API. It uses the SDK client's
 * credentials and sockets, but makes the requests itself, which is several times faster: a thousand prices are sent
 * together.
 */

let clientConfig: ApiGatewayManagementApiClientConfig = {};
let sender: ReturnType<typeof connect> | undefined;

/** Changes how the client is built, as `Table.configure` does. */
export function configure(config: ApiGatewayManagementApiClientConfig): void {
  sender?.then(({ client }) => client.destroy()).catch(() => undefined);
  sender = undefined;
  clientConfig = config;
}

/** The most sockets to the management API. A post takes about 50 ms, so their number determines the throughput. */
const MAX_SOCKETS = 512;

/** Returns the SDK's client, its credentials and its endpoint. */
async function connect() {
  const client = new ApiGatewayManagementApiClient({
    endpoint: env("CONNECTIONS_URL"),
    requestHandler: { httpsAgent: { keepAlive: true, maxSockets: MAX_SOCKETS } },
    ...clientConfig,
  });
  const [endpoint, signer] = await Promise.all([client.config.endpoint?.(), client.config.signer()]);
  if (!endpoint) throw new TypeError("the management API has no address");
  const { protocol, hostname, port, path } = endpoint;
  const host = port === undefined ? hostname : `${hostname}:${port}`;
  return { client, signer, host, to: { protocol, hostname, ...(port && { port }) }, path };
}

/** @returns false if the connection is closed @throws Error if the call failed */
async function call(
  method: "POST" | "GET" | "DELETE",
  connectionId: string,
  timeoutMs: number,
  body?: Uint8Array,
): Promise<boolean> {
  sender ??= connect().catch((error: unknown) => {
    sender = undefined;
    throw error;
  });
  const { client, signer, host, to, path } = await sender;
  const request = {
    ...to,
    method,
    path: `${path.replace(/\/$/, "")}/@connections/${encodeURIComponent(connectionId)}`,
    query: {},
    headers: {
      host,
      ...(body && { "content-type": "application/octet-stream", "content-length": String(body.length) }),
    },
    body,
  };
  const options = { abortSignal: AbortSignal.timeout(timeoutMs) };
  const signed = await signer.sign(request);
  const { response } = await client.config.requestHandler.handle(signed as never, options);
  // The socket can be reused after the body is read.
  if (response.body instanceof Readable) response.body.resume();
  if (response.statusCode === 410) return false;
  if (response.statusCode < 300) return true;
  throw new Error(`the management API answered ${response.statusCode}`);
}

export interface PostOptions {
  /** The timeout of an attempt. */
  readonly timeoutMs: number;
  /** Defaults to 1. */
  readonly attempts?: number;
  /** The timeout of all attempts together. */
  readonly withinMs?: number;
}

/**
 * Sends a message to a connection.
 * @returns false if the connection is closed
 * @throws Error if it was not delivered: a client that is too slow, throttling, a timeout
 */
export async function post(
  connectionId: string,
  data: string | Uint8Array,
  { timeoutMs, attempts = 1, withinMs = Number.POSITIVE_INFINITY }: PostOptions,
): Promise<boolean> {
  const body = typeof data === "string" ? Buffer.from(data) : data;
  const untilMs = performance.now() + withinMs;
  return retry({ attempts, isTransient: () => performance.now() < untilMs }, () => {
    const leftMs = Math.max(0, Math.floor(untilMs - performance.now()));
    return call("POST", connectionId, Math.min(timeoutMs, leftMs), body);
  });
}

/** Returns whether a client is connected. It is not while its `$connect` is being answered. */
export const isConnected = (connectionId: string, timeoutMs: number): Promise<boolean> =>
  call("GET", connectionId, timeoutMs);

/** Closes a connection, if it is open. The `$disconnect` handler runs as usual. @throws Error if that failed */
export async function end(connectionId: string, timeoutMs: number): Promise<void> {
  await call("DELETE", connectionId, timeoutMs);
}
