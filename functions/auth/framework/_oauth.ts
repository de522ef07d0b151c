import { OAUTH_COOKIE } from "../../../contract/cookies.ts";
import { TWO_FACTOR } from "../../../contract/web/page.ts";
import { endings } from "../../../core/handover/endings.ts";
import type { WebActor } from "../../../core/identity/actor.ts";
import { FLOW_SECONDS } from "../../../core/identity/oauth/flow.ts";
import * as OAuth from "../../../core/identity/oauth/index.ts";
import type { Provider } from "../../../core/identity/oauth/providers.ts";
import * as Ids from "../../../core/kernel/ids/index.ts";
import type { Client } from "../../_chain/call.ts";
import { halfwayCookie, sessionCookies } from "../../_chain/cookies.ts";
import { next, redirect, signInPage } from "./_reply.ts";

/** Sign-in at a provider, between the browser and core. */

const ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Lax";
// Made by `Ids.secret`: whatever else stands there is not ours.
const BROWSER = /^[\w-]{43}$/;

/** The browser's own value. Sign-ins under way in other tabs keep theirs, so it is made once. */
const browserOf = ({ cookies }: Client): string | undefined =>
  BROWSER.test(cookies[OAUTH_COOKIE] ?? "") ? cookies[OAUTH_COOKIE] : undefined;

export async function begin(
  provider: Provider,
  asked: {
    readonly actor: WebActor | undefined;
    readonly client: Client;
    readonly callbackUrl: string;
    readonly json: boolean;
  },
) {
  const { actor, client, callbackUrl, json } = asked;
  const browser = browserOf(client) ?? Ids.secret();
  const begun = await OAuth.begin(provider, browser, callbackUrl, actor);
  if ("error" in begun) return next({ to: signInPage(callbackUrl, begun.error), json });
  const cookie = `${OAUTH_COOKIE}=${browser}; ${ATTRIBUTES}; Max-Age=${FLOW_SECONDS}`;
  return next({ to: begun.url, json, cookies: [cookie] });
}

export async function finish(
  provider: Provider,
  came: {
    readonly actor: WebActor | undefined;
    readonly client: Client;
    readonly query: Readonly<Record<string, string>>;
  },
) {
  const { actor, client, query } = came;
  const answer = new URLSearchParams(query);
  const browser = browserOf(client);
  const finished = await OAuth.finish(provider, { browser, answer, actor, client, endings });
  const { callbackUrl } = finished;
  if ("error" in finished) return redirect({ to: signInPage(callbackUrl, finished.error) });
  const over = `${OAUTH_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`;
  if ("halfway" in finished)
    return redirect({ to: TWO_FACTOR, cookies: [halfwayCookie(finished.halfway), over] });
  return redirect({ to: callbackUrl, cookies: [...(await sessionCookies(finished.session)), over] });
}
