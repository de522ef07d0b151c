import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { secret, valid } from "./secrets.ts";
import { type EntityDefinition, fill } from "./table/entity.ts";

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

declare const made: unique symbol;

/** What a text is sealed for. Nobody makes one but these two functions, so the entities know all that is kept sealed. */
export type Purpose = string & { readonly [made]: "purpose" };

/**
 * What an attribute of an item is sealed for, as its entity says.
 * @param attribute its path: `current.signing`
 * @param item what the purpose is made of: the item's key and attributes
 * @throws TypeError where the entity says nothing of the attribute
 */
export function purposeOf(
  { name, sealed }: Pick<EntityDefinition, "name" | "sealed">,
  attribute: string,
  item: Readonly<Record<string, unknown>>,
): Purpose {
  const template = sealed?.[attribute];
  if (template === undefined) throw new TypeError(`${name} does not say that ${attribute} is sealed`);
  return fill(template, item as Readonly<Record<string, string>>) as Purpose;
}

/** What a text is sealed for that no item keeps: somebody else has it, for a while. */
export const unkept = (purpose: string): Purpose => purpose as Purpose;

/** @param purpose it opens for the same alone */
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

/** What was sealed is under a secret that has been replaced twice since. */
export class SecretGone extends Error {
  override readonly name = "SecretGone";
  constructor() {
    super("what was sealed is under a secret that is gone");
  }
}

/** The secret's name, 12 bytes, what was sealed, 16 bytes. */
const SEALED = /^[\w-]{8}\.[\w-]{16}\.[\w-]*\.[\w-]{22}$/;

/** @throws SecretGone, and Error where it was sealed for something else, was changed, or is nothing that was sealed */
export async function unseal(sealed: string, purpose: Purpose): Promise<string> {
  if (!SEALED.test(sealed)) throw new Error("it is nothing that was sealed");
  const [name, ...parts] = sealed.split(".");
  const master = await masterOf(name);
  if (master === undefined) throw new SecretGone();
  const [iv, text, tag] = parts.map((part) => Buffer.from(part, "base64url")) as [Buffer, Buffer, Buffer];
  const decipher = createDecipheriv(CIPHER, keyOf(master), iv, { authTagLength: 16 })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
}

/** Under which secret things are sealed now: a name that tells nothing of it. */
export const sealingName = async (): Promise<string> => nameOf((await secret("SEALING_SECRET")).current);

/** What was sealed under another secret than the current one, under that; undefined where it is. @throws as `unseal` */
export async function resealed(sealed: string, purpose: Purpose): Promise<string | undefined> {
  if (sealed.split(".", 1)[0] === (await sealingName())) return undefined;
  return seal(await unseal(sealed, purpose), purpose);
}
