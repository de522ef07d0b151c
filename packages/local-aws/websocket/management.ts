import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { RequestHandler } from "../client.ts";
import { type HttpAnswer, readBody, send } from "../http/event.ts";
import type { Intercept } from "../http/gateway.ts";
import { identityOf } from "./event.ts";
import type { Connection, LocalSockets } from "./sockets.ts";

/**
 * API Gateway's management API of WebSocket connections: POST sends to one, GET describes it, DELETE closes it. It serves HTTP,
 * and the platform's own SDK client without the network, because it carries every price.
 */

export interface ManagementOptions {
  readonly sockets: Pick<LocalSockets, "connections">;
  /** The path on the gateway. The SDK's client appends `/@connections/{id}`. */
  readonly path: string;
  readonly nowMs: () => number;
  /** Returns the reason if a request over HTTP is forbidden. */
  readonly forbidden: (request: IncomingMessage) => string | undefined;
}

export interface Management {
  /** Answers the API's requests over HTTP. */
  readonly intercept: Intercept;
  /** Handles the requests of the SDK's client. */
  readonly handler: RequestHandler;
}

/** API Gateway's limit on a message, in bytes. */
const MAX_BODY_BYTES = 128 * 1024;
/** The maximum number of buffered bytes for a client that does not read. */
const MAX_BUFFERED_BYTES = 128 * 1024;

const failure = (status: number, type: string, message: string): HttpAnswer => ({
  status,
  headers: { "content-type": "application/json", "x-amzn-errortype": type },
  body: Buffer.from(JSON.stringify({ message })),
});

const done = (status: number, body: object | undefined): HttpAnswer => ({
  status,
  headers: body ? { "content-type": "application/json" } : {},
  body: body ? Buffer.from(JSON.stringify(body)) : Buffer.alloc(0),
});

const iso = (ms: number): string => new Date(ms).toISOString();

/** Sends to a client. Resolves when the message has left this process. */
function post({ socket }: Connection, body: Buffer | undefined): Promise<HttpAnswer> {
  if (!body || body.length > MAX_BODY_BYTES)
    return Promise.resolve(failure(413, "PayloadTooLargeException", "Message too long"));
  if (socket.bufferedAmount > MAX_BUFFERED_BYTES)
    return Promise.resolve(failure(429, "LimitExceededException", "The client does not read its messages."));
  return new Promise((resolve) => {
    socket.send(body, { binary: false }, (error) =>
      resolve(error ? failure(410, "GoneException", "Gone") : done(200, undefined)),
    );
  });
}

/** Executes a call. @param body undefined if it is too large */
async function manage(
  { sockets, nowMs }: ManagementOptions,
  method: string,
  connectionId: string,
  body: Buffer | undefined,
): Promise<HttpAnswer> {
  const connection = sockets.connections.get(connectionId);
  if (!connection || connection.socket.readyState !== connection.socket.OPEN)
    return failure(410, "GoneException", "Gone");
  if (method === "POST") {
    connection.activeMs = nowMs();
    return post(connection, body);
  }
  if (method === "GET") {
    const { openedMs, activeMs, request } = connection;
    const { sourceIp, userAgent } = identityOf(request);
    return done(200, {
      connectedAt: iso(openedMs),
      lastActiveAt: iso(activeMs),
      identity: { sourceIp, userAgent },
    });
  }
  if (method !== "DELETE") return failure(405, "MethodNotAllowedException", "Method not allowed");
  connection.socket.close(1000, "");
  return done(204, undefined);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

interface SdkRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: Uint8Array | string;
}

export function openManagement(options: ManagementOptions): Management {
  const pattern = new RegExp(`^${options.path}/(?:@|%40)connections/([^/]+)$`);
  const idOf = (path: string): string | undefined => pattern.exec(path)?.[1];
  return {
    intercept(request, response) {
      const id = idOf((request.url ?? "/").split("?")[0] ?? "/");
      if (id === undefined) return false;
      const answer = async (): Promise<HttpAnswer> => {
        const reason = options.forbidden(request);
        if (reason) return failure(403, "ForbiddenException", reason);
        const connectionId = decoded(id);
        if (connectionId === undefined) return failure(400, "BadRequestException", "Bad request");
        const body = await readBody(request, MAX_BODY_BYTES);
        return manage(options, request.method ?? "GET", connectionId, body);
      };
      answer()
        .catch(() => failure(500, "InternalServerException", "Internal server error"))
        .then((answered) => send(response, answered));
      return true;
    },
    handler: {
      async handle(request: SdkRequest, sent?: { readonly abortSignal?: AbortSignal }) {
        const body = Buffer.from(request.body ?? "");
        const call = manage(options, request.method, decoded(idOf(request.path) ?? "") ?? "", body);
        const { status, headers, body: answered } = await raceAbort(sent?.abortSignal, call);
        return {
          response: {
            statusCode: status,
            headers,
            ...(answered.length > 0 && { body: Readable.from([answered]) }),
          },
        };
      },
    },
  };
}

/** Returns the work's outcome, unless the signal aborts first. */
function raceAbort<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(Object.assign(new Error("Request aborted"), { name: "AbortError" }));
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
