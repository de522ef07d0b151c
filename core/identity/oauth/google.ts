import * as oauth from "oauth4webapi";
import * as z from "zod";
import { env } from "../../kernel/env.ts";
import { OutboundFailure } from "../../platform/http.ts";
import { type Exchange, handIn, type Profile, type Provider, transport } from "./provider.ts";

/** Google: OpenID Connect. https://developers.google.com/identity/openid-connect/openid-connect */

/** The one algorithm that Google signs ID tokens with; any other, `none` among them, is refused. */
const ALGORITHM = "RS256";

const claimsShape = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  name: z.string().optional(),
  picture: z.string().nullish(),
});

/** Google as configured (`GOOGLE_CLIENT_ID`), or undefined where it is not. */
export function google(): Provider | undefined {
  const clientId = env("GOOGLE_CLIENT_ID", "");
  if (clientId === "") return undefined;
  const issuer = env("GOOGLE_ISSUER", "https://accounts.google.com");
  return {
    id: "google",
    name: "Google",
    origin: new URL(issuer).origin,
    clientId,
    scope: "openid email profile",
    openId: true,
    server: () => discover(issuer),
    profile: async (response, exchange) =>
      profileOf(await idToken(await discover(issuer), clientId, response, exchange)),
  };
}

const METADATA_TTL_MS = 60 * 60 * 1000;
const known = new Map<
  string,
  { readonly untilMs: number; readonly server: Promise<oauth.AuthorizationServer> }
>();

/** The issuer's metadata, kept for an hour; oauth4webapi keeps the signing keys beside it, for 5 minutes. */
function discover(issuer: string): Promise<oauth.AuthorizationServer> {
  const kept = known.get(issuer);
  // Real time, as with secrets: this is about the process.
  if (kept && kept.untilMs > Date.now()) return kept.server;
  const url = new URL(issuer);
  const server = oauth
    .discoveryRequest(url, transport(issuer))
    .then((answer) => oauth.processDiscoveryResponse(url, answer));
  known.set(issuer, { untilMs: Date.now() + METADATA_TTL_MS, server });
  server.catch(() => known.delete(issuer));
  return server;
}

/**
 * The claims of an ID token whose issuer, audience, authorized party, expiry, nonce and signature all hold.
 */
async function idToken(
  server: oauth.AuthorizationServer,
  clientId: string,
  response: URLSearchParams,
  exchange: Exchange,
): Promise<oauth.IDToken> {
  const client: oauth.Client = { client_id: clientId, id_token_signed_response_alg: ALGORITHM };
  const answer = await handIn(server, client, "GOOGLE_CLIENT_SECRET", response, exchange);
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
    expectedNonce: exchange.nonce,
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(server, answer, transport(server.issuer));
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  if (!claims) throw new OutboundFailure("Google sent no ID token");
  // The library looks at `azp` only beside several audiences; OpenID Connect Core 3.1.3.7 wants it whenever
  // it is there.
  const party = claims["azp"] ?? clientId;
  if (party !== clientId) throw new OutboundFailure("the ID token was issued to another client");
  return claims;
}

function profileOf(claims: oauth.IDToken): Profile {
  const parsed = claimsShape.safeParse(claims);
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
