import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { secret } from "./secrets.ts";

/**
 * Encryption of what must be read again and may be read by us alone: AES-256-GCM under a key derived (HKDF,
 * RFC 5869) from `SEALING_SECRET`, so that who reads the table alone reads nothing. It opens only for what it
 * was sealed for: an item's text is of no use in another item.
 */

const CIPHER = "aes-256-gcm";

const keyOf = (master: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", master, "", "svc/seal/1", 32));

/** Names a secret, so that while it rotates it is known which one to open with. */
const nameOf = (master: string): string =>
  createHash("sha256").update(`svc/seal/name:${master}`).digest("base64url").slice(0, 8);

/** @param purpose what it is for, an id: it opens for the same alone */
export async function seal(text: string, purpose: string): Promise<string> {
  const { current } = await secret("SEALING_SECRET");
  const iv = randomBytes(12);
  const cipher = createCipheriv(CIPHER, keyOf(current), iv).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  const parts = [iv, sealed, cipher.getAuthTag()].map((part) => part.toString("base64url"));
  return [nameOf(current), ...parts].join(".");
}

/** @throws Error where it was sealed for something else, was changed, or is under a secret that is gone */
export async function unseal(sealed: string, purpose: string): Promise<string> {
  const [name, ...parts] = sealed.split(".");
  const { current, previous } = await secret("SEALING_SECRET");
  const master = [current, previous].find((one) => one !== undefined && nameOf(one) === name);
  if (master === undefined) throw new Error("what was sealed is under a secret that is gone");
  const [iv, text, tag] = parts.map((part) => Buffer.from(part, "base64url")) as [Buffer, Buffer, Buffer];
  const decipher = createDecipheriv(CIPHER, keyOf(master), iv, { authTagLength: 16 })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
}
