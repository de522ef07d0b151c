import { createHmac, timingSafeEqual } from "node:crypto";
import * as Clock from "../../kernel/clock/index.ts";
import { fail, InvalidSignature } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/sha256.ts";
import { text } from "../../kernel/texts/index.ts";
import { purposeOf, unseal } from "../../platform/seal.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { apiKeySigning, usedSignature } from "./entity.ts";
import { SignatureRequired, SignatureReused, TimestampOutOfRange } from "./errors.ts";
import { type OpenedKey, signingOf } from "./open.ts";

/**
 * Signatures of sensitive requests: HMAC with SHA-256 under the key's signing secret, over
 * `timestamp.METHOD.path?query.hex(sha256(body))`, the body as it was sent.
 */

/** How far from now a timestamp may be. */
export const WINDOW_SECONDS = 300;

export interface Signed {
  readonly timestamp: string | undefined;
  /** `v1=<hex>`. */
  readonly signature: string | undefined;
  readonly method: string;
  /** With the query, as it may have been sent: each writes the same path. */
  readonly paths: readonly string[];
  readonly body: Uint8Array;
}

/** The signature of a request: `v1=<hex>`. */
function signatureOf(
  signingSecret: string,
  path: string,
  { timestamp, method, body }: Omit<Signed, "signature" | "paths">,
): string {
  const digest = sha256Hex(body);
  const text = `${timestamp}.${method}.${path}.${digest}`;
  return `v1=${createHmac("sha256", signingSecret).update(text).digest("hex")}`;
}

/**
 * @param signingItem what requests of the key are signed with
 * @returns the signature, which is right
 * @throws SIGNATURE_REQUIRED, TIMESTAMP_OUT_OF_RANGE, INVALID_SIGNATURE
 */
export async function verify(
  key: OpenedKey,
  signingItem: Table.Item | undefined,
  signed: Signed,
): Promise<string> {
  const { timestamp, signature } = signed;
  if (timestamp === undefined || signature === undefined) throw fail(SignatureRequired);
  // The client signs by its own clock, which nothing here moves.
  const nowSeconds = Math.floor(Clock.worldNowMs() / 1000);
  const isNow = /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) - nowSeconds) <= WINDOW_SECONDS;
  if (!isNow) throw fail(TimestampOutOfRange);
  const signing = signingOf(signingItem, key);
  // Replaced, or revoked, while this request was on its way.
  if (signing === undefined) throw fail(InvalidSignature);
  const secret = await unseal(signing, purposeOf(apiKeySigning, "current.signing", key.kept));
  const given = Buffer.from(signature);
  const isOf = (path: string) => {
    const expected = Buffer.from(signatureOf(secret, path, signed));
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  if (!signed.paths.some(isOf))
    throw fail(InvalidSignature, {
      message: text(
        "X-Svc-Signature is not the signature of this request by the key's signing secret.",
        "X-Svc-Signature n'est pas la signature de cette requête par le secret de signature de la clé.",
      ),
    });
  return signature;
}

/** Longer than a signature can be used: the window lies before and after its time. */
const KEPT_SECONDS = 86_400;

/**
 * Notes that a signature that is right comes with this Idempotency-Key. It may come again with that one, which does
 * nothing twice, and with no other: who has recorded a request could else have it done again as a new one. It is noted
 * before the work and by itself: with the work, a retry that is answered again, work that failed and a process that died
 * would each leave a signature that is good for another key.
 * @throws SIGNATURE_REUSED
 */
export async function use(
  { kept: { keyId } }: Pick<OpenedKey, "kept">,
  signature: string,
  idempotencyKey: string,
): Promise<void> {
  const key = usedSignature.key({ keyId, hash: sha256Hex(signature) });
  const item = { ...key, idempotencyKey, ttl: Clock.nowSeconds() + KEPT_SECONDS };
  const where = Where.any(Where.absent, Where.is({ idempotencyKey }));
  const isIts = await Table.unlessRefused(Table.put(item, where).then(() => true));
  // A second from now the same request has another signature.
  if (!isIts) throw fail(SignatureReused, { details: { retryAfter: 1 } });
}
