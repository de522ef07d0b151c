/**
 * The cookies that we set, by name. The `__Host-` prefix makes browsers refuse one that is not Secure,
 * carries a Domain or has another path than `/`, so no other host, not even a subdomain, can plant it (RFC
 * 6265bis section 4.1.3).
 */

/** The access token of a web session. HttpOnly, SameSite=Lax. */
export const SESSION_COOKIE = "__Host-svc_session";

/** The refresh token of a web session. HttpOnly, SameSite=Strict: only our own pages renew a session. */
export const REFRESH_COOKIE = "__Host-svc_refresh";

/** The double-submit CSRF token, readable by our pages' scripts. */
export const CSRF_COOKIE = "__Host-svc_csrf";

/** A random value that a visitor without a session has CSRF tokens bound to. HttpOnly. */
export const PRESESSION_COOKIE = "__Host-svc_presession";

/** Names a sign-in that waits for its second factor. HttpOnly, SameSite=Lax, 5 minutes. */
export const HALFWAY_COOKIE = "__Host-svc_halfway";

/** The language that was chosen on a page, by whoever has no account that says it. HttpOnly, SameSite=Lax, a year. */
export const LANGUAGE_COOKIE = "__Host-svc_language";

/** Binds a sign-in at a provider to the browser that began it. HttpOnly, SameSite=Lax, 10 minutes. */
export const OAUTH_COOKIE = "__Host-svc_oauth";
