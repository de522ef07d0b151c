/**
 * The cookies that the platform sets. With the `__Host-` prefix a browser rejects a cookie that is not Secure, has a
 * Domain or another path than `/`, so that no other host can plant it (RFC 6265bis, section 4.1.3).
 */

/** The access token of a web session. HttpOnly, SameSite=Lax. */
export const SESSION_COOKIE = "__Host-svc_session";

/** The refresh token of a web session. HttpOnly, SameSite=Strict: only pages of this site renew a session. */
export const REFRESH_COOKIE = "__Host-svc_refresh";

/** The double-submit CSRF token, readable by scripts of the pages. */
export const CSRF_COOKIE = "__Host-svc_csrf";

/** A random value to which the CSRF tokens of a visitor without a session are bound. HttpOnly. */
export const PRESESSION_COOKIE = "__Host-svc_presession";

/** A sign-in that waits for its second factor. HttpOnly, SameSite=Lax, 5 minutes. */
export const HALFWAY_COOKIE = "__Host-svc_halfway";

/** The language chosen by a visitor without an account preference. HttpOnly, SameSite=Lax, a year. */
export const LANGUAGE_COOKIE = "__Host-svc_language";

/** Binds a sign-in at a provider to the browser that started it. HttpOnly, SameSite=Lax, 10 minutes. */
export const OAUTH_COOKIE = "__Host-svc_oauth";
