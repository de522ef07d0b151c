import { hmac } from "./signing.ts";

/** What a webhook tells. */
export interface WebhookEvent<T = unknown> {
  /** The same at every attempt: keep it, and work on an event once. */
  readonly id: string;
  readonly type: string;
  readonly data: T;
  readonly [more: string]: unknown;
}

export class WebhookVerificationError extends Error {
  override readonly name: string = "WebhookVerificationError";
}

type GivenHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

interface Received {
  /** The body as it came, before it is parsed. */
  readonly payload: string | Uint8Array;
  readonly headers: GivenHeaders;
  /** The webhook's secret, `whsec_…`; several while one is replaced by another. */
  readonly secret: string | readonly string[];
  /** How far from now the attempt may have been made; 300 seconds unless told. */
  readonly toleranceSeconds?: number;
}

/**
 * Checks that a webhook is of the platform, was made just now, and is as it was sent.
 * @returns the event
 * @throws WebhookVerificationError
 */
export async function verifyWebhook<T = unknown>(received: Received): Promise<WebhookEvent<T>> {
  const { headers, secret, toleranceSeconds = 300 } = received;
  const id = header(headers, "webhook-id");
  const timestamp = header(headers, "webhook-timestamp");
  const apart = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || apart > toleranceSeconds)
    throw new WebhookVerificationError("webhook-timestamp is too far from now");
  const payload =
    typeof received.payload === "string" ? received.payload : new TextDecoder().decode(received.payload);
  const text = new TextEncoder().encode(`${id}.${timestamp}.${payload}`);
  const given = header(headers, "webhook-signature").split(" ");
  const secrets = typeof secret === "string" ? [secret] : secret;
  const expected = await Promise.all(
    secrets.map(async (one) => `v1,${base64(await hmac(keyOf(one), text))}`),
  );
  if (!expected.some((one) => given.some((other) => areEqual(one, other))))
    throw new WebhookVerificationError("webhook-signature is not of this body by this secret");
  return JSON.parse(payload) as WebhookEvent<T>;
}

function header(headers: GivenHeaders, name: string): string {
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

/** In a time that says nothing of where they differ. */
function areEqual(one: string, other: string): boolean {
  let differs = one.length ^ other.length;
  for (let at = 0; at < one.length; at++) differs |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return differs === 0;
}
