import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { secret, valid } from "./secrets.ts";
import { type EntityDefinition, fill } from "./table/entity.ts";

/**
 * Encrypts texts that only the platform may read: AES-256-GCM with a key derived (HKDF, RFC 5869) from `SEALING_SECRET`,
 * so that reading the table reveals nothing. A text can be decrypted only for its purpose, so copying it to another item
 * is useless.
 */

const CIPHER = "aes-256-gcm";

const keyOf = (master: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", master, "", "svc/seal/1", 32));

/** Returns the name of a secret, which identifies the secret during its rotation. */
const nameOf = (master: string): string =>
  createHash("sha256").update(`svc/seal/name:${master}`).digest("base64url").slice(0, 8);

declare const made: unique symbol;

/** The purpose of a sealed text. Only these two functions make one, so the entities list all stored sealed texts. */
export type Purpose = string & { readonly [made]: "purpose" };

/**
 * Returns the purpose of an item's attribute, from its entity.
 * @param attribute its path: `current.signing`
 * @param item an object with at least the attributes that the purpose's template names
 * @throws TypeError if the entity does not state the attribute
 */
export function purposeOf(
  { name, sealed }: Pick<EntityDefinition, "name" | "sealed">,
  attribute: string,
  item: Readonly<Record<string, unknown>>,
): Purpose {
  const template = sealed?.[attribute];
  if (template === undefined) throw new TypeError(`${name} does not declare ${attribute} as sealed`);
  return fill(template, item as Readonly<Record<string, string>>) as Purpose;
}

/** Returns the purpose of a text that is not stored but given to a client for a limited time. */
export const externalPurpose = (purpose: string): Purpose => purpose as Purpose;

/** Encrypts a text. @param purpose it can be decrypted only for the same purpose */
export async function seal(text: string, purpose: Purpose): Promise<string> {
  const { current } = await secret("SEALING_SECRET");
  const iv = randomBytes(12);
  const cipher = createCipheriv(CIPHER, keyOf(current), iv).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  const parts = [iv, sealed, cipher.getAuthTag()].map((part) => part.toString("base64url"));
  return [nameOf(current), ...parts].join(".");
}

async function masterOf(name: string | undefined): Promise<string | undefined> {
  for await (const one of valid("SEALING_SECRET")) if (nameOf(one) === name) return one;
  return undefined;
}

/** The secret of a sealed text is neither the current nor the previous one. */
export class SecretExpired extends Error {
  override readonly name = "SecretExpired";
  constructor() {
    super("the value was sealed under a secret that no longer exists");
  }
}

/** The secret's name, the nonce (12 bytes), the ciphertext, the tag (16 bytes). */
const SEALED = /^[\w-]{8}\.[\w-]{16}\.[\w-]*\.[\w-]{22}$/;

/** Decrypts a text. @throws SecretExpired, and Error if it has another purpose, was changed, or is not a sealed text */
export async function unseal(sealed: string, purpose: Purpose): Promise<string> {
  if (!SEALED.test(sealed)) throw new Error("the text is not a sealed value");
  const [name, ...parts] = sealed.split(".");
  const master = await masterOf(name);
  if (master === undefined) throw new SecretExpired();
  const [iv, text, tag] = parts.map((part) => Buffer.from(part, "base64url")) as [Buffer, Buffer, Buffer];
  const decipher = createDecipheriv(CIPHER, keyOf(master), iv, { authTagLength: 16 })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
}

/** Returns the name of the current secret, which reveals nothing of it. */
export const sealingName = async (): Promise<string> => nameOf((await secret("SEALING_SECRET")).current);

/** Encrypts a text of an older secret with the current one; undefined if it has the current one. @throws as `unseal` */
export async function resealed(sealed: string, purpose: Purpose): Promise<string | undefined> {
  if (sealed.split(".", 1)[0] === (await sealingName())) return undefined;
  return seal(await unseal(sealed, purpose), purpose);
}
