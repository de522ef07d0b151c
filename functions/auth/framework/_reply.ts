import { publicOrigin } from "../../../core/identity/oauth/callback-url.ts";
import { Reply } from "../../_chain/call.ts";

/** How the session layer answers: a browser gets a redirect, Auth.js's client the address in JSON. */

export interface Next {
  /** A path of ours, or a provider's address. */
  readonly to: string;
  readonly cookies?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** An address in full, whatever host the request named. */
export const absolute = (to: string): string => new URL(to, publicOrigin()).href;

/** Sends a browser on. */
export const redirect = ({ to, cookies = [], headers = {} }: Next): Reply<undefined> =>
  new Reply(undefined, { status: 302, cookies, headers: { ...headers, location: absolute(to) } });

/** Sends a browser on, or tells Auth.js's client where to. */
export const next = ({ json, ...where }: Next & { readonly json: boolean }) =>
  json
    ? new Reply({ url: absolute(where.to) }, { cookies: where.cookies ?? [], headers: where.headers ?? {} })
    : redirect(where);

/** The sign-in page with where to go afterwards and what went wrong. */
export function signInPage(callbackUrl: string, error?: string): string {
  const query = new URLSearchParams({ ...(callbackUrl !== "/" && { callbackUrl }), ...(error && { error }) });
  return query.size > 0 ? `/auth/signin?${query}` : "/auth/signin";
}
