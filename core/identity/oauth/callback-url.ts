import { env } from "../../kernel/env.ts";

/** Returns the platform's origin (`PUBLIC_URL`). Links and redirects derive from it, never from `Host`. */
export const publicOrigin = (): string => new URL(env("PUBLIC_URL", "http://localhost:3000")).origin;

const MAX_LENGTH = 2048;
// Parsers treat control characters differently, and browsers treat a backslash as a slash.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are rejected
const UNSAFE = /[\x00-\x1f\x7f\\]/;

/** Returns the path, query and fragment of a callback address on the platform. Defaults to the home page. */
export const safePath = (asked: unknown): string => ownPath(asked) ?? "/";

/**
 * Returns the path, query and fragment of an address on the platform, relative or absolute. Rejects any address that two
 * parsers could read differently (OWASP Unvalidated Redirects: `//evil.com`, `/\evil.com`, `https:evil.com`,
 * `javascript:`, and these percent-encoded).
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

/** Returns whether a path stays safe however often it is decoded: it never begins with two slashes. */
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
