import * as oauth from "oauth4webapi";
import { isLoopback, request } from "../../platform/http.ts";
import { secret } from "../../platform/secrets.ts";
import type { Profile as Known } from "../accounts.ts";

/**
 * What the sign-in code needs to know of an identity provider; `github.ts` and `google.ts` are the two there
 * are.
 */

export const providerIds = ["github", "google"] as const;
export type ProviderId = (typeof providerIds)[number];

/** Who somebody is, as one of them says. Of the provider's tokens nothing is kept. */
export interface Profile extends Known {
  readonly provider: ProviderId;
}

/** A finished authorization: what the code is exchanged with. */
export interface Exchange {
  readonly redirectUri: string;
  readonly codeVerifier: string;
  readonly nonce: string;
}

export interface Provider {
  readonly id: ProviderId;
  readonly name: string;
  /** Where it is, for the pages that send a form to it. */
  readonly origin: string;
  readonly clientId: string;
  readonly scope: string;
  /** Whether it issues ID tokens, so that a nonce is sent and checked (OpenID Connect Core 3.1.2.1). */
  readonly openId: boolean;
  /** Its endpoints. */
  server(): Promise<oauth.AuthorizationServer>;
  /** Exchanges a validated authorization response for the profile behind it. */
  profile(response: URLSearchParams, exchange: Exchange): Promise<Profile>;
}

/**
 * How oauth4webapi reaches a provider at this address: through our bounded requests; http on loopback alone.
 */
export function transport(address: string) {
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

/** Hands an authorization's code in for tokens: the provider's answer, which is yet to be checked. */
export async function handIn(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  clientSecret: "GITHUB_CLIENT_SECRET" | "GOOGLE_CLIENT_SECRET",
  response: URLSearchParams,
  { redirectUri, codeVerifier }: Exchange,
): Promise<Response> {
  const { current } = await secret(clientSecret);
  const proof = oauth.ClientSecretPost(current);
  const way = transport(server.issuer);
  return oauth.authorizationCodeGrantRequest(server, client, proof, response, redirectUri, codeVerifier, way);
}
