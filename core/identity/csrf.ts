import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { secret, valid } from "../platform/secrets.ts";

/**
 * CSRF tokens: `<hex HMAC>.<random hex>`. The HMAC covers the session id, the random value and their lengths, so that a token
 * is valid for one session (OWASP CSRF cheat sheet, signed double-submit cookie). A visitor without a session has a random id.
 */

const TOKEN = /^([0-9a-f]{64})\.([0-9a-f]{32})$/;

/** HMAC with SHA-256 (RFC 2104). */
export const hmac = (key: string | Uint8Array, message: string | Uint8Array): Buffer =>
  createHmac("sha256", key).update(message).digest();

const mac = (key: string, sessionId: string, random: string): Buffer =>
  hmac(key, `${sessionId.length}!${sessionId}!${random.length}!${random}`);

/** Makes a token for a session. */
export async function issue(sessionId: string): Promise<string> {
  const { current } = await secret("CSRF_SECRET");
  const random = randomBytes(16).toString("hex");
  return `${mac(current, sessionId, random).toString("hex")}.${random}`;
}

/** Returns whether a token was issued for a session, under the current or the former secret. */
export async function verify(sessionId: string, token: string): Promise<boolean> {
  const [, given, random] = TOKEN.exec(token) ?? [];
  if (given === undefined || random === undefined) return false;
  const shown = Buffer.from(given, "hex");
  for await (const key of valid("CSRF_SECRET"))
    if (timingSafeEqual(mac(key, sessionId, random), shown)) return true;
  return false;
}
