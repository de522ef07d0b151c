import { randomBytes } from "node:crypto";
import * as Clock from "../../kernel/clock/index.ts";
import { sha256Hex } from "../../kernel/sha256.ts";

/** One-time codes (RFC 6238 with SHA-1, 6 digits, steps of 30 seconds, as all authenticators use) and recovery codes. */

const STEP_SECONDS = 30;
/** Accepts a clock that is off by one step (RFC 6238, section 5.2). */
const WINDOW = 1;
/** RFC 4226, section 4, recommends 160 bits. */
const SECRET_BYTES = 20;

/** Generates a secret in base32, as authenticators require. */
export async function newSecret(): Promise<string> {
  const { Secret } = await import("./totp.lazy.ts");
  return new Secret({ size: SECRET_BYTES }).base32;
}

async function totp(secret: string, label = "") {
  const { Secret, TOTP } = await import("./totp.lazy.ts");
  return new TOTP({
    issuer: "svc",
    label,
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: 6,
    period: STEP_SECONDS,
  });
}

/** Returns the URL in the QR code for an authenticator. @param label names the account */
export const otpauthUrl = async (secret: string, label: string): Promise<string> =>
  (await totp(secret, label)).toString();

/** Returns the step of a code: the current, previous or next one. Undefined for a wrong code. */
export async function stepOf(secret: string, code: string): Promise<number | undefined> {
  const timestamp = Clock.nowMs();
  const delta = (await totp(secret)).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / STEP_SECONDS) + delta;
}

const RECOVERY_CODES = 10;
/** 80 bits, so that a plain hash resists a search. */
const RECOVERY_BYTES = 10;
/** Crockford's base32, without characters that look alike. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Generates ten recovery codes of 80 bits, such as `A1B2-C3D4-E5F6-G7H8`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

function newRecoveryCode(): string {
  const bits = [...randomBytes(RECOVERY_BYTES)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const text = (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join("");
  return (text.match(/.{4}/g) ?? []).join("-");
}

/** Returns the hash of a recovery code for storage. Ignores case, spaces and punctuation. */
export function recoveryHash(userId: string, code: string): string {
  const plain = code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return sha256Hex(`${userId}:${plain}`);
}
