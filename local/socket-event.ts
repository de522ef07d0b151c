import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { routeKeyOf, type SocketEventName } from "../contract/socket.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import { clientIp, commonLogTime } from "./http-event.ts";

/** The events of an API Gateway WebSocket API, as its Lambdas get them. */

/** The API's stage: the last part of the management endpoint's path. */
export const STAGE = "local";

export interface Opened {
  readonly connectionId: string;
  readonly request: IncomingMessage;
  /** Milliseconds of the platform's clock. */
  readonly openedMs: number;
}

const types = { connect: "CONNECT", disconnect: "DISCONNECT", message: "MESSAGE" } as const;

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

/** The client's address and program, as every event and the management API show them. */
export const identityOf = (request: IncomingMessage) => ({
  userAgent: request.headers["user-agent"] ?? "",
  sourceIp: clientIp(request),
});

function context({ connectionId, request, openedMs }: Opened, event: SocketEventName) {
  const now = Clock.now();
  const requestId = randomUUID();
  return {
    routeKey: routeKeyOf[event],
    eventType: types[event],
    extendedRequestId: requestId,
    requestTime: commonLogTime(now),
    messageDirection: "IN",
    stage: STAGE,
    connectedAt: openedMs,
    requestTimeEpoch: now.getTime(),
    identity: identityOf(request),
    requestId,
    domainName: (request.headers.host ?? "localhost").replace(/:\d+$/, ""),
    connectionId,
    apiId: "local",
  };
}

export const connectEvent = (opened: Opened) => ({
  ...headersOf(opened.request),
  ...queryOf(opened.request),
  requestContext: context(opened, "connect"),
  isBase64Encoded: false,
});

export const messageEvent = (opened: Opened, body: string) => ({
  requestContext: { ...context(opened, "message"), messageId: randomUUID() },
  body,
  isBase64Encoded: false,
});

export const disconnectEvent = (opened: Opened, code: number, reason: string) => ({
  ...headersOf(opened.request),
  requestContext: {
    ...context(opened, "disconnect"),
    disconnectStatusCode: code,
    disconnectReason: reason,
  },
  isBase64Encoded: false,
});
