import { env } from "../../kernel/env.ts";

/** Where a sign-in ends: a page of ours, whoever asked for it. */

/**
 * The origin under which the platform is reached (`PUBLIC_URL`). Links and redirects derive from it, never
 * from `Host`.
 */
export const publicOrigin = (): string => new URL(env("PUBLIC_URL", "http://localhost:3000")).origin;

const MAX_LENGTH = 2048;
// A control character is dropped or read apart by some parser on the way; a backslash is a slash to browsers.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const UNSAFE = /[\x00-\x1f\x7f\\]/;

/**
 * The path, query and fragment of a callback address if it leads to a page of ours, otherwise the home page.
 * It is a relative path or an address of our own origin.
 */
export function safePath(asked: unknown): string {
  return ownPath(asked) ?? "/";
}

/**
 * The path, query and fragment of an address if it leads to a page of ours, otherwise undefined. Whatever two
 * parsers could read differently is refused (OWASP Unvalidated Redirects: `//evil.com`, `/\evil.com`,
 * `https:evil.com`, `javascript:`, and these percent-encoded).
 */
export function ownPath(asked: unknown): string | undefined {
  if (typeof asked !== "string" || asked.length > MAX_LENGTH) return undefined;
  if (asked.includes(" ") || UNSAFE.test(asked)) return undefined;
  const origin = publicOrigin();
  const own = asked === origin || [`${origin}/`, `${origin}?`, `${origin}#`].some((p) => asked.startsWith(p));
  if (!own && !/^\/(?!\/)/.test(asked)) return undefined;
  const url = URL.canParse(asked, origin) ? new URL(asked, origin) : undefined;
  if (url?.origin !== origin || !isPlain(url.pathname)) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Whether a path stays one however often it is decoded: it never comes to begin with two slashes. */
function isPlain(pathname: string): boolean {
  let path = pathname;
  for (let round = 0; round < 4; round++) {
    if (path.startsWith("//") || UNSAFE.test(path)) return false;
    const decoded = decode(path);
    if (decoded === undefined) return false;
    if (decoded === path) return true;
    path = decoded;
  }
  return false;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
