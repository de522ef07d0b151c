import type middy from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { LANGUAGE_COOKIE } from "../../contract/cookies.ts";
import { BodyTooLarge } from "../../contract/errors.ts";
import type { Version } from "../../contract/public/schemas.ts";
import { DEFAULT_MAX_BODY_BYTES, type RouteSpec } from "../../contract/route.ts";
import type { UserActor } from "../../core/identity/actor.ts";
import type { OpenedKey } from "../../core/identity/api-keys/open.ts";
import { env } from "../../core/kernel/env.ts";
import { type ErrorDefinition, fail, type SvcError } from "../../core/kernel/errors.ts";
import { languageOf, preferredLanguage, type Reader, text } from "../../core/kernel/texts/index.ts";
import type * as RateLimit from "../../core/platform/ratelimit/index.ts";
import type * as Table from "../../core/platform/table/index.ts";
import type { Outgoing } from "../../core/transfers/outgoing.ts";
import type { Client, Confirm } from "./call.ts";

/** The request that every step of the chain gets: the event, and the state that steps add to it. */

export type Step = middy.MiddlewareObj<
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Error,
  Context
>;
export type StepRequest = middy.Request<
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Error,
  Context
>;

/** Results of earlier steps, for the steps after them. */
export interface State {
  readonly requestId: string;
  readonly ip: string;
  readonly startedMs: number;
  limit?: RateLimit.Decision;
  /** The rate limit count that runs concurrently with the handler; the response waits for it. */
  pendingCount?: Promise<RateLimit.Decision | undefined>;
  actor?: UserActor;
  /** The API key that authenticated the actor. */
  key?: OpenedKey;
  /** The error for a credential that is no longer valid, if its holder may know the reason. */
  problem?: ErrorDefinition;
  /** The write of the key's last use; the response waits for it. */
  keyUseWrite?: Promise<void>;
  /** Whether the route's schemas accepted the parameters, query and body. */
  isRead?: boolean;
  params?: unknown;
  query?: unknown;
  /** Returns an error with the names that the route gives to fields. */
  renamed?: ((error: SvcError) => SvcError) | undefined;
  /** The response fields to expand. */
  expand?: readonly string[];
  body?: unknown;
  /** The fields of a form with files. */
  form?: unknown;
  /** The amount that the request sends from an account, if the route sends money. */
  outgoing?: Outgoing;
  /** Requires a recent proof, if the route can require one. */
  confirm?: Confirm;
  /** Whether the code of the request was used up as a proof of its actor. */
  isCodeUsed?: boolean;
  /** Whether `confirm` has found a recent proof. */
  isConfirmed?: boolean;
  /** The item under the client's idempotency key, read together with the session. */
  idempotencyItem?: Readonly<Record<string, unknown>> | undefined;
  /** The signing secret of the caller's key, if the route takes signed requests. */
  signingItem?: Readonly<Record<string, unknown>> | undefined;
  /** Items read for the handler together with the credential. */
  prefetched?: Table.Prefetched;
  replayed?: boolean;
}

const states = new WeakMap<object, State>();

/** Returns the state of an event's request. @throws TypeError before `begin` */
export function stateOf(event: APIGatewayProxyEventV2): State {
  const state = states.get(event);
  if (!state) throw new TypeError("the chain has not begun this request");
  return state;
}

export function begin(event: APIGatewayProxyEventV2, state: State): void {
  states.set(event, state);
}

/** Returns a request header. @param name in lower case, as API Gateway passes header names */
export const header = (event: APIGatewayProxyEventV2, name: string): string | undefined =>
  event.headers?.[name];

/** Returns the request's cookies by name. The first cookie of a name wins: browsers send the most specific first. */
export function cookiesOf(event: APIGatewayProxyEventV2): Record<string, string> {
  const cookies: Record<string, string> = Object.create(null);
  for (const cookie of event.cookies ?? []) {
    const at = cookie.indexOf("=");
    if (at > 0) cookies[cookie.slice(0, at).trim()] ??= cookie.slice(at + 1).trim();
  }
  return cookies;
}

type CookieRule = Pick<RouteSpec, "auth" | "family" | "orSession">;

/** Returns whether a route reads a browser's cookies. The other routes of the mobile and the public API are for other clients. */
export const readsCookies = ({ auth, family, orSession = false }: CookieRule): boolean =>
  auth === "person" ||
  orSession ||
  (auth !== "mobile" && auth !== "apiKey" && family !== "mobile" && family !== "public");

/** Returns the version of a request. Routes without versions count as v1. */
export const versionOf = ({ rawPath }: Pick<APIGatewayProxyEventV2, "rawPath">): Version =>
  rawPath.startsWith("/v2/") ? "v2" : "v1";

/** The query parameter that names a field to expand, once for each field. */
export const EXPAND = "expand[]";

/** Returns whether a request may use `expand[]`. Otherwise it is an unknown parameter. */
export const mayExpand = ({ family, method }: RouteSpec, event: APIGatewayProxyEventV2): boolean =>
  family === "public" && method === "GET" && versionOf(event) === "v2";

export const addressOf = ({ rawPath, rawQueryString }: APIGatewayProxyEventV2): string =>
  rawQueryString === "" ? rawPath : `${rawPath}?${rawQueryString}`;

/** Returns the body's bytes as the client sent them. */
export const bytesOf = ({ body = "", isBase64Encoded }: APIGatewayProxyEventV2): Buffer =>
  Buffer.from(body, isBase64Encoded ? "base64" : "utf8");

export const textOf = (event: APIGatewayProxyEventV2): string =>
  event.isBase64Encoded ? bytesOf(event).toString() : (event.body ?? "");

/** Returns the body's media type in lower case, without parameters; empty if the request names none. */
export const mediaType = (event: APIGatewayProxyEventV2): string =>
  (header(event, "content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

/** Rejects a body that is too large. @throws BODY_TOO_LARGE, or the error that the route states instead */
export function checkBytes({ request }: RouteSpec, { body = "", isBase64Encoded }: APIGatewayProxyEventV2) {
  const maxBytes = request?.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
  if (Buffer.byteLength(body, isBase64Encoded ? "base64" : "utf8") <= maxBytes) return;
  if (request?.tooLarge) throw fail(request.tooLarge);
  throw fail(BodyTooLarge, {
    message: text(
      `The body is larger than the ${maxBytes} bytes allowed here.`,
      `Le corps dépasse les ${maxBytes} octets permis ici.`,
    ),
    details: { maxBytes },
  });
}

/**
 * Returns the reader of the response. The language is the account's, else the one chosen on a page, else the client's
 * preference (`Accept-Language`), else English.
 */
export function readerOf(event: APIGatewayProxyEventV2, spec: CookieRule): Reader {
  const { actor } = stateOf(event);
  const cookies = readsCookies(spec) ? cookiesOf(event) : {};
  const headers = { "accept-language": header(event, "accept-language") ?? "" };
  return {
    language: actor?.language ?? requestedLanguage({ cookies, headers }) ?? "en",
    timeZone: actor?.timeZone ?? env("MAIL_TIME_ZONE", "Europe/Paris"),
  };
}

/** Returns the language that a client requests by cookie or `Accept-Language`; undefined unless the platform supports it. */
export const requestedLanguage = ({ cookies, headers }: Pick<Client, "cookies" | "headers">) =>
  languageOf(cookies[LANGUAGE_COOKIE] ?? "") ?? preferredLanguage(headers["accept-language"]);
