import type { APIGatewayProxyEventV2 } from "aws-lambda";
import {
  CSRF_COOKIE,
  HALFWAY_COOKIE,
  LANGUAGE_COOKIE,
  PRESESSION_COOKIE,
  REFRESH_COOKIE,
  SESSION_COOKIE,
} from "../../contract/cookies.ts";
import type { WebActor } from "../../core/identity/actor.ts";
import * as Csrf from "../../core/identity/csrf.ts";
import { HALFWAY_SECONDS } from "../../core/identity/second-factor/schema.ts";
import type * as Sessions from "../../core/identity/sessions.ts";
import { Forbidden, fail } from "../../core/kernel/errors.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import { type Language, type Text, text } from "../../core/kernel/texts/index.ts";
import { DAY_SECONDS } from "../../core/kernel/time.ts";
import type { Client } from "./call.ts";
import { allowedOrigin, isSameHost } from "./origins.ts";
import { cookiesOf, header, mediaType, textOf } from "./request.ts";

/**
 * The cookies of browsers (spec 1, section 5), and protection against cross-site request forgery. A browser adds
 * cookies to a request whichever page caused it, so a write with cookies must come from our own pages: JSON by its
 * origin, a form by the double-submit token (OWASP CSRF cheat sheet). Bearer tokens need neither.
 */

type SameSite = "Lax" | "Strict";

/** Names with `__Host-` need Secure, Path=/ and no Domain. */
const setCookie = (name: string, value: string, sameSite: SameSite, rest: string): string =>
  `${name}=${value}; Path=/; Secure; SameSite=${sameSite}${rest}`;

const hidden = (name: string, value: string, sameSite: SameSite, maxAgeSeconds: number): string =>
  setCookie(name, value, sameSite, `; HttpOnly; Max-Age=${maxAgeSeconds}`);

/** Sets the double-submit token, which a page's script must be able to read. The browser deletes it when it closes. */
const csrfCookie = (token: string): string => setCookie(CSRF_COOKIE, token, "Lax", "");

/**
 * Identifies a sign-in that waits for its second factor; an empty token removes the cookie. Lax, so that the browser sends
 * it after the redirect from a sign-in provider.
 */
export const halfwayCookie = (token: string): string =>
  hidden(HALFWAY_COOKIE, token, "Lax", token === "" ? 0 : HALFWAY_SECONDS);

/** Stores the language that a visitor chose on a page. */
export const languageCookie = (language: Language): string =>
  hidden(LANGUAGE_COOKIE, language, "Lax", 365 * DAY_SECONDS);

/** Returns the cookies of a session that was started or renewed. */
export const sessionCookies = async (started: Sessions.Started): Promise<string[]> => [
  hidden(SESSION_COOKIE, started.accessToken, "Lax", started.expiresIn),
  hidden(REFRESH_COOKIE, started.refreshToken, "Strict", started.refreshExpiresIn),
  csrfCookie(await Csrf.issue(started.sessionId)),
];

/** Returns cookies that remove those of `sessionCookies`, with the same attributes. */
const clearedCookies = (): string[] => [
  hidden(SESSION_COOKIE, "", "Lax", 0),
  hidden(REFRESH_COOKIE, "", "Strict", 0),
  setCookie(CSRF_COOKIE, "", "Lax", "; Max-Age=0"),
];

/** Returns the cookies and headers of a response to a browser that signs out, which deletes what our pages have stored in it. */
export const signedOut = () => ({
  cookies: clearedCookies(),
  headers: { "clear-site-data": '"storage"' },
});

interface Visitor {
  readonly actor: WebActor | undefined;
  readonly client: Client;
}

/**
 * Returns the visitor's form token and the cookies to set for it. The token is bound to the session, or without one to
 * a random id in a cookie. A valid token is returned again, so that tabs share it.
 */
export async function tokenFor({
  actor,
  client,
}: Visitor): Promise<{ readonly token: string; readonly cookies: readonly string[] }> {
  const presession = client.cookies[PRESESSION_COOKIE];
  const holder = actor?.sessionId ?? presession ?? Ids.secret();
  const current = client.cookies[CSRF_COOKIE];
  const isValid = current !== undefined && (await Csrf.verify(holder, current));
  const token = isValid ? current : await Csrf.issue(holder);
  return {
    token,
    cookies: [
      ...(isValid ? [] : [csrfCookie(token)]),
      ...(actor || presession ? [] : [setCookie(PRESESSION_COOKIE, holder, "Lax", "; HttpOnly")]),
    ],
  };
}

/**
 * Rejects a form whose token does not belong to this visitor, so that another site cannot sign a visitor in to another
 * account (login CSRF).
 * @throws FORBIDDEN
 */
export const requireToken = ({ actor, client }: Visitor, sent: string | undefined): Promise<void> =>
  assertToken(
    {
      sent,
      cookie: client.cookies[CSRF_COOKIE],
      holder: actor?.sessionId ?? client.cookies[PRESESSION_COOKIE],
    },
    text("This form has expired. Reload the page.", "Ce formulaire a expiré. Rechargez la page."),
  );

/** Asserts that the form and the cookie have the same token, signed for its holder. @throws FORBIDDEN */
async function assertToken(
  { sent, cookie, holder }: { readonly [K in "sent" | "cookie" | "holder"]: string | undefined },
  message: Text,
): Promise<void> {
  if (!holder || !sent || cookie !== sent || !(await Csrf.verify(holder, sent)))
    throw fail(Forbidden, { message });
}

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);
const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i;

/** Rejects a form post whose token does not belong to the session of its cookie. @throws FORBIDDEN */
export async function checkFormToken(event: APIGatewayProxyEventV2, sessionId: string): Promise<void> {
  if (SAFE.has(event.requestContext.http.method) || !FORM.test(header(event, "content-type") ?? "")) return;
  const sent = header(event, "x-csrf-token") ?? fieldOf(event) ?? "";
  await assertToken(
    { sent, cookie: cookiesOf(event)[CSRF_COOKIE], holder: sessionId },
    text(
      "This form has expired or belongs to another session. Reload the page.",
      "Ce formulaire a expiré ou appartient à une autre session. Rechargez la page.",
    ),
  );
}

/** Returns the token in a form's body. A form with files is not parsed for it: it has the token in the header. */
const fieldOf = (event: APIGatewayProxyEventV2): string | undefined =>
  mediaType(event) === "multipart/form-data"
    ? undefined
    : (new URLSearchParams(textOf(event)).get("csrfToken") ?? undefined);

/** Rejects a write with cookies that another site's page sent. @throws FORBIDDEN */
export function checkOrigin(event: APIGatewayProxyEventV2): void {
  if (SAFE.has(event.requestContext.http.method)) return;
  const origin = header(event, "origin");
  const isOurs = origin === undefined || allowedOrigin(origin) || isSameHost(origin, header(event, "host"));
  const site = header(event, "sec-fetch-site");
  const isRelated = site === undefined || site === "same-origin" || site === "none" || allowedOrigin(origin);
  if (!isOurs || !isRelated)
    throw fail(Forbidden, {
      message: text("This request comes from another site.", "Cette requête vient d'un autre site."),
    });
}
