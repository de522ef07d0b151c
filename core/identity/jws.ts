import { createHash, createSecretKey, type KeyObject } from "node:crypto";
import { CompactSign, compactVerify, errors } from "jose";

/**
 * Compact JWS with HS256 (RFC 7515), and nothing else: the algorithm is ours to say, never the token's, and
 * of the header's ways to name a key only `kid` is read, to choose among the keys that we hold.
 */

export interface Key {
  readonly kid: string;
  readonly secret: KeyObject;
}

/** What a token says, once its signature holds. */
export interface Opened {
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: Uint8Array;
}

/** HS256 asks for a key at least as long as its hash (RFC 7518 section 3.2). */
const MIN_KEY_BYTES = 32;

const keys = new Map<string, Key>();

/** The key of a secret, named by a short hash of it. @throws when the secret is too short to sign with */
export function keyOf(secret: string): Key {
  // Made once: jose prepares a key object at its first use, and a process sees two secrets at a time.
  const known = keys.get(secret) ?? makeKey(secret);
  keys.set(secret, known);
  return known;
}

function makeKey(secret: string): Key {
  const bytes = new TextEncoder().encode(secret);
  if (bytes.length < MIN_KEY_BYTES) throw new Error(`JWT_SECRET must have at least ${MIN_KEY_BYTES} bytes`);
  return {
    kid: createHash("sha256").update(bytes).digest("base64url").slice(0, 8),
    secret: createSecretKey(bytes),
  };
}

export const sign = (typ: string, payload: object, key: Key): Promise<string> =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: "HS256", typ, kid: key.kid })
    .sign(key.secret);

/**
 * Opens a token with the keys that may have signed it; undefined where none did, whatever is wrong with it.
 * A token that names no `kid` is tried with each.
 */
export async function open(token: string, keys: readonly Key[]): Promise<Opened | undefined> {
  if (!isCanonical(token)) return undefined;
  for (const key of keys) {
    const opened = await openWith(token, key);
    if (opened) return opened;
  }
  return undefined;
}

async function openWith(token: string, key: Key): Promise<Opened | undefined> {
  try {
    const { payload, protectedHeader } = await compactVerify(token, key.secret, { algorithms: ["HS256"] });
    const { kid } = protectedHeader;
    return kid === undefined || kid === key.kid ? { header: protectedHeader, payload } : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

// jose also reads white space, padding and stray bits at the end of a part, so that one token could be
// written in several ways. RFC 7515 appendix C knows one.
export const isCanonical = (token: string): boolean => {
  const parts = token.split(".");
  return (
    parts.length === 3 &&
    parts.every((part) => part !== "" && Buffer.from(part, "base64url").toString("base64url") === part)
  );
};
