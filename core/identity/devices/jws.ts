import { decodeProtectedHeader } from "jose";
import * as z from "zod";
import type { BiometricKey } from "../entity.ts";
import { isCanonical } from "../jws.ts";

/**
 * Compact JWS signed by a device (RFC 7515). The algorithm follows from the key, never from the token's header (RFC 8725,
 * section 3.1).
 */

/** A public key of a device, with its only algorithm. */
type DeviceKey = Pick<BiometricKey, "alg" | "jwk">;

const part = z.base64url().min(1).max(1024);

/** 3072 bits have the security of 128 bits (NIST SP 800-57, table 2). More than 4096 bits would only cost time. */
const modulus = part.refine((n) => {
  const bytes = Buffer.from(n, "base64url");
  return bytes.length >= 384 && bytes.length <= 512 && (bytes[0] ?? 0) >= 0x80;
});

/** The public members of the accepted kinds of key, with their algorithm. */
const keyTypes = [
  { alg: "ES256", members: z.object({ kty: z.literal("EC"), crv: z.literal("P-256"), x: part, y: part }) },
  { alg: "RS256", members: z.object({ kty: z.literal("RSA"), n: modulus, e: part }) },
  { alg: "EdDSA", members: z.object({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: part }) },
] as const;

/** The members that make a key private or symmetric (RFC 7518, section 6). */
const PRIVATE_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

/** Parses a JWK. @returns undefined if it is private, weak or of another type */
function parseJwk(jwk: unknown): DeviceKey | undefined {
  if (typeof jwk !== "object" || jwk === null || PRIVATE_MEMBERS.some((name) => name in jwk))
    return undefined;
  for (const { alg, members } of keyTypes) {
    const parsed = members.safeParse(jwk);
    if (parsed.success) return { alg, jwk: parsed.data };
  }
  return undefined;
}

/** Returns the key in a token's header. Undefined if it is missing or invalid. */
export function headerKey(token: string): DeviceKey | undefined {
  try {
    return parseJwk(decodeProtectedHeader(token).jwk);
  } catch {
    return undefined;
  }
}

/** Verifies a token and returns its payload. @returns undefined unless the key has signed the token */
export async function open(token: string, { alg, jwk }: DeviceKey): Promise<unknown> {
  if (!isCanonical(token)) return undefined;
  const { compactVerify, errors, importJWK } = await import("./jose.lazy.ts");
  try {
    const { payload } = await compactVerify(token, await importJWK(jwk, alg), { algorithms: [alg] });
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload));
  } catch (error) {
    // Web Crypto throws a DataError (DOMException) for a point that is not on the curve. Invalid JSON is a SyntaxError.
    const expected = [errors.JOSEError, SyntaxError, TypeError, DOMException];
    if (expected.some((kind) => error instanceof kind)) return undefined;
    throw error;
  }
}
