import { timingSafeEqual } from "node:crypto";
import * as oauth from "oauth4webapi";
import * as Clock from "../../kernel/clock/index.ts";
import { sha256Hex } from "../../kernel/sha256.ts";
import { purposeOf, seal, unseal } from "../../platform/seal.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { publicOrigin } from "./callback-url.ts";
import { oauthFlow } from "./entity.ts";
import type { Profile, Provider } from "./provider.ts";

/**
 * The authorization code flow (RFC 6749 section 4.1) as RFC 9700 asks for it: a state that belongs to one
 * browser and is used once, PKCE with S256 always (RFC 7636), a nonce with OpenID Connect, the issuer of the
 * response checked (RFC 9207).
 */

/** How long somebody may take at the provider. */
export const FLOW_SECONDS = 600;

/** A sign-in that has begun, as its end finds it again. */
export interface Flow {
  readonly provider: string;
  readonly codeVerifier: string;
  readonly nonce: string;
  /** Where to go once signed in: a path of ours. */
  readonly callbackUrl: string;
  /** Who was signed in when it began: the account that the provider is to be linked to. */
  readonly userId: string | undefined;
}

/**
 * A provider's answer that does not hold: not for this browser, not for now, not from this provider, used
 * before.
 */
export class FlowRefused extends Error {
  override readonly name = "FlowRefused";
}

const hash = (text: string): string => sha256Hex(text);

/** What of a flow is sealed, and for what. */
const sealedFor = (attribute: "codeVerifier" | "nonce", stateHash: string) =>
  purposeOf(oauthFlow, attribute, { stateHash });

/** The address that a provider sends browsers back to. It derives from `PUBLIC_URL` alone. */
const redirectUri = (provider: Provider): string => `${publicOrigin()}/api/auth/callback/${provider.id}`;

/**
 * Begins a sign-in and answers the provider's address to send the browser to.
 * @param browser the random value in the browser's own cookie: only this browser can end what it begins
 */
export async function begin(
  provider: Provider,
  browser: string,
  wanted: { readonly callbackUrl: string; readonly userId: string | undefined },
): Promise<string> {
  const server = await provider.server();
  if (server.authorization_endpoint === undefined) throw new FlowRefused("the provider names no endpoint");
  const state = oauth.generateRandomState();
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const nonce = oauth.generateRandomNonce();
  const stateHash = hash(state);
  await Table.put(
    {
      ...oauthFlow.key({ stateHash }),
      provider: provider.id,
      codeVerifier: await seal(codeVerifier, sealedFor("codeVerifier", stateHash)),
      nonce: await seal(nonce, sealedFor("nonce", stateHash)),
      browserHash: hash(browser),
      ...wanted,
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
 * Uses up the sign-in that a provider's answer belongs to. Of two answers with one state, one gets it.
 * @throws FlowRefused when there is none that this browser began at this provider within 10 minutes
 */
export async function take(provider: Provider, browser: string | undefined, state: string): Promise<Flow> {
  if (browser === undefined) throw new FlowRefused("the browser has no sign-in under way");
  const stateHash = hash(state);
  const flow = await Table.find(oauthFlow, { stateHash });
  if (!flow) throw new FlowRefused("unknown state");
  if (flow.ttl <= Clock.nowSeconds()) throw new FlowRefused("the sign-in took too long");
  if (flow.provider !== provider.id) throw new FlowRefused("the answer of another provider");
  const bound = Buffer.from(flow.browserHash);
  if (!timingSafeEqual(bound, Buffer.from(hash(browser)))) throw new FlowRefused("another browser's state");
  try {
    await Table.remove(oauthFlow.key({ stateHash }), Where.exists);
  } catch (error) {
    if (error instanceof Table.ConditionFailed) throw new FlowRefused("the state was used before");
    throw error;
  }
  const { callbackUrl, userId } = flow;
  const codeVerifier = await unseal(flow.codeVerifier, sealedFor("codeVerifier", stateHash));
  const nonce = await unseal(flow.nonce, sealedFor("nonce", stateHash));
  return { provider: provider.id, codeVerifier, nonce, callbackUrl, userId };
}

/**
 * The profile behind a provider's answer to this flow.
 * @throws whatever of oauth4webapi or of the transport says why not
 */
export async function redeem(
  provider: Provider,
  flow: Flow,
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
