import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { decodePath } from "./router.ts";

/** API Gateway's payload format 2.0: converts requests to events, and handlers' results to responses. */

/** Headers of a single connection, which API Gateway drops. */
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
  "te",
]);

// Bodies that an HTTP API passes on as text. All others are base64, including forms and bodies without a type.
const TEXT = /^(text\/|application\/(json|xml|javascript)\b)/i;

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const two = (value: number): string => String(value).padStart(2, "0");

/** `21/Nov/2026:09:30:00 +0000`: the Common Log Format, in UTC. */
export function commonLogTime(at: Date): string {
  const date = `${two(at.getUTCDate())}/${MONTHS[at.getUTCMonth()]}/${at.getUTCFullYear()}`;
  return `${date}:${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000`;
}

/** Returns the client's address: the first in X-Forwarded-For, which only this runtime accepts, else the connection's. */
export function clientIp(request: IncomingMessage): string {
  const forwarded = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")[0]
    ?.trim();
  return forwarded || (request.socket.remoteAddress ?? "127.0.0.1").replace(/^::ffff:/, "");
}

/** Returns headers by lower-case name, with repeated ones joined by a comma; cookies separately. */
function splitHeaders(request: IncomingMessage): { headers: Record<string, string>; cookies: string[] } {
  const headers: Record<string, string> = {};
  const cookies: string[] = [];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = (request.rawHeaders[index] ?? "").toLowerCase();
    const value = request.rawHeaders[index + 1] ?? "";
    if (HOP_BY_HOP.has(name)) continue;
    if (name === "cookie") cookies.push(...value.split(/;\s*/).filter((cookie) => cookie !== ""));
    else headers[name] = headers[name] === undefined ? value : `${headers[name]},${value}`;
  }
  return { headers, cookies };
}

function queryOf(rawQuery: string): Record<string, string> | undefined {
  if (rawQuery === "") return undefined;
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(rawQuery)) {
    query[name] = Object.hasOwn(query, name) ? `${query[name]},${value}` : value;
  }
  return query;
}

export interface EventInput {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  /** `POST /api/defi/wallets`, or `$default`. */
  readonly routeKey: string;
  readonly params: Readonly<Record<string, string>>;
  readonly now: Date;
}

/** Creates the event for a Lambda behind an HTTP API (AWS: "payload format version 2.0"). */
export function httpEvent({ request, body, routeKey, params, now }: EventInput): APIGatewayProxyEventV2 {
  const [path = "/", ...rest] = (request.url ?? "/").split("?");
  const rawQueryString = rest.join("?");
  const { headers, cookies } = splitHeaders(request);
  const sourceIp = clientIp(request);
  const query = queryOf(rawQueryString);
  const text = TEXT.test(headers["content-type"] ?? "");
  const host = headers["host"] ?? "localhost";
  const rawPath = decodePath(path);
  return {
    version: "2.0",
    routeKey,
    rawPath,
    rawQueryString,
    ...(cookies.length > 0 && { cookies }),
    headers: {
      ...headers,
      "x-forwarded-for": headers["x-forwarded-for"] ?? sourceIp,
      "x-forwarded-proto": "http",
    },
    ...(query && { queryStringParameters: query }),
    requestContext: {
      accountId: "000000000000",
      apiId: "local",
      domainName: host.replace(/:\d+$/, ""),
      domainPrefix: host.split(/[.:]/)[0] ?? "local",
      http: {
        method: request.method ?? "GET",
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp,
        userAgent: headers["user-agent"] ?? "",
      },
      requestId: randomUUID(),
      routeKey,
      stage: "$default",
      time: commonLogTime(now),
      timeEpoch: now.getTime(),
    },
    ...(Object.keys(params).length > 0 && { pathParameters: { ...params } }),
    ...(body.length > 0 && { body: body.toString(text ? "utf8" : "base64") }),
    isBase64Encoded: body.length > 0 && !text,
  };
}

/** A response that can be sent. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Creates a response of API Gateway itself: `{"message": …}`. */
export const gatewayAnswer = (status: number, message: string): HttpAnswer => ({
  status,
  headers: { "content-type": "application/json" },
  body: Buffer.from(JSON.stringify({ message })),
});

/**
 * Converts a handler's result. Without `statusCode`, API Gateway sends the result as a JSON body with status 200.
 * @throws TypeError if the result is not a response: API Gateway answers 500
 */
export function httpAnswer(result: unknown): HttpAnswer {
  if (!isRecord(result) || !("statusCode" in result)) {
    const body = typeof result === "string" ? result : JSON.stringify(result);
    return { status: 200, headers: { "content-type": "application/json" }, body: Buffer.from(body ?? "") };
  }
  const status = Number(result["statusCode"]);
  if (!Number.isInteger(status) || status < 100 || status > 599)
    throw new TypeError(`a handler returned the status ${String(result["statusCode"])}`);
  const headers: Record<string, string | string[]> = { "content-type": "application/json" };
  if (isRecord(result["headers"])) {
    for (const [name, value] of Object.entries(result["headers"]))
      headers[name.toLowerCase()] = String(value);
  }
  if (Array.isArray(result["cookies"])) headers["set-cookie"] = result["cookies"].map(String);
  const body = result["body"] ?? "";
  if (typeof body !== "string") throw new TypeError("a handler's body is not a string");
  const empty = status === 204 || status === 304;
  if (body === "" && empty) delete headers["content-type"];
  return { status, headers, body: Buffer.from(body, result["isBase64Encoded"] === true ? "base64" : "utf8") };
}

/** Reads a request's body. Undefined if it is too large. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
  }
  return size > maxBytes ? undefined : Buffer.concat(chunks);
}

/** Sends a response. */
export function send(response: ServerResponse, answer: HttpAnswer): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(answer.status, { ...answer.headers, "content-length": answer.body.length });
  response.end(answer.body);
}
