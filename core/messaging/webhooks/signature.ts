import { createHmac, randomBytes } from "node:crypto";
import type { WebhookEventType } from "../user-events/schema.ts";

/**
 * How a delivery is signed, twice: `X-Svc-Signature` (spec 3, section 6.3), and the headers of Standard
 * Webhooks 1.0, which the `standardwebhooks` and `svix` libraries verify.
 */

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A new secret. */
export const createSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;

/** Hex HMAC-SHA256 of the body. The key is the secret as it was shown, prefix and all, in UTF-8. */
export const svcSignature = (secret: string, body: string): string =>
  createHmac("sha256", secret).update(body).digest("hex");

/** `v1,<base64 HMAC-SHA256 of "id.timestamp.body">`. The key is the part after `whsec_`, decoded. */
export function standardSignature(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}

export interface Signed {
  readonly eventId: string;
  readonly event: WebhookEventType;
  readonly body: string;
}

/**
 * The headers of a delivery.
 * @param secrets the current one first, then former ones that still sign
 * @param timestamp UNIX seconds by the world's clock: receivers judge it by theirs
 */
export function headersOf(
  { eventId, event, body }: Signed,
  secrets: readonly string[],
  timestamp: number,
): Readonly<Record<string, string>> {
  const [current = "", ...former] = secrets;
  return {
    "content-type": "application/json",
    "user-agent": "svc-webhooks/1",
    "x-svc-event": event,
    "x-svc-signature": svcSignature(current, body),
    ...(former.length > 0 && {
      "x-svc-signature-previous": former.map((secret) => svcSignature(secret, body)).join(","),
    }),
    "webhook-id": eventId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": secrets
      .map((secret) => standardSignature(secret, eventId, timestamp, body))
      .join(" "),
  };
}
