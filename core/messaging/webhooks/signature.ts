import { createHmac, randomBytes } from "node:crypto";
import type { Mode } from "../../kernel/mode.ts";
import { type PayloadVersion, shown } from "../../platform/api-events/schema.ts";
import { isUserEvent, type UserEvent, type WebhookEventType } from "../schema.ts";
import type { Delivery } from "./schema.ts";

/**
 * The body and the signatures of a delivery: `X-Svc-Signature` (spec 3, section 6.3), and the headers of Standard
 * Webhooks 1.0, which the `standardwebhooks` and `svix` libraries verify.
 */

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

export const createSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;

/** Returns the hex HMAC-SHA256 of the body. The key is the whole secret with its prefix, in UTF-8. */
export const svcSignature = (secret: string, body: string): string =>
  createHmac("sha256", secret).update(body).digest("hex");

/** Returns `v1,<base64 HMAC-SHA256 of "id.timestamp.body">`. The key is the part after `whsec_`, decoded. */
export function standardSignature(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}

/**
 * Returns the headers of a delivery.
 * @param secrets the current one first, then former ones that still sign
 * @param timestamp UNIX seconds of real time, not of the platform's clock: receivers compare it with theirs
 */
export function headersOf(
  { eventId, event, body }: Pick<Delivery, "eventId" | "event" | "body">,
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

/** An event that a webhook receives: of the notification stream (jobs and their shares), or of the public API. */
export interface WebhookEvent extends Omit<UserEvent, "type"> {
  readonly type: WebhookEventType;
  /** Defaults to live. */
  readonly mode?: Mode;
  /** The position among the events of the object. Defaults to 1. */
  readonly sequence?: number;
  /** Whether nothing happened, because the owner tests the webhook. */
  readonly isTest?: boolean;
}

/** Returns the body of a delivery: the same bytes at every call. */
export function bodyOf(event: WebhookEvent, apiVersion: PayloadVersion): string {
  const { id, type, occurredAt: createdAt, mode = "live", sequence = 1, data, isTest } = event;
  if (isUserEvent(type)) return JSON.stringify({ id, type, createdAt, data });
  return JSON.stringify({
    ...{ id, type, createdAt, apiVersion, livemode: mode === "live", sequence },
    ...(isTest && { test: true }),
    data: shown(data, apiVersion),
  });
}
