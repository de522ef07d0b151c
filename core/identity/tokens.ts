import { createHash } from "node:crypto";
import type * as z from "zod";
import * as Clock from "../kernel/clock/index.ts";
import { env } from "../kernel/env.ts";
import * as Ids from "../kernel/ids/index.ts";
import { secret } from "../platform/secrets.ts";
import * as Jws from "./jws.ts";
import {
  ACCESS_TOKEN_SECONDS,
  type AccessClaims,
  accessClaims,
  type RefreshClaims,
  refreshClaims,
} from "./schema.ts";
import type { User } from "./user.ts";

/**
 * Web tokens: JWS whose `typ` says what they are for (RFC 8725 section 3.11), so that none passes for another. Whether a
 * token's session still lives is not written in it: see `sessions.ts`.
 */

export type { AccessClaims } from "./schema.ts";

const ACCESS = "at+jwt";
const REFRESH = "rt+jwt";

/** How far ahead of our clock a token's issue time may lie: instances' clocks differ a little. */
const SKEW_SECONDS = 60;

const issuer = () => env("JWT_ISSUER", "svc");
const audience = () => env("JWT_AUDIENCE", "svc-web");

const signingKey = async (): Promise<Jws.Key> => Jws.keyOf((await secret("JWT_SECRET")).current);

async function verifyingKeys(): Promise<Jws.Key[]> {
  const { current, previous } = await secret("JWT_SECRET");
  return [current, ...(previous === undefined ? [] : [previous])].map(Jws.keyOf);
}

/** An access token of this user's session, for 24 hours from now (spec 1, section 2.2). */
export async function signAccess(user: User, sessionId: string): Promise<string> {
  const iat = Clock.nowSeconds();
  const claims: AccessClaims = {
    sub: user.userId,
    email: user.email,
    name: user.name,
    role: user.role,
    iat,
    exp: iat + ACCESS_TOKEN_SECONDS,
    iss: issuer(),
    aud: audience(),
    sid: sessionId,
    jti: Ids.secret(16),
  };
  return Jws.sign(ACCESS, claims, await signingKey());
}

/** A refresh token of this session. @param exp UNIX seconds */
export async function signRefresh(userId: string, sessionId: string, exp: number): Promise<string> {
  const claims: RefreshClaims = {
    sub: userId,
    iat: Clock.nowSeconds(),
    exp,
    iss: issuer(),
    aud: audience(),
    sid: sessionId,
    jti: Ids.secret(16),
  };
  return Jws.sign(REFRESH, claims, await signingKey());
}

/** The claims of an access token that we signed and that has not expired; undefined for anything else. No I/O. */
export const verifyAccess = (token: string): Promise<AccessClaims | undefined> =>
  verify(token, ACCESS, accessClaims);

/** The claims of a refresh token that we signed and that has not expired, current or not; undefined for anything else. */
export const verifyRefresh = (token: string): Promise<RefreshClaims | undefined> =>
  verify(token, REFRESH, refreshClaims);

async function verify<T extends AccessClaims | RefreshClaims>(
  token: string,
  typ: string,
  schema: z.ZodType<T>,
): Promise<T | undefined> {
  const opened = await Jws.open(token, await verifyingKeys());
  if (opened?.header["typ"] !== typ) return undefined;
  const claims = schema.safeParse(json(opened.payload)).data;
  if (!claims || claims.iss !== issuer() || claims.aud !== audience()) return undefined;
  const now = Clock.nowSeconds();
  return claims.exp > now && claims.iat <= now + SKEW_SECONDS ? claims : undefined;
}

function json(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(payload));
  } catch {
    return undefined;
  }
}

/** What is stored of a refresh token. It has 128 random bits, so a plain hash cannot be searched. */
export const hash = (token: string): string => createHash("sha256").update(token).digest("hex");
