import { createHash } from "node:crypto";
import type * as z from "zod";
import * as Clock from "../kernel/clock/index.ts";
import { env } from "../kernel/env.ts";
import * as Ids from "../kernel/ids/index.ts";
import { sha256Hex } from "../kernel/sha256.ts";
import { Recent } from "../platform/ratelimit/limit.ts";
import { secret, valid } from "../platform/secrets.ts";
import * as Jws from "./jws.ts";
import {
  ACCESS_TOKEN_SECONDS,
  type AccessClaims,
  accessClaims,
  type SessionClaims,
  sessionClaims,
} from "./schema.ts";
import type { User } from "./user.ts";

/**
 * Tokens: JWS whose `typ` and audience state their purpose (RFC 8725 sections 3.9 and 3.11), so that none can replace another.
 * A valid token does not imply a valid session: see `sessions.ts`.
 */

export type { AccessClaims, SessionClaims } from "./schema.ts";

/** The purpose of a kind of token. */
interface Purpose<C extends SessionClaims> {
  readonly typ: string;
  audience(): string;
  readonly claims: z.ZodType<C>;
}

const web = () => env("JWT_AUDIENCE", "svc-web");
const mobile = () => env("JWT_MOBILE_AUDIENCE", "svc-mobile");

export const webAccess: Purpose<AccessClaims> = { typ: "at+jwt", audience: web, claims: accessClaims };
const webRefresh: Purpose<SessionClaims> = { typ: "rt+jwt", audience: web, claims: sessionClaims };
export const mobileAccess: Purpose<SessionClaims> = {
  typ: "mobile-at+jwt",
  audience: mobile,
  claims: sessionClaims,
};
export const mobileRefresh: Purpose<SessionClaims> = {
  typ: "mobile-rt+jwt",
  audience: mobile,
  claims: sessionClaims,
};

/** How far in the future a token's issue time may be, because the instances' clocks differ. */
const SKEW_SECONDS = 60;

const issuer = () => env("JWT_ISSUER", "svc");

const signingKey = async (): Promise<Jws.Key> => Jws.keyOf((await secret("JWT_SECRET")).current);

/**
 * Caches tokens with a valid signature, by secret, because a client sends the same token repeatedly. All claims are checked
 * every time.
 */
const signedBy = new Map<string, Recent<Jws.Opened>>();
/** More secrets than this clear all caches, so that former secrets do not accumulate. */
const MAX_SECRETS = 4;
const MAX_TOKENS = 2_000;

function cacheOf(secretValue: string): Recent<Jws.Opened> {
  const known = signedBy.get(secretValue) ?? new Recent<Jws.Opened>(MAX_TOKENS);
  if (!signedBy.has(secretValue) && signedBy.size >= MAX_SECRETS) signedBy.clear();
  signedBy.set(secretValue, known);
  return known;
}

/** Verifies a JWS. @returns undefined unless one of the valid secrets has signed it */
export async function openSigned(token: string): Promise<Jws.Opened | undefined> {
  if (!Jws.isCanonical(token)) return undefined;
  for await (const value of valid("JWT_SECRET")) {
    const known = cacheOf(value);
    const opened = known.of(token) ?? (await Jws.open(token, [Jws.keyOf(value)]));
    if (!opened) continue;
    known.note(token, opened);
    return opened;
  }
  return undefined;
}

/** The issue time of a token in UNIX seconds, and its id. */
type Issue = Pick<SessionClaims, "iat" | "jti">;

const newIssue = (): Issue => ({ iat: Clock.nowSeconds(), jti: Ids.secret(16) });

/** Returns the issue of the tokens that replace a refresh token. Each retry gets the same one. */
export const issueAfter = (refreshToken: string, iat: number): Issue => ({
  iat,
  jti: createHash("sha256").update(`after ${refreshToken}`).digest().subarray(0, 16).toString("base64url"),
});

/** Signs a token of a session. `exp` is in UNIX seconds. */
export async function sign<C extends SessionClaims>(
  { typ, audience }: Purpose<C>,
  claims: Omit<C, "iat" | "iss" | "aud" | "jti">,
  issue = newIssue(),
): Promise<string> {
  const all = { ...claims, iat: issue.iat, iss: issuer(), aud: audience(), jti: issue.jti };
  return Jws.sign(typ, all, await signingKey());
}

/** The claims that identify a session. */
export type SessionRef = Pick<SessionClaims, "sub" | "sid" | "sec">;

/** Signs a web access token, for 24 hours (spec 1, section 2.2). */
export const signAccess = (
  { email, name, role }: User,
  { sub, sid, sec }: SessionRef,
  issue = newIssue(),
): Promise<string> =>
  sign(webAccess, { sub, email, name, role, sid, sec, exp: issue.iat + ACCESS_TOKEN_SECONDS }, issue);

/** Signs a web refresh token. @param exp UNIX seconds */
export const signRefresh = (
  { sub, sid, sec }: SessionRef,
  exp: number,
  issue = newIssue(),
): Promise<string> => sign(webRefresh, { sub, sid, sec, exp }, issue);

/** Returns the claims of a valid web refresh token, current or former. */
export const verifyRefresh = (token: string): Promise<SessionClaims | undefined> => verify(webRefresh, token);

/** Verifies a token of a purpose and returns its claims. Undefined if the token is invalid or has expired. */
export async function verify<C extends SessionClaims>(
  purpose: Purpose<C>,
  token: string,
): Promise<C | undefined> {
  const opened = await open(purpose, token);
  return opened?.expired ? undefined : opened?.claims;
}

/** Returns the claims of a token of a purpose, and whether it has expired. Undefined if the token is invalid. */
export async function open<C extends SessionClaims>(
  { typ, audience, claims: schema }: Purpose<C>,
  token: string,
): Promise<{ readonly claims: C; readonly expired: boolean } | undefined> {
  const opened = await openSigned(token);
  if (opened?.header["typ"] !== typ) return undefined;
  const claims = schema.safeParse(json(opened.payload)).data;
  if (!claims || claims.iss !== issuer() || claims.aud !== audience()) return undefined;
  const now = Clock.nowSeconds();
  return claims.iat > now + SKEW_SECONDS ? undefined : { claims, expired: claims.exp <= now };
}

function json(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(payload));
  } catch {
    return undefined;
  }
}

/** Returns the hash of a refresh token or a session's secret for storage. Its 128 random bits make a plain hash safe. */
export const hash = (token: string): string => sha256Hex(token);
