import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { CSRF_COOKIE } from "../../contract/cookies.ts";
import * as Csrf from "../../core/identity/csrf.ts";
import { env } from "../../core/kernel/env.ts";
import { Forbidden, fail } from "../../core/kernel/errors.ts";
import { text } from "../../core/kernel/texts/index.ts";
import { cookiesOf, header } from "./middleware.ts";

/**
 * Cross-site request forgery. A cookie rides along whoever made the browser send the request, so a write that
 * carries one must come from our own pages: JSON by its origin, a form by the double-submit token (OWASP CSRF
 * cheat sheet). A bearer token is not sent by itself and needs neither.
 */

/** Origins other than our own whose pages may call with credentials (`CORS_ORIGINS`, comma-separated). */
const otherOrigins = (): readonly string[] =>
  env("CORS_ORIGINS", "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");

/** Whether pages of this origin may call us with credentials. */
export const allowedOrigin = (origin: string | undefined): origin is string =>
  origin !== undefined && [env("PUBLIC_URL", ""), ...otherOrigins()].includes(origin);

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);
const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i;

/** Whether the host that the origin names is the one the request was sent to. */
const sameHost = (origin: string, event: APIGatewayProxyEventV2): boolean =>
  URL.canParse(origin) && new URL(origin).host === header(event, "host");

/**
 * Refuses a write with cookies that another site's page sent.
 * @throws FORBIDDEN
 */
export function checkOrigin(event: APIGatewayProxyEventV2): void {
  if (SAFE.has(event.requestContext.http.method)) return;
  const origin = header(event, "origin");
  const ours = origin === undefined || allowedOrigin(origin) || sameHost(origin, event);
  const site = header(event, "sec-fetch-site");
  const related = site === undefined || site === "same-origin" || site === "none" || allowedOrigin(origin);
  if (!ours || !related)
    throw fail(Forbidden, {
      message: text("This request comes from another site.", "Cette requête vient d'un autre site."),
    });
}

/**
 * Refuses a form post whose token does not belong to the session that its cookie names.
 * @throws FORBIDDEN
 */
export async function checkFormToken(event: APIGatewayProxyEventV2, sessionId: string): Promise<void> {
  if (SAFE.has(event.requestContext.http.method) || !FORM.test(header(event, "content-type") ?? "")) return;
  const body = event.isBase64Encoded
    ? Buffer.from(event.body ?? "", "base64").toString()
    : (event.body ?? "");
  const sent = header(event, "x-csrf-token") ?? new URLSearchParams(body).get("csrfToken") ?? "";
  const matches = sent !== "" && cookiesOf(event)[CSRF_COOKIE] === sent;
  if (!matches || !(await Csrf.verify(sessionId, sent))) {
    throw fail(Forbidden, {
      message: text(
        "The form's CSRF token is missing or belongs to another session. Load the page again.",
        "Le jeton CSRF du formulaire manque ou appartient à une autre session. Rechargez la page.",
      ),
    });
  }
}
