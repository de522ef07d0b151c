import { hmac } from "./signing.ts";

/** The body of a webhook request. */
export interface WebhookEvent<T = unknown> {
  /** The same at every attempt: store it to process an event once. */
  readonly id: string;
  readonly type: string;
  readonly data: T;
  readonly [more: string]: unknown;
}

export class WebhookVerificationError extends Error {
  override readonly name: string = "WebhookVerificationError";
}

type RequestHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

interface Received {
  /** The raw body, before parsing. */
  readonly payload: string | Uint8Array;
  readonly headers: RequestHeaders;
  /** The webhook's secret, `whsec_…`; several during a rotation. */
  readonly secret: string | readonly string[];
  /** Maximum difference between the attempt and now, in seconds. Defaults to 300. */
  readonly toleranceSeconds?: number;
}

/**
 * Verifies that a webhook request is recent, unchanged and from the platform.
 * @returns the event
 * @throws WebhookVerificationError
 */
export async function verifyWebhook<T = unknown>(received: Received): Promise<WebhookEvent<T>> {
  const { headers, secret, toleranceSeconds = 300 } = received;
  const id = header(headers, "webhook-id");
  const timestamp = header(headers, "webhook-timestamp");
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || ageSeconds > toleranceSeconds)
    throw new WebhookVerificationError("webhook-timestamp is too far from now");
  const payload =
    typeof received.payload === "string" ? received.payload : new TextDecoder().decode(received.payload);
  const text = new TextEncoder().encode(`${id}.${timestamp}.${payload}`);
  const signatures = header(headers, "webhook-signature").split(" ");
  const secrets = typeof secret === "string" ? [secret] : secret;
  const expected = await Promise.all(
    secrets.map(async (one) => `v1,${base64(await hmac(keyOf(one), text))}`),
  );
  if (!expected.some((one) => signatures.some((other) => areEqual(one, other))))
    throw new WebhookVerificationError("webhook-signature does not match the body and the secret");
  return JSON.parse(payload) as WebhookEvent<T>;
}

function header(headers: RequestHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== "string") throw new WebhookVerificationError(`${name} is missing`);
  return value;
}

const keyOf = (secret: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    atob(
      secret
        .replace(/^whsec_/, "")
        .replaceAll("-", "+")
        .replaceAll("_", "/"),
    ),
    (one) => one.charCodeAt(0),
  );

const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));

/** Compares two texts in constant time. */
function areEqual(one: string, other: string): boolean {
  let differs = one.length ^ other.length;
  for (let at = 0; at < one.length; at++) differs |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return differs === 0;
}
