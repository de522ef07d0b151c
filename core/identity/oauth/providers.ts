import * as oauth from "oauth4webapi";
import * as z from "zod";
import { env } from "../../kernel/env.ts";
import { HOUR_MS } from "../../kernel/time.ts";
import { isLoopback, OutboundFailure, request } from "../../platform/http.ts";
import { secret } from "../../platform/secrets.ts";
import type { Profile as AnyProfile } from "../accounts.ts";
import { providerNames } from "./names.ts";

/** The identity providers: GitHub and Google. */

const PROVIDERS = ["github", "google"] as const;
type ProviderId = (typeof PROVIDERS)[number];

/** A user's profile at a provider. The provider's tokens are not stored. */
export interface Profile extends AnyProfile {
  readonly provider: ProviderId;
}

/** The values that an exchange of an authorization code needs. */
interface Exchange {
  readonly redirectUri: string;
  readonly codeVerifier: string;
  readonly nonce: string;
}

export interface Provider {
  readonly id: ProviderId;
  readonly name: string;
  /** The provider's origin, for pages with a form that submits to it. */
  readonly origin: string;
  readonly clientId: string;
  readonly scope: string;
  /** Whether the provider issues ID tokens. A nonce is then sent and checked (OpenID Connect Core 3.1.2.1). */
  readonly openId: boolean;
  /** Returns the provider's endpoints. */
  server(): Promise<oauth.AuthorizationServer>;
  /** Exchanges a validated authorization response for the profile. */
  profile(response: URLSearchParams, exchange: Exchange): Promise<Profile>;
}

/** Lists the configured providers in display order. */
export const list = (): readonly Provider[] => [github(), google()].filter((one) => one !== undefined);

export const find = (id: string): Provider | undefined => list().find((one) => one.id === id);

/** Returns the options that make oauth4webapi use our request function with its limits. Only loopback may use http. */
function transport(address: string) {
  return {
    [oauth.customFetch]: (
      url: string,
      options: { method: string; headers: Record<string, string>; body?: unknown },
    ): Promise<Response> => {
      const { method, headers, body } = options;
      return request(url, { method, headers, body: body instanceof URLSearchParams ? body : undefined });
    },
    [oauth.allowInsecureRequests]: isLoopback(new URL(address)),
  };
}

/** Exchanges an authorization code for tokens. The caller validates the response. */
async function exchangeCode(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  clientSecret: "GITHUB_CLIENT_SECRET" | "GOOGLE_CLIENT_SECRET",
  response: URLSearchParams,
  { redirectUri, codeVerifier }: Exchange,
): Promise<Response> {
  const { current } = await secret(clientSecret);
  const proof = oauth.ClientSecretPost(current);
  const options = transport(server.issuer);
  return oauth.authorizationCodeGrantRequest(
    server,
    client,
    proof,
    response,
    redirectUri,
    codeVerifier,
    options,
  );
}

// GitHub: OAuth 2.0 without OpenID Connect. https://docs.github.com/apps/oauth-apps/building-oauth-apps

const gitHubUser = z.object({
  id: z.int().positive(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});

const gitHubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

function github(): Provider | undefined {
  const clientId = env("GITHUB_CLIENT_ID", "");
  if (clientId === "") return undefined;
  const baseUrl = env("GITHUB_BASE_URL", "https://github.com");
  // GitHub publishes no metadata. Since April 2026 its responses contain this `iss` (RFC 9207).
  const server: oauth.AuthorizationServer = {
    issuer: `${baseUrl}/login/oauth`,
    authorization_endpoint: `${baseUrl}/login/oauth/authorize`,
    token_endpoint: `${baseUrl}/login/oauth/access_token`,
  };
  return {
    id: "github",
    name: providerNames.github,
    origin: new URL(baseUrl).origin,
    clientId,
    scope: "read:user user:email",
    openId: false,
    server: () => Promise.resolve(server),
    profile: async (response, exchange) => {
      const client = { client_id: clientId };
      const answer = await exchangeCode(server, client, "GITHUB_CLIENT_SECRET", response, exchange);
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer);
      return gitHubProfile(tokens.access_token);
    },
  };
}

async function gitHubProfile(token: string): Promise<Profile> {
  const [account, addresses] = await Promise.all([
    requestGitHub("/user", token, gitHubUser),
    requestGitHub("/user/emails", token, gitHubEmails),
  ]);
  // The address in the public profile is unverified. Only this list states which addresses are verified.
  const primary = addresses.find((one) => one.primary);
  return {
    provider: "github",
    subject: String(account.id),
    email: primary?.email,
    emailVerified: primary?.verified === true,
    name: account.name ?? account.login,
    image: account.avatar_url ?? undefined,
  };
}

async function requestGitHub<T>(path: string, token: string, shape: z.ZodType<T>): Promise<T> {
  const answer = await request(`${env("GITHUB_API_URL", "https://api.github.com")}${path}`, {
    headers: { authorization: `Bearer ${token}`, accept: "application/vnd.github+json" },
  });
  const parsed = answer.ok ? shape.safeParse(await answer.json().catch(() => undefined)) : undefined;
  if (!parsed?.success) throw new OutboundFailure(`GitHub responded to ${path} with status ${answer.status}`);
  return parsed.data;
}

// Google: OpenID Connect. https://developers.google.com/identity/openid-connect/openid-connect

/** The only algorithm with which Google signs ID tokens. */
const ALGORITHM = "RS256";

const googleClaims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  name: z.string().optional(),
  picture: z.string().nullish(),
});

function google(): Provider | undefined {
  const clientId = env("GOOGLE_CLIENT_ID", "");
  if (clientId === "") return undefined;
  const issuer = env("GOOGLE_ISSUER", "https://accounts.google.com");
  return {
    id: "google",
    name: providerNames.google,
    origin: new URL(issuer).origin,
    clientId,
    scope: "openid email profile",
    openId: true,
    server: () => discover(issuer),
    profile: async (response, exchange) =>
      googleProfile(await idToken(await discover(issuer), clientId, response, exchange)),
  };
}

const discovered = new Map<
  string,
  { readonly untilMs: number; readonly server: Promise<oauth.AuthorizationServer> }
>();

/** Returns the issuer's metadata, cached for an hour. oauth4webapi itself caches the signing keys for 5 minutes. */
function discover(issuer: string): Promise<oauth.AuthorizationServer> {
  const known = discovered.get(issuer);
  // The machine's time, because the cache belongs to the process.
  if (known && known.untilMs > Date.now()) return known.server;
  const url = new URL(issuer);
  const server = oauth
    .discoveryRequest(url, transport(issuer))
    .then((answer) => oauth.processDiscoveryResponse(url, answer));
  discovered.set(issuer, { untilMs: Date.now() + HOUR_MS, server });
  server.catch(() => discovered.delete(issuer));
  return server;
}

/** Returns the claims of an ID token after checking issuer, audience, authorized party, expiry, nonce and signature. */
async function idToken(
  server: oauth.AuthorizationServer,
  clientId: string,
  response: URLSearchParams,
  exchange: Exchange,
): Promise<oauth.IDToken> {
  const client: oauth.Client = { client_id: clientId, id_token_signed_response_alg: ALGORITHM };
  const answer = await exchangeCode(server, client, "GOOGLE_CLIENT_SECRET", response, exchange);
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
    expectedNonce: exchange.nonce,
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(server, answer, transport(server.issuer));
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  if (!claims) throw new OutboundFailure("Google sent no ID token");
  // The library checks `azp` only if there are several audiences. OpenID Connect Core 3.1.3.7 requires it always.
  const party = claims["azp"] ?? clientId;
  if (party !== clientId) throw new OutboundFailure("the ID token was issued to another client");
  return claims;
}

function googleProfile(claims: oauth.IDToken): Profile {
  const parsed = googleClaims.safeParse(claims);
  if (!parsed.success) throw new OutboundFailure("Google's ID token has claims of another type");
  const { sub, email, email_verified, name, picture } = parsed.data;
  return {
    provider: "google",
    subject: sub,
    email,
    emailVerified: email_verified === true,
    name,
    image: picture ?? undefined,
  };
}
