import { publicOrigin } from "../../kernel/env.ts";

const MAX_LENGTH = 2048;
// Parsers treat control characters differently, and browsers treat a backslash as a slash.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects them
const UNSAFE = /[\x00-\x1f\x7f\\]/;

/** Returns the path, query and fragment of a callback address. Returns the home page if the address is not on the platform. */
export const safePath = (requested: unknown): string => ownPath(requested) ?? "/";

/**
 * Returns the path, query and fragment of an address on the platform, relative or absolute. Rejects any address that two
 * parsers could read differently (OWASP Unvalidated Redirects: `//evil.com`, `/\evil.com`, `https:evil.com`,
 * `javascript:`, and these percent-encoded).
 */
export function ownPath(requested: unknown): string | undefined {
  if (typeof requested !== "string" || requested.length > MAX_LENGTH) return undefined;
  if (requested.includes(" ") || UNSAFE.test(requested)) return undefined;
  const origin = publicOrigin();
  const own =
    requested === origin || [`${origin}/`, `${origin}?`, `${origin}#`].some((p) => requested.startsWith(p));
  if (!own && !/^\/(?!\/)/.test(requested)) return undefined;
  const url = URL.canParse(requested, origin) ? new URL(requested, origin) : undefined;
  if (url?.origin !== origin || !isPlain(url.pathname)) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Returns whether a path stays safe in up to four decodings: it neither begins with two slashes nor contains unsafe characters. */
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
