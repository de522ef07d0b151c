import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type FunctionSpec, type Handler, invoke, TimedOut } from "../lambda/invoke.ts";
import type { Precedence } from "../lambda/precedence.ts";
import { invokeStream } from "../lambda/streaming.ts";
import { gatewayAnswer, type HttpAnswer, httpAnswer, httpEvent, send } from "./event.ts";
import { type Routable, router } from "./router.ts";

/** The HTTP API of one machine: converts requests to API Gateway v2.0 events and sends the handlers' results. */

/** API Gateway's limit on a body, in bytes. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** API Gateway's limit on all header lines together, in bytes. */
const MAX_HEADER_BYTES = 10 * 1024;
/** The number of connections that may wait to be accepted. A rejected client retries a second later. */
const BACKLOG = 4096;
/** How long requests in flight may take to finish when the gateway stops. */
export const GRACE_MS = 10_000;
/** The same for streamed responses, which may last for minutes. Their clients reconnect by themselves. */
const STREAM_GRACE_MS = 500;

export type GatewayRoute = Routable & FunctionSpec & { readonly stream?: boolean };

/** Handles a request and returns true, or leaves it to the routes. */
export type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Takes the connections of requests that upgrade to another protocol. */
export interface Upgrades {
  serves(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
}

export interface GatewayOptions {
  readonly routes: readonly GatewayRoute[];
  /** Loads a route's handler at its first request, as Lambda starts a function. */
  readonly load: (id: string) => Promise<Handler>;
  /** API Gateway's `$default` route: unknown paths and methods. */
  readonly fallback: () => Promise<Handler>;
  /** Receives every request first: the control endpoints. */
  readonly intercept?: Intercept;
  /** The WebSockets. Other upgrade requests are handled as ordinary requests. */
  readonly upgrades?: Upgrades;
  /** Requests wait for it; control endpoints do not. */
  readonly ready?: () => Promise<unknown>;
  /** Is notified of connections and requests. */
  readonly precedence?: Pick<Precedence, "started" | "connected">;
  /** Reports errors of handlers, and each request if `logRequests`. */
  readonly report?: (line: string) => void;
  readonly logRequests?: boolean;
  /** The clock, in milliseconds since the UNIX epoch. Defaults to the machine's. */
  readonly nowMs?: () => number;
}

export interface Gateway {
  readonly port: number;
  /** Lets requests in flight finish, then ends. */
  stop(): Promise<void>;
}

class BodyTooLarge extends Error {}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) throw new BodyTooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Caches loaded handlers. A failed load is retried. */
function cacheHandlers(load: (id: string) => Promise<Handler>): (id: string) => Promise<Handler> {
  const loaded = new Map<string, Promise<Handler>>();
  return (id) => {
    const known = loaded.get(id);
    if (known) return known;
    const loading = load(id);
    loaded.set(id, loading);
    loading.catch(() => loaded.delete(id));
    return loading;
  };
}

const detail = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** Returns the response, or undefined if it was streamed. */
type Responder = (request: IncomingMessage, response: ServerResponse) => Promise<HttpAnswer | undefined>;

/**
 * Creates the function that responds to requests.
 * @param streams the responses that are being streamed
 */
function requestHandler(options: GatewayOptions, streams: Set<ServerResponse>): Responder {
  const match = router(options.routes);
  const load = cacheHandlers(options.load);
  const fallback = cacheHandlers(options.fallback);
  const { nowMs = Date.now, report = () => undefined } = options;

  return async (request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const found = match(request.method ?? "GET", path);
    const spec: FunctionSpec = found?.route ?? { id: "fallback" };
    let end: (() => void) | undefined;
    try {
      const body = await readBody(request);
      await options.ready?.();
      // A stream lasts, so consumers do not wait for its end.
      if (!found?.route.stream) end = options.precedence?.started();
      const event = httpEvent({
        request,
        body,
        // A Function URL has no routes.
        routeKey: found && !found.route.stream ? `${found.route.method} ${found.route.path}` : "$default",
        params: found?.params ?? {},
        now: new Date(nowMs()),
      });
      const handler = await (found ? load(spec.id) : fallback(spec.id));
      if (found?.route.stream) {
        streams.add(response);
        await invokeStream(handler, event, response, spec).finally(() => streams.delete(response));
        return undefined;
      }
      return httpAnswer(await invoke(handler, event, spec));
    } catch (error) {
      if (error instanceof BodyTooLarge) return gatewayAnswer(413, "Request Entity Too Large");
      report(`${spec.id}: ${detail(error)}`);
      if (error instanceof TimedOut) return gatewayAnswer(503, "Service Unavailable");
      return gatewayAnswer(500, "Internal Server Error");
    } finally {
      end?.();
    }
  };
}

async function serve(
  answer: Responder,
  options: GatewayOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const startedMs = performance.now();
  const answered = await answer(request, response);
  // The rest of a rejected body would be parsed as the next request.
  if (answered?.status === 413) response.setHeader("connection", "close");
  if (answered) send(response, answered);
  if (!options.logRequests) return;
  const path = (request.url ?? "/").split("?")[0];
  options.report?.(
    `${request.method} ${path} ${response.statusCode} ${(performance.now() - startedMs).toFixed(1)} ms`,
  );
}

/** Starts to listen. @throws Error with code EADDRINUSE if the port is in use */
export async function startGateway(options: GatewayOptions, port: number, host: string): Promise<Gateway> {
  const streams = new Set<ServerResponse>();
  const answer = requestHandler(options, streams);
  let stopping = false;
  /** Connections without a request yet, as browsers open them in advance. The server does not count them as idle. */
  const silent = new Set<Socket>();
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: 65_000,
      shouldUpgradeCallback: (request) => options.upgrades?.serves(request) ?? false,
    },
    (request, response) => {
      silent.delete(request.socket);
      // A connection that was busy when the gateway stopped would stay open after its response.
      response.once("close", () => stopping && setImmediate(() => server.closeIdleConnections()));
      const answered = async () =>
        options.intercept?.(request, response) || serve(answer, options, request, response);
      answered().catch((error: unknown) => {
        options.report?.(detail(error));
        response.destroy();
      });
    },
  );
  server.on("connection", (socket) => {
    options.precedence?.connected();
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  server.on("upgrade", (request, stream, head) => {
    silent.delete(request.socket);
    options.upgrades?.upgrade(request, stream, head);
  });
  server.listen({ port, host, backlog: BACKLOG });
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      stopping = true;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      for (const socket of silent) socket.destroy();
      const cut = setTimeout(() => {
        for (const response of streams) response.destroy();
      }, STREAM_GRACE_MS);
      const overdue = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      await closed;
      clearTimeout(cut);
      clearTimeout(overdue);
    },
  };
}
