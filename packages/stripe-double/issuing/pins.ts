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

/**
 * PINs: they come encrypted under a key of the provider's (JWE of RFC 7516, RSA-OAEP-256 with A256GCM), and
 * are not kept.
 */

const KEY = "double/pin-key";
const PARAM = "pin[encrypted_number]";

export interface PinKey {
  /** The public key, as the platform is configured with it: a JWK. */
  readonly jwk: string;
  /** Keeps it in a store that was emptied. */
  keep(): void;
}

/** The double's key: made once. */
export function pinKeyOf(store: Store): PinKey {
  const kept = store.get(KEY);
  const pem = kept === undefined ? newPem() : (JSON.parse(kept) as string);
  const keep = () => store.commit(new Map([[KEY, JSON.stringify(pem)]]));
  if (kept === undefined) keep();
  const jwk: JsonWebKey = createPublicKey(createPrivateKey(pem)).export({ format: "jwk" });
  return { jwk: JSON.stringify({ ...jwk, kid: "pin-1" }), keep };
}

const newPem = (): string =>
  generateKeyPairSync("rsa", { modulusLength: 2048 })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();

const content = z.object({ pin: z.string().regex(/^\d{4}$/), nonce: z.string().min(8) });

/** Takes a card's new PIN. @throws StripeFault where it is not encrypted as it should be, or is none */
export function takePin(tx: Tx, cardId: string, jwe: string): void {
  const pem = tx.read<string>(KEY);
  const opened = pem === undefined ? undefined : content.safeParse(decrypted(pem, jwe)).data;
  if (!opened) throw invalid("The encrypted PIN could not be decrypted.", PARAM);
  // Enough to tell one from another; four digits cannot be kept secret by a hash.
  tx.note(cardId, { pinSet: createHash("sha256").update(opened.nonce).digest("base64url") });
}

/** The JSON within a compact JWE; undefined where it does not open. */
function decrypted(pem: string, jwe: string): unknown {
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
