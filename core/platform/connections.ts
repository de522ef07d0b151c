import { Readable } from "node:stream";
import {
  ApiGatewayManagementApiClient,
  type ApiGatewayManagementApiClientConfig,
} from "@aws-sdk/client-apigatewaymanagementapi";
import { env } from "../kernel/env.ts";
import { retry } from "../kernel/retry.ts";

/**
 * Sending to WebSocket connections: the only module that speaks to API Gateway's management API. The SDK's
 * client has the credentials and the sockets; the requests are made here, for its way to one takes several
 * times as long, and a thousand prices go out at once.
 */

let clientConfig: ApiGatewayManagementApiClientConfig = {};
let sender: ReturnType<typeof connect> | undefined;

/** Changes how the client is built, as `Table.configure` does. */
export function configure(config: ApiGatewayManagementApiClientConfig): void {
  sender?.then(({ client }) => client.destroy()).catch(() => undefined);
  sender = undefined;
  clientConfig = config;
}

/**
 * Sockets to the management API at once: a post takes some 50 ms there, so throughput is how many are under
 * way.
 */
const MAX_SOCKETS = 512;

/** The SDK's client, and what it learns once. */
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

/** @returns false when the connection is gone @throws Error when the call failed */
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
  const aborter = new AbortController();
  const timer = setTimeout(() => aborter.abort(), timeoutMs);
  try {
    const options = { abortSignal: aborter.signal };
    const signed = await signer.sign(request);
    const { response } = await client.config.requestHandler.handle(signed as never, options);
    // Its socket is free for the next call once it was read.
    if (response.body instanceof Readable) response.body.resume();
    if (response.statusCode === 410) return false;
    if (response.statusCode < 300) return true;
    throw new Error(`the management API answered ${response.statusCode}`);
  } finally {
    clearTimeout(timer);
  }
}

export interface PostOptions {
  /** How long one attempt may take. */
  readonly timeoutMs: number;
  /** 1 unless given. */
  readonly attempts?: number;
  /** How long all attempts may take together. */
  readonly withinMs?: number;
}

/**
 * Sends a message to a connection. @throws Error when it was not taken: too slow a client, throttling, a
 * time-out
 * @returns false when the connection is gone
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

/** Whether a client is connected. One whose `$connect` is still being answered is not yet. */
export const isConnected = (connectionId: string, timeoutMs: number): Promise<boolean> =>
  call("GET", connectionId, timeoutMs);

/** Ends a connection; nothing if it is gone. Its end is told as any other. @throws Error when that failed */
export async function end(connectionId: string, timeoutMs: number): Promise<void> {
  await call("DELETE", connectionId, timeoutMs);
}
