import {
  CSRF_COOKIE,
  HALFWAY_COOKIE,
  LANGUAGE_COOKIE,
  PRESESSION_COOKIE,
  REFRESH_COOKIE,
  SESSION_COOKIE,
} from "../../contract/cookies.ts";
import * as Csrf from "../../core/identity/csrf.ts";
import { HALFWAY_SECONDS } from "../../core/identity/second-factor/schema.ts";
import type * as Sessions from "../../core/identity/sessions.ts";
import type { Language } from "../../core/kernel/texts/index.ts";

/**
 * `Set-Cookie` values of a session (spec 1, section 5). Names with `__Host-` need Secure, Path=/ and no
 * Domain.
 */

type SameSite = "Lax" | "Strict";

const ours = (name: string, value: string, sameSite: SameSite, rest: string): string =>
  `${name}=${value}; Path=/; Secure; SameSite=${sameSite}${rest}`;

const hidden = (name: string, value: string, sameSite: SameSite, maxAgeSeconds: number): string =>
  ours(name, value, sameSite, `; HttpOnly; Max-Age=${maxAgeSeconds}`);

/**
 * The double-submit token; a page's script must read it. It ends with the browser, its worth with its
 * session.
 */
export const csrfCookie = (token: string): string => ours(CSRF_COOKIE, token, "Lax", "");

/** What a visitor without a session has CSRF tokens bound to. */
export const presessionCookie = (id: string): string => ours(PRESESSION_COOKIE, id, "Lax", "; HttpOnly");

/** Names a sign-in that waits for its second factor: Lax, since a provider's redirect leads to it. */
export const halfwayCookie = (token: string): string =>
  hidden(HALFWAY_COOKIE, token, "Lax", token === "" ? 0 : HALFWAY_SECONDS);

const YEAR_SECONDS = 365 * 86_400;

/** The language that was chosen on a page. */
export const languageCookie = (language: Language): string =>
  hidden(LANGUAGE_COOKIE, language, "Lax", YEAR_SECONDS);

/** The cookies of a session that was just started or renewed. */
export const sessionCookies = async (started: Sessions.Started): Promise<string[]> => [
  hidden(SESSION_COOKIE, started.accessToken, "Lax", started.expiresIn),
  hidden(REFRESH_COOKIE, started.refreshToken, "Strict", started.refreshExpiresIn),
  csrfCookie(await Csrf.issue(started.sessionId)),
];

/** Removes what `sessionCookies` set, with the same attributes. */
export const clearedCookies = (): string[] => [
  hidden(SESSION_COOKIE, "", "Lax", 0),
  hidden(REFRESH_COOKIE, "", "Strict", 0),
  ours(CSRF_COOKIE, "", "Lax", "; Max-Age=0"),
];
