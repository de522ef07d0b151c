import { createHash, createSecretKey, type KeyObject } from "node:crypto";
import { CompactSign, compactVerify, errors } from "jose";

/**
 * Compact JWS with HS256 only (RFC 7515). Ignores the algorithm in the token's header. Reads only `kid` from the header, to
 * select one of our keys.
 */

export interface Key {
  readonly kid: string;
  readonly secret: KeyObject;
}

/** A token with a valid signature. */
export interface Opened {
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: Uint8Array;
}

/** HS256 requires a key at least as long as its hash (RFC 7518 section 3.2). */
const MIN_KEY_BYTES = 32;

const keys = new Map<string, Key>();

/** Returns the key of a secret. Its `kid` is a short hash of the secret. @throws Error if the secret is too short */
export function keyOf(secret: string): Key {
  // Cached, because jose prepares a key object on its first use.
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

/** Verifies a token with each key. A token with a `kid` is valid only with the key of this id. @returns undefined if no key has signed it */
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

/** Returns whether a token has its only valid spelling. jose also accepts white space, padding and stray bits, RFC 7515 appendix C does not. */
export const isCanonical = (token: string): boolean => {
  const parts = token.split(".");
  return (
    parts.length === 3 &&
    parts.every((part) => part !== "" && Buffer.from(part, "base64url").toString("base64url") === part)
  );
};
