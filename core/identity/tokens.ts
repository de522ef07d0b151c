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
 * Tokens: JWS whose `typ` and audience say what they are for (RFC 8725 sections 3.9 and 3.11), so that none
 * passes for another. Whether a token's session still lives is not written in it: see `sessions.ts`.
 */

export type { AccessClaims, SessionClaims } from "./schema.ts";

/** What a kind of token is for. */
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

/** How far ahead of our clock a token's issue time may lie: instances' clocks differ a little. */
const SKEW_SECONDS = 60;

const issuer = () => env("JWT_ISSUER", "svc");

const signingKey = async (): Promise<Jws.Key> => Jws.keyOf((await secret("JWT_SECRET")).current);

/**
 * Tokens that a secret was found to have signed, by the secret: a client sends the same one for as long as it lasts, and
 * a signature that was right stays so. Whatever else a token must fulfil is looked at every time.
 */
const signedBy = new Map<string, Recent<Jws.Opened>>();
/** A secret that is no longer valid is not asked for again. */
const MOST_SECRETS = 4;
const MOST_TOKENS = 2_000;

function knownOf(secretValue: string): Recent<Jws.Opened> {
  const known = signedBy.get(secretValue) ?? new Recent<Jws.Opened>(MOST_TOKENS);
  if (!signedBy.has(secretValue) && signedBy.size >= MOST_SECRETS) signedBy.clear();
  signedBy.set(secretValue, known);
  return known;
}

/** A JWS that a valid secret of ours signed, opened; undefined for anything else. */
export async function openSigned(token: string): Promise<Jws.Opened | undefined> {
  if (!Jws.isCanonical(token)) return undefined;
  for await (const value of valid("JWT_SECRET")) {
    const known = knownOf(value);
    const opened = known.of(token) ?? (await Jws.open(token, [Jws.keyOf(value)]));
    if (!opened) continue;
    known.note(token, opened);
    return opened;
  }
  return undefined;
}

/** When a token is issued, in UNIX seconds, and its id. */
type Issue = Pick<SessionClaims, "iat" | "jti">;

const newIssue = (): Issue => ({ iat: Clock.nowSeconds(), jti: Ids.secret(16) });

/** What follows a refresh token: the same however often it is asked for. */
export const issueAfter = (refreshToken: string, iat: number): Issue => ({
  iat,
  jti: createHash("sha256").update(`after ${refreshToken}`).digest().subarray(0, 16).toString("base64url"),
});

/** A token of a session; `exp` in UNIX seconds. */
export async function sign<C extends SessionClaims>(
  { typ, audience }: Purpose<C>,
  claims: Omit<C, "iat" | "iss" | "aud" | "jti">,
  issue = newIssue(),
): Promise<string> {
  const all = { ...claims, iat: issue.iat, iss: issuer(), aud: audience(), jti: issue.jti };
  return Jws.sign(typ, all, await signingKey());
}

/** A web access token of this user's session, for 24 hours from its issue (spec 1, section 2.2). */
export const signAccess = (
  { userId, email, name, role }: User,
  sessionId: string,
  issue = newIssue(),
): Promise<string> =>
  sign(
    webAccess,
    { sub: userId, email, name, role, sid: sessionId, exp: issue.iat + ACCESS_TOKEN_SECONDS },
    issue,
  );

/** A web refresh token of this session. @param exp UNIX seconds */
export const signRefresh = (
  userId: string,
  sessionId: string,
  exp: number,
  issue = newIssue(),
): Promise<string> => sign(webRefresh, { sub: userId, sid: sessionId, exp }, issue);

/**
 * The claims of a web refresh token that we signed and that has not expired, current or not; undefined for
 * anything else.
 */
export const verifyRefresh = (token: string): Promise<SessionClaims | undefined> => verify(webRefresh, token);

/**
 * The claims of a token that we signed for this purpose and that has not expired; undefined for anything
 * else.
 */
export async function verify<C extends SessionClaims>(
  purpose: Purpose<C>,
  token: string,
): Promise<C | undefined> {
  const opened = await open(purpose, token);
  return opened?.expired ? undefined : opened?.claims;
}

/**
 * The claims of a token that we signed for this purpose, and whether it has expired; undefined for anything
 * else.
 */
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

/** What is stored of a refresh token. It has 128 random bits, so a plain hash cannot be searched. */
export const hash = (token: string): string => sha256Hex(token);
