import * as oauth from "oauth4webapi";
import * as z from "zod";
import { env } from "../../kernel/env.ts";
import { OutboundFailure, request } from "../../platform/http.ts";
import { type Exchange, handIn, type Profile, type Provider } from "./provider.ts";

/** GitHub: OAuth 2.0 without OpenID Connect. https://docs.github.com/apps/oauth-apps/building-oauth-apps */

const user = z.object({
  id: z.int().positive(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});

const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub as configured (`GITHUB_CLIENT_ID`), or undefined where it is not. */
export function github(): Provider | undefined {
  const clientId = env("GITHUB_CLIENT_ID", "");
  if (clientId === "") return undefined;
  const baseUrl = env("GITHUB_BASE_URL", "https://github.com");
  // GitHub publishes no metadata; since April 2026 its responses carry this `iss` (RFC 9207).
  const server: oauth.AuthorizationServer = {
    issuer: `${baseUrl}/login/oauth`,
    authorization_endpoint: `${baseUrl}/login/oauth/authorize`,
    token_endpoint: `${baseUrl}/login/oauth/access_token`,
  };
  return {
    id: "github",
    name: "GitHub",
    origin: new URL(baseUrl).origin,
    clientId,
    scope: "read:user user:email",
    openId: false,
    server: () => Promise.resolve(server),
    profile: async (response, exchange) => profileOf(await accessToken(server, clientId, response, exchange)),
  };
}

async function accessToken(
  server: oauth.AuthorizationServer,
  clientId: string,
  response: URLSearchParams,
  exchange: Exchange,
): Promise<string> {
  const client = { client_id: clientId };
  const answer = await handIn(server, client, "GITHUB_CLIENT_SECRET", response, exchange);
  return (await oauth.processAuthorizationCodeResponse(server, client, answer)).access_token;
}

async function profileOf(token: string): Promise<Profile> {
  const [account, addresses] = await Promise.all([
    ask("/user", token, user),
    ask("/user/emails", token, emails),
  ]);
  // The address on the public profile may be anybody's; only this list says which are verified.
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

async function ask<T>(path: string, token: string, shape: z.ZodType<T>): Promise<T> {
  const answer = await request(`${env("GITHUB_API_URL", "https://api.github.com")}${path}`, {
    headers: { authorization: `Bearer ${token}`, accept: "application/vnd.github+json" },
  });
  const parsed = answer.ok ? shape.safeParse(await answer.json().catch(() => undefined)) : undefined;
  if (!parsed?.success) throw new OutboundFailure(`GitHub answered ${path} with ${answer.status}`);
  return parsed.data;
}
