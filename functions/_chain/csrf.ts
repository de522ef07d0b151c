import { CSRF_COOKIE, PRESESSION_COOKIE } from "../../contract/cookies.ts";
import type { WebActor } from "../../core/identity/actor.ts";
import * as Csrf from "../../core/identity/csrf.ts";
import { Forbidden, fail } from "../../core/kernel/errors.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import { text } from "../../core/kernel/texts/index.ts";
import type { Client } from "./call.ts";
import { csrfCookie, presessionCookie } from "./cookies.ts";

/** Form tokens of a visitor: bound to the session, or without one to a random id that a cookie keeps. */

interface Visitor {
  readonly actor: WebActor | undefined;
  readonly client: Client;
}

/**
 * The visitor's form token and the cookies to set for it. A token that still holds is given again, so tabs
 * share it.
 */
export async function tokenFor({
  actor,
  client,
}: Visitor): Promise<{ readonly token: string; readonly cookies: readonly string[] }> {
  const known = client.cookies[PRESESSION_COOKIE];
  const holder = actor?.sessionId ?? known ?? Ids.secret();
  const kept = client.cookies[CSRF_COOKIE];
  const holds = kept !== undefined && (await Csrf.verify(holder, kept));
  const token = holds ? kept : await Csrf.issue(holder);
  return {
    token,
    cookies: [...(holds ? [] : [csrfCookie(token)]), ...(actor || known ? [] : [presessionCookie(holder)])],
  };
}

/**
 * Refuses a form whose token is not this visitor's own: sent in the form, equal to the cookie, and signed for
 * the session or the id before it. That alone keeps another site from signing somebody in as somebody else
 * (login CSRF).
 * @throws FORBIDDEN
 */
export async function requireToken({ actor, client }: Visitor, sent: string | undefined): Promise<void> {
  const holder = actor?.sessionId ?? client.cookies[PRESESSION_COOKIE];
  const matches = sent !== undefined && client.cookies[CSRF_COOKIE] === sent;
  if (!holder || !matches || !(await Csrf.verify(holder, sent)))
    throw fail(Forbidden, {
      message: text(
        "The form's CSRF token is missing or not yours. Load the page again.",
        "Le jeton CSRF du formulaire manque ou n'est pas le vôtre. Rechargez la page.",
      ),
    });
}
