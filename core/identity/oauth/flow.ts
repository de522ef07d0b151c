import { timingSafeEqual } from "node:crypto";
import * as oauth from "oauth4webapi";
import * as Clock from "../../kernel/clock/index.ts";
import { publicOrigin } from "../../kernel/env.ts";
import { sha256Hex } from "../../kernel/sha256.ts";
import { purposeOf, seal, unseal } from "../../platform/seal.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { oauthFlow } from "./entity.ts";
import type { Profile, Provider } from "./providers.ts";

/**
 * The authorization code flow (RFC 6749 section 4.1) with the requirements of RFC 9700: a state for one browser and one use,
 * PKCE with S256 (RFC 7636), a nonce with OpenID Connect, and a check of the response's issuer (RFC 9207).
 */

/** The time limit for a sign-in at the provider. */
export const FLOW_SECONDS = 600;

/** Thrown if a provider's response is invalid: for another browser, too late, from another provider, or used before. */
export class InvalidCallback extends Error {
  override readonly name = "InvalidCallback";
}

const sealedFor = (attribute: "codeVerifier" | "nonce", stateHash: string) =>
  purposeOf(oauthFlow, attribute, { stateHash });

/** Returns the address to which a provider redirects browsers. Derived only from `PUBLIC_URL`. */
const redirectUri = (provider: Provider): string => `${publicOrigin()}/api/auth/callback/${provider.id}`;

/**
 * Begins a sign-in, and returns the provider's address for the browser.
 * @param browser the random value in the browser's cookie. Only this browser can finish the sign-in
 */
export async function begin(
  provider: Provider,
  browser: string,
  target: {
    readonly callbackUrl: string;
    readonly userId: string | undefined;
    readonly linkSessionId: string | undefined;
  },
): Promise<string> {
  const server = await provider.server();
  if (server.authorization_endpoint === undefined)
    throw new InvalidCallback("the provider's metadata has no authorization endpoint");
  const state = oauth.generateRandomState();
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const nonce = oauth.generateRandomNonce();
  const stateHash = sha256Hex(state);
  await Table.put(
    {
      ...oauthFlow.key({ stateHash }),
      provider: provider.id,
      codeVerifier: await seal(codeVerifier, sealedFor("codeVerifier", stateHash)),
      nonce: await seal(nonce, sealedFor("nonce", stateHash)),
      browserHash: sha256Hex(browser),
      ...target,
      createdAt: Clock.nowIso(),
      ttl: Clock.nowSeconds() + FLOW_SECONDS,
    },
    Where.absent,
  );
  const url = new URL(server.authorization_endpoint);
  url.search = new URLSearchParams({
    ...Object.fromEntries(url.searchParams),
    client_id: provider.clientId,
    redirect_uri: redirectUri(provider),
    response_type: "code",
    scope: provider.scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    ...(provider.openId && { nonce }),
  }).toString();
  return url.href;
}

/**
 * Finds the sign-in of a provider's response and deletes it. Only one of several responses with the same state succeeds.
 * @throws InvalidCallback unless this browser began it at this provider within 10 minutes
 */
export async function claimFlow(provider: Provider, browser: string | undefined, state: string) {
  if (browser === undefined) throw new InvalidCallback("the browser has no pending sign-in");
  const stateHash = sha256Hex(state);
  const flow = await Table.find(oauthFlow, { stateHash });
  if (!flow) throw new InvalidCallback("unknown state");
  if (flow.ttl <= Clock.nowSeconds()) throw new InvalidCallback("the sign-in has expired");
  if (flow.provider !== provider.id) throw new InvalidCallback("the response is from another provider");
  const bound = Buffer.from(flow.browserHash);
  if (!timingSafeEqual(bound, Buffer.from(sha256Hex(browser))))
    throw new InvalidCallback("the state belongs to another browser");
  const removal = Table.remove(oauthFlow.key({ stateHash }), Where.exists).then(() => true);
  if (!(await Table.ignoreConditionFailure(removal))) throw new InvalidCallback("the state was used before");
  const { callbackUrl, userId, linkSessionId } = flow;
  const codeVerifier = await unseal(flow.codeVerifier, sealedFor("codeVerifier", stateHash));
  const nonce = await unseal(flow.nonce, sealedFor("nonce", stateHash));
  return { provider: provider.id, codeVerifier, nonce, callbackUrl, userId, linkSessionId };
}

/** Exchanges a provider's response for the user's profile. @throws errors of oauth4webapi and of the transport */
export async function fetchProfile(
  provider: Provider,
  flow: { readonly codeVerifier: string; readonly nonce: string },
  answer: URLSearchParams,
  state: string,
): Promise<Profile> {
  const server = await provider.server();
  const response = oauth.validateAuthResponse(server, { client_id: provider.clientId }, answer, state);
  return provider.profile(response, {
    redirectUri: redirectUri(provider),
    codeVerifier: flow.codeVerifier,
    nonce: flow.nonce,
  });
}
