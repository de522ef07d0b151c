import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { clientIp, commonLogTime } from "../http/event.ts";

/** The events that an API Gateway WebSocket API sends to its functions. */

export type SocketEventName = "connect" | "disconnect" | "message";

/** The API's stage: the last part of the management endpoint's path. */
export const STAGE = "local";

export interface Opened {
  readonly connectionId: string;
  readonly request: IncomingMessage;
  /** In milliseconds since the UNIX epoch. */
  readonly openedMs: number;
}

/** Each event's route and type, as API Gateway names them. */
const names = {
  connect: { routeKey: "$connect", eventType: "CONNECT" },
  disconnect: { routeKey: "$disconnect", eventType: "DISCONNECT" },
  message: { routeKey: "$default", eventType: "MESSAGE" },
} as const;

function headersOf({ rawHeaders }: IncomingMessage) {
  const pairs = Array.from({ length: rawHeaders.length / 2 }, (_, index) => ({
    name: rawHeaders[2 * index] ?? "",
    value: rawHeaders[2 * index + 1] ?? "",
  }));
  const multiValueHeaders = Object.fromEntries(
    [...Map.groupBy(pairs, ({ name }) => name)].map(([name, headers]) => [
      name,
      headers.map(({ value }) => value),
    ]),
  );
  const headers = Object.fromEntries(
    Object.entries(multiValueHeaders).map(([name, values]) => [name, values.at(-1) ?? ""]),
  );
  return { headers, multiValueHeaders };
}

function queryOf(request: IncomingMessage) {
  const parameters = new URL(request.url ?? "/", "http://localhost").searchParams;
  const names = [...new Set(parameters.keys())];
  if (names.length === 0) return {};
  return {
    queryStringParameters: Object.fromEntries(names.map((name) => [name, parameters.getAll(name).at(-1)])),
    multiValueQueryStringParameters: Object.fromEntries(names.map((name) => [name, parameters.getAll(name)])),
  };
}

/** Returns the client's address and user agent, as in events and the management API. */
export const identityOf = (request: IncomingMessage) => ({
  userAgent: request.headers["user-agent"] ?? "",
  sourceIp: clientIp(request),
});

function context({ connectionId, request, openedMs }: Opened, event: SocketEventName, nowMs: number) {
  const requestId = randomUUID();
  return {
    ...names[event],
    extendedRequestId: requestId,
    requestTime: commonLogTime(new Date(nowMs)),
    messageDirection: "IN",
    stage: STAGE,
    connectedAt: openedMs,
    requestTimeEpoch: nowMs,
    identity: identityOf(request),
    requestId,
    domainName: (request.headers.host ?? "localhost").replace(/:\d+$/, ""),
    connectionId,
    apiId: "local",
  };
}

export const connectEvent = (opened: Opened, nowMs: number) => ({
  ...headersOf(opened.request),
  ...queryOf(opened.request),
  requestContext: context(opened, "connect", nowMs),
  isBase64Encoded: false,
});

export const messageEvent = (opened: Opened, nowMs: number, body: string) => ({
  requestContext: { ...context(opened, "message", nowMs), messageId: randomUUID() },
  body,
  isBase64Encoded: false,
});

export const disconnectEvent = (opened: Opened, nowMs: number, code: number, reason: string) => ({
  ...headersOf(opened.request),
  requestContext: {
    ...context(opened, "disconnect", nowMs),
    disconnectStatusCode: code,
    disconnectReason: reason,
  },
  isBase64Encoded: false,
});
