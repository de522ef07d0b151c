import {
  constants,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  privateDecrypt,
} from "node:crypto";
import * as z from "zod";
import { invalid } from "../errors.ts";
import type { Store } from "../store.ts";
import type { Tx } from "../tx.ts";

/** PINs, which are encrypted with the provider's key (JWE of RFC 7516, RSA-OAEP-256 with A256GCM) and not stored. */

const KEY = "double/pin-key";
const PARAM = "pin[encrypted_number]";

export interface PinKey {
  /** The public key as a JWK, with which the platform is configured. */
  readonly jwk: string;
  /** Stores the key again in an emptied store. */
  store(): void;
}

/** Returns the double's key, and generates it once. */
export function pinKeyOf(store: Store): PinKey {
  const stored = store.get(KEY);
  const pem = stored === undefined ? newPem() : (JSON.parse(stored) as string);
  const storeKey = () => store.commit(new Map([[KEY, JSON.stringify(pem)]]));
  if (stored === undefined) storeKey();
  const jwk: JsonWebKey = createPublicKey(createPrivateKey(pem)).export({ format: "jwk" });
  return { jwk: JSON.stringify({ ...jwk, kid: "pin-1" }), store: storeKey };
}

const newPem = (): string =>
  generateKeyPairSync("rsa", { modulusLength: 2048 })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();

const content = z.object({ pin: z.string().regex(/^\d{4}$/), nonce: z.string().min(8) });

/** Sets a card's PIN. @throws StripeFault if it is not correctly encrypted, or not a PIN */
export function setPin(tx: Tx, cardId: string, jwe: string): void {
  const pem = tx.read<string>(KEY);
  const opened = pem === undefined ? undefined : content.safeParse(decrypt(pem, jwe)).data;
  if (!opened) throw invalid("The encrypted PIN could not be decrypted.", PARAM);
  // Identifies the change only: a hash cannot protect four digits.
  tx.addNotes(cardId, { pinSet: createHash("sha256").update(opened.nonce).digest("base64url") });
}

/** Decrypts the JSON in a compact JWE. Undefined if that fails. */
function decrypt(pem: string, jwe: string): unknown {
  try {
    const [header = "", key = "", iv = "", text = "", tag = ""] = jwe.split(".");
    const secret = privateDecrypt(
      { key: pem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" },
      Buffer.from(key, "base64url"),
    );
    const cipher = createDecipheriv("aes-256-gcm", secret, Buffer.from(iv, "base64url"));
    cipher.setAAD(Buffer.from(header)).setAuthTag(Buffer.from(tag, "base64url"));
    const plain = Buffer.concat([cipher.update(Buffer.from(text, "base64url")), cipher.final()]);
    return JSON.parse(plain.toString("utf8"));
  } catch {
    return undefined;
  }
}
