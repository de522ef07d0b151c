import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { SESSION_COOKIE } from "../../contract/cookies.ts";
import type { RouteSpec } from "../../contract/route.ts";
import { AmbiguousCredential, ApiKeyExpired, ApiKeyRequired } from "../../core/identity/api-keys/errors.ts";
import * as KeyText from "../../core/identity/api-keys/text.ts";
import { SessionEnded, TokenExpired } from "../../core/identity/errors.ts";
import * as Tokens from "../../core/identity/tokens.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { Forbidden, fail, isAnyOf, type SvcError, Unauthenticated } from "../../core/kernel/errors.ts";
import type { Mode } from "../../core/kernel/mode.ts";
import { MINUTE_MS } from "../../core/kernel/time.ts";
import { Recent } from "../../core/platform/ratelimit/limit.ts";
import type { Plan } from "../../core/platform/ratelimit/schema.ts";
import { cookiesOf, header, readsCookies } from "./request.ts";

/**
 * The credential of a request. A route reads only the kind that it requires, so one family's token is invalid on another
 * family's routes.
 */

/** A credential whose signature or format is valid. It may have been revoked: only the table knows. */
export type Credential =
  | {
      readonly channel: "web";
      readonly claims: Tokens.AccessClaims;
      readonly expired: boolean;
      readonly from: "bearer" | "cookie";
    }
  | { readonly channel: "mobile"; readonly claims: Tokens.SessionClaims; readonly expired: boolean }
  | { readonly channel: "apiKey"; readonly presented: KeyText.Presented };

/** Returns whether a request has a credential of a kind that the route reads, valid or not. */
export const presents = (spec: RouteSpec, event: APIGatewayProxyEventV2): boolean =>
  header(event, "authorization") !== undefined ||
  (spec.auth === "apiKey" && header(event, "x-api-key") !== undefined) ||
  (readsCookies(spec) && cookiesOf(event)[SESSION_COOKIE] !== undefined);

/** Returns the request's credential of the kind that the route requires, if it is valid. @throws AMBIGUOUS_CREDENTIAL */
export async function credentialOf(
  spec: RouteSpec,
  event: APIGatewayProxyEventV2,
): Promise<Credential | undefined> {
  if (spec.auth === "apiKey") return keyOf(spec, event);
  const bearer = bearerOf(event);
  if (spec.auth === "mobile" || (spec.auth === "person" && bearer !== undefined)) {
    const opened = await Tokens.open(Tokens.mobileAccess, bearer ?? "");
    if (opened) return { channel: "mobile", ...opened };
    if (spec.auth === "mobile") return undefined;
  }
  if (!readsCookies(spec) || spec.auth === "signature") return undefined;
  // An Authorization header is explicit, so it wins over the cookie.
  return bearer === undefined
    ? webToken(cookiesOf(event)[SESSION_COOKIE] ?? "", "cookie")
    : webToken(bearer, "bearer");
}

const bearerOf = (event: APIGatewayProxyEventV2): string | undefined =>
  /^Bearer +(\S+)$/i.exec(header(event, "authorization") ?? "")?.[1];

async function webToken(token: string, from: "bearer" | "cookie"): Promise<Credential | undefined> {
  const opened = await Tokens.open(Tokens.webAccess, token);
  return opened && { channel: "web", ...opened, from };
}

/** Returns the API key, which many clients can only send as a bearer token. A malformed `X-API-Key` is not ignored. */
async function keyOf(
  { orSession }: RouteSpec,
  event: APIGatewayProxyEventV2,
): Promise<Credential | undefined> {
  const key = header(event, "x-api-key");
  const bearer = bearerOf(event) ?? "";
  if (key !== undefined && bearer !== "" && key !== bearer) throw fail(AmbiguousCredential);
  const presented = KeyText.parseSecret(key ?? bearer);
  if (presented) return { channel: "apiKey", presented };
  if (!orSession || key !== undefined) return undefined;
  return header(event, "authorization") === undefined
    ? webToken(cookiesOf(event)[SESSION_COOKIE] ?? "", "cookie")
    : webToken(bearer, "bearer");
}

/** Returns whether a request has what looks like a session's token, but the route accepts only API keys. */
export const isSessionForKey = (
  { auth, orSession, family }: RouteSpec,
  event: APIGatewayProxyEventV2,
): boolean =>
  auth === "apiKey" &&
  family === "public" &&
  !orSession &&
  /^eyJ[\w-]+(\.[\w-]+){2}$/.test(bearerOf(event) ?? "");

/**
 * How long this process remembers the outcome of a credential's check. Within that time, the credential's next request is
 * counted, and its inputs are read, concurrently with the check. Every request is checked. A session or key that has ended
 * still counts against its owner within that time; a credential that was never valid does not.
 */
const REMEMBERED_MS = MINUTE_MS;

/** The owner of a credential that was valid at its last check. */
export interface Holder {
  readonly userId: string;
  readonly mode: Mode;
  /** The plan of an API key; undefined for a session. */
  readonly plan: Plan | undefined;
}

interface Remembered {
  readonly holder: Holder | undefined;
  readonly untilMs: number;
}

const remembered = new Recent<Remembered>(5_000);

const nameOf = (credential: Credential): string =>
  credential.channel === "apiKey" ? credential.presented.hash : credential.claims.sid;

function lastCheck(credential: Credential): Remembered | undefined {
  const one = remembered.of(nameOf(credential));
  return one && Clock.nowMs() < one.untilMs ? one : undefined;
}

/** Returns the owner of a credential that was valid within the last minute. */
export const recentHolder = (credential: Credential): Holder | undefined => lastCheck(credential)?.holder;

/**
 * Returns the user whose items may be read before the credential is checked: the user of a token with a valid signature,
 * unless the session had ended. An API key can be invented, so it needs a recent holder.
 */
export function prefetchOwner(credential: Credential): Pick<Holder, "userId" | "mode"> | undefined {
  if (credential.channel === "apiKey") return recentHolder(credential);
  const last = lastCheck(credential);
  return last && !last.holder ? undefined : { userId: credential.claims.sub, mode: "live" };
}

/** Remembers the outcome of a credential's check: its holder, or undefined if it is not valid. */
export function rememberHolder(credential: Credential, holder: Holder | undefined): void {
  // Invalid keys are not remembered: a client can send any number of them.
  const isRemembered = holder !== undefined || credential.channel !== "apiKey";
  const one = { holder, untilMs: Clock.nowMs() + REMEMBERED_MS };
  remembered.note(nameOf(credential), isRemembered ? one : undefined);
}

/** Formats parameters by RFC 6750, section 3: printable ASCII without quotes and backslashes. */
const parameters = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${value.replace(/[^\x20-\x7e]|["\\]/g, "?")}"`)
    .join(", ");

/** Returns `WWW-Authenticate` for an error (RFC 6750, section 3): the realm alone if the request had no credential. */
export function challengeOf(
  spec: RouteSpec,
  event: APIGatewayProxyEventV2,
  error: SvcError,
): string | undefined {
  if (spec.auth === "none" || spec.auth === "signature") return undefined;
  const { scope } = error.details;
  if (error.is(Forbidden) && typeof scope === "string")
    return `Bearer ${parameters({ realm: "svc", error: "insufficient_scope", scope })}`;
  if (!isAnyOf(error, [Unauthenticated, ApiKeyExpired, ApiKeyRequired, TokenExpired, SessionEnded]))
    return undefined;
  if (!presents(spec, event)) return `Bearer ${parameters({ realm: "svc" })}`;
  const description = error.is(Unauthenticated) ? "The credential is not valid." : error.message;
  return `Bearer ${parameters({ realm: "svc", error: "invalid_token", error_description: description })}`;
}
