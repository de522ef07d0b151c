import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { secret, valid } from "../platform/secrets.ts";

/**
 * CSRF tokens: `<hex HMAC>.<random hex>`, the HMAC over session and random value with their lengths, so that
 * a token belongs to one session and nobody without the secret makes one (OWASP CSRF cheat sheet, signed
 * double-submit cookie). A visitor without a session has a random id in its place.
 */

const TOKEN = /^([0-9a-f]{64})\.([0-9a-f]{32})$/;

/** HMAC with SHA-256 (RFC 2104). */
export const hmac = (key: string | Uint8Array, message: string | Uint8Array): Buffer =>
  createHmac("sha256", key).update(message).digest();

const mac = (key: string, sessionId: string, random: string): Buffer =>
  hmac(key, `${sessionId.length}!${sessionId}!${random.length}!${random}`);

/** A new token for this session. */
export async function issue(sessionId: string): Promise<string> {
  const { current } = await secret("CSRF_SECRET");
  const random = randomBytes(16).toString("hex");
  return `${mac(current, sessionId, random).toString("hex")}.${random}`;
}

/** Whether the token was issued for this session, under the secret of now or the one before it. */
export async function verify(sessionId: string, token: string): Promise<boolean> {
  const [, given, random] = TOKEN.exec(token) ?? [];
  if (given === undefined || random === undefined) return false;
  const shown = Buffer.from(given, "hex");
  for await (const key of valid("CSRF_SECRET"))
    if (timingSafeEqual(mac(key, sessionId, random), shown)) return true;
  return false;
}
