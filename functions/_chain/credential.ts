import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { SESSION_COOKIE } from "../../contract/cookies.ts";
import type { RouteSpec } from "../../contract/route.ts";
import { AmbiguousCredential } from "../../core/identity/api-keys/errors.ts";
import * as KeyText from "../../core/identity/api-keys/text.ts";
import * as Tokens from "../../core/identity/tokens.ts";
import { fail } from "../../core/kernel/errors.ts";
import { cookiesOf, header } from "./middleware.ts";

/**
 * The credential of a request. A route reads the kind that it asks for and no other, so one family's token
 * says nothing on another's routes.
 */

/** A credential whose own proof holds. Whether what it stands for still lives, the table says. */
export type Credential =
  | {
      readonly door: "web";
      readonly claims: Tokens.AccessClaims;
      readonly expired: boolean;
      readonly from: "bearer" | "cookie";
    }
  | { readonly door: "mobile"; readonly claims: Tokens.SessionClaims; readonly expired: boolean }
  | { readonly door: "apiKey"; readonly presented: KeyText.Presented };

/**
 * Whether a browser's cookies mean anything to a route. The mobile and the public API are for other clients.
 */
export const readsCookies = ({ auth, family }: Pick<RouteSpec, "auth" | "family">): boolean =>
  auth !== "mobile" && auth !== "apiKey" && family !== "mobile" && family !== "public";

/** Whether a request says who sends it, in a way that the route reads: whether or not that holds. */
export const presents = (spec: RouteSpec, event: APIGatewayProxyEventV2): boolean =>
  header(event, "authorization") !== undefined ||
  (spec.auth === "apiKey" && header(event, "x-api-key") !== undefined) ||
  (readsCookies(spec) && cookiesOf(event)[SESSION_COOKIE] !== undefined);

/** The credential of the kind that the route asks for, if the request has one that holds. */
export async function credentialOf(
  spec: RouteSpec,
  event: APIGatewayProxyEventV2,
): Promise<Credential | undefined> {
  if (spec.auth === "apiKey") return keyOf(spec, event);
  if (spec.auth === "mobile") return mobileOf(event);
  return readsCookies(spec) && spec.auth !== "signature" ? webOf(event) : undefined;
}

const bearerOf = (event: APIGatewayProxyEventV2): string | undefined =>
  /^Bearer +(\S+)$/i.exec(header(event, "authorization") ?? "")?.[1];

/** An Authorization header says it explicitly, so it wins over the cookie. */
async function webOf(event: APIGatewayProxyEventV2): Promise<Credential | undefined> {
  const bearer = bearerOf(event);
  if (bearer !== undefined) return tokenOf(bearer, "bearer");
  return tokenOf(cookiesOf(event)[SESSION_COOKIE] ?? "", "cookie");
}

async function tokenOf(token: string, from: "bearer" | "cookie"): Promise<Credential | undefined> {
  const opened = await Tokens.open(Tokens.webAccess, token);
  return opened && { door: "web", ...opened, from };
}

async function mobileOf(event: APIGatewayProxyEventV2): Promise<Credential | undefined> {
  const opened = await Tokens.open(Tokens.mobileAccess, bearerOf(event) ?? "");
  return opened && { door: "mobile", ...opened };
}

/**
 * Many clients can send a key as a bearer token alone. A wrong key is not taken for none.
 * @throws AMBIGUOUS_CREDENTIAL
 */
async function keyOf(
  { orSession }: RouteSpec,
  event: APIGatewayProxyEventV2,
): Promise<Credential | undefined> {
  const key = header(event, "x-api-key");
  const bearer = bearerOf(event) ?? "";
  if (key !== undefined && bearer !== "" && key !== bearer) throw fail(AmbiguousCredential);
  const presented = KeyText.parse(key ?? bearer);
  if (presented) return { door: "apiKey", presented };
  return orSession && key === undefined ? tokenOf(bearer, "bearer") : undefined;
}

/** Whether a session's token was sent to a route that takes keys alone, going by its form: nothing of it is looked up. */
export const isSessionForKey = (
  { auth, orSession, family }: RouteSpec,
  event: APIGatewayProxyEventV2,
): boolean =>
  auth === "apiKey" &&
  family === "public" &&
  !orSession &&
  /^eyJ[\w-]+(\.[\w-]+){2}$/.test(bearerOf(event) ?? "");
