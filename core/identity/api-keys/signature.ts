import { createHmac, timingSafeEqual } from "node:crypto";
import * as Clock from "../../kernel/clock/index.ts";
import { fail, InvalidSignature } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/sha256.ts";
import { text } from "../../kernel/texts/index.ts";
import { DAY_SECONDS } from "../../kernel/time.ts";
import { purposeOf, unseal } from "../../platform/seal.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { apiKeySigning, usedSignature } from "./entity.ts";
import { SignatureRequired, SignatureReused, TimestampOutOfRange } from "./errors.ts";
import { type OpenedKey, signingOf } from "./open.ts";

/**
 * Signatures of sensitive requests: HMAC with SHA-256 and the key's signing secret over
 * `timestamp.METHOD.path?query.hex(sha256(body))`, with the body as it was sent.
 */

/** The maximum difference between a timestamp and now. */
const WINDOW_SECONDS = 300;

interface SignedRequest {
  readonly timestamp: string | undefined;
  /** `v1=<hex>`. */
  readonly signature: string | undefined;
  readonly method: string;
  /** The forms in which the path and query may have been sent. */
  readonly paths: readonly string[];
  readonly body: Uint8Array;
}

function signatureOf(
  signingSecret: string,
  path: string,
  { timestamp, method, body }: Omit<SignedRequest, "signature" | "paths">,
): string {
  const digest = sha256Hex(body);
  const text = `${timestamp}.${method}.${path}.${digest}`;
  return `v1=${createHmac("sha256", signingSecret).update(text).digest("hex")}`;
}

/**
 * Verifies the signature of a request.
 * @param signingItem the item of the key's signing secret
 * @returns the signature
 * @throws SIGNATURE_REQUIRED, TIMESTAMP_OUT_OF_RANGE, INVALID_SIGNATURE
 */
export async function verify(
  key: OpenedKey,
  signingItem: Table.Item | undefined,
  signed: SignedRequest,
): Promise<string> {
  const { timestamp, signature } = signed;
  if (timestamp === undefined || signature === undefined) throw fail(SignatureRequired);
  // Compared with the real time, because the platform's clock may be moved, the client's is not.
  const nowSeconds = Math.floor(Clock.worldNowMs() / 1000);
  const isNow = /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) - nowSeconds) <= WINDOW_SECONDS;
  if (!isNow) throw fail(TimestampOutOfRange);
  const signing = signingOf(signingItem, key);
  // The signing secret was replaced or revoked concurrently.
  if (signing === undefined) throw wrongSignature();
  const secret = await unseal(signing, purposeOf(apiKeySigning, "current.signing", key.stored));
  const given = Buffer.from(signature);
  const isOf = (path: string) => {
    const expected = Buffer.from(signatureOf(secret, path, signed));
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  if (!signed.paths.some(isOf)) throw wrongSignature();
  return signature;
}

const wrongSignature = () =>
  fail(InvalidSignature, {
    message: text(
      "X-Svc-Signature does not match. Sign this request with the key's current signing secret.",
      "X-Svc-Signature ne correspond pas. Signez cette requête avec le secret de signature actuel de la clé.",
    ),
  });

/**
 * Binds a valid signature to its Idempotency-Key. A request may be repeated only with the same key, so that an attacker cannot
 * replay a recorded request as a new one. The binding is written before the work, so that a failed or interrupted request does
 * not leave the signature unbound. It is stored for longer than the signature is valid.
 * @throws SIGNATURE_REUSED
 */
export async function use(
  { stored: { keyId } }: Pick<OpenedKey, "stored">,
  signature: string,
  idempotencyKey: string,
): Promise<void> {
  const key = usedSignature.key({ keyId, hash: sha256Hex(signature) });
  const item = { ...key, idempotencyKey, ttl: Clock.nowSeconds() + DAY_SECONDS };
  const where = Where.any(Where.absent, Where.is({ idempotencyKey }));
  const isBound = await Table.ignoreConditionFailure(Table.put(item, where).then(() => true));
  // After a second the same request gets another signature.
  if (!isBound) throw fail(SignatureReused, { details: { retryAfter: 1 } });
}
