import { CONSOLE_PATH } from "../../../contract/console.ts";
import { OAUTH_COOKIE } from "../../../contract/cookies.ts";
import { confirmPath, TWO_FACTOR } from "../../../contract/web/page.ts";
import { handOverWrites } from "../../../core/handover/endings.ts";
import type { WebActor } from "../../../core/identity/actor.ts";
import { StepUpRequired } from "../../../core/identity/errors.ts";
import { FLOW_SECONDS } from "../../../core/identity/oauth/flow.ts";
import * as OAuth from "../../../core/identity/oauth/index.ts";
import * as Providers from "../../../core/identity/oauth/providers.ts";
import { publicOrigin } from "../../../core/kernel/env.ts";
import { fail, isAnyOf } from "../../../core/kernel/errors.ts";
import * as Ids from "../../../core/kernel/ids/index.ts";
import { type Client, Reply } from "../../_chain/call.ts";
import { halfwayCookie, sessionCookies } from "../../_chain/cookies.ts";

/** Responses of the Auth.js session layer: a browser gets a redirect, Auth.js's client the address in JSON. */

export interface Next {
  /** One of our paths, or a provider's address. */
  readonly to: string;
  readonly cookies?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the absolute address, independent of the request's `Host`. */
export const absolute = (to: string): string => new URL(to, publicOrigin()).href;

/** Redirects a browser. */
export const redirect = ({ to, cookies = [], headers = {} }: Next): Reply<undefined> =>
  new Reply(undefined, { status: 302, cookies, headers: { ...headers, location: absolute(to) } });

/** Redirects a browser, or returns the address to Auth.js's client. */
export const next = ({ json, ...where }: Next & { readonly json: boolean }) =>
  json
    ? new Reply({ url: absolute(where.to) }, { cookies: where.cookies ?? [], headers: where.headers ?? {} })
    : redirect(where);

/** Returns the sign-in page's path, with the page to return to and the error's name. */
export function signInPage(callbackUrl: string, error?: string): string {
  const query = new URLSearchParams({ ...(callbackUrl !== "/" && { callbackUrl }), ...(error && { error }) });
  return query.size > 0 ? `/auth/signin?${query}` : "/auth/signin";
}

/** Returns the configured sign-in methods, for `getProviders()` of Auth.js's client. */
export function listProviders() {
  const base = `${publicOrigin()}/api/auth`;
  const entry = (id: string, name: string, type: "credentials" | "oauth") =>
    [
      id,
      { id, name, type, signinUrl: `${base}/signin/${id}`, callbackUrl: `${base}/callback/${id}` },
    ] as const;
  return Object.fromEntries([
    entry("credentials", "Email and password", "credentials"),
    ...Providers.list().map(({ id, name }) => entry(id, name, "oauth")),
  ]);
}

// Sign-in at a provider.

const ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Lax";
/** The format of `Ids.secret`. */
const BROWSER_ID = /^[\w-]{43}$/;

/** Returns the browser's id. Its tabs share it, so that parallel sign-ins all succeed. */
const browserIdOf = ({ cookies }: Client): string | undefined =>
  BROWSER_ID.test(cookies[OAUTH_COOKIE] ?? "") ? cookies[OAUTH_COOKIE] : undefined;

export async function begin(
  provider: Providers.Provider,
  request: {
    readonly actor: WebActor | undefined;
    readonly client: Client;
    readonly callbackUrl: string;
    readonly json: boolean;
  },
  confirm: () => Promise<void>,
) {
  const { actor, client, callbackUrl, json } = request;
  const browser = browserIdOf(client) ?? Ids.secret();
  const begun = await OAuth.begin(provider, browser, callbackUrl, actor, confirm).catch((error: unknown) =>
    toConfirm(error, json),
  );
  if (begun instanceof Reply) return begun;
  if ("error" in begun) return next({ to: signInPage(callbackUrl, begun.error), json });
  const cookie = `${OAUTH_COOKIE}=${browser}; ${ATTRIBUTES}; Max-Age=${FLOW_SECONDS}`;
  return next({ to: begun.url, json, cookies: [cookie] });
}

/** The screen that links accounts. */
const LINKING_PAGE = `${CONSOLE_PATH}/settings?section=accounts`;

/** Redirects a form to the page on which the user proves who acts. @throws the error for Auth.js's client, with the page as `url` */
function toConfirm(error: unknown, json: boolean): Reply<undefined> {
  if (!isAnyOf(error, [StepUpRequired])) throw error;
  const to = confirmPath(LINKING_PAGE);
  if (!json) return redirect({ to });
  throw fail(StepUpRequired, { details: { ...error.details, url: absolute(to) } });
}

export async function finish(
  provider: Providers.Provider,
  request: {
    readonly actor: WebActor | undefined;
    readonly client: Client;
    readonly query: Readonly<Record<string, string>>;
  },
) {
  const { actor, client, query } = request;
  const answer = new URLSearchParams(query);
  const browser = browserIdOf(client);
  const finished = await OAuth.finish(provider, { browser, answer, actor, client, handOverWrites });
  const { callbackUrl } = finished;
  if ("error" in finished) return redirect({ to: signInPage(callbackUrl, finished.error) });
  const removed = `${OAUTH_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`;
  if ("halfway" in finished)
    return redirect({ to: TWO_FACTOR, cookies: [halfwayCookie(finished.halfway), removed] });
  return redirect({ to: callbackUrl, cookies: [...(await sessionCookies(finished.session)), removed] });
}
