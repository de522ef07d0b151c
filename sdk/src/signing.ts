/** Signatures with Web Crypto, which Node, browsers and Workers support. */

const encoder = new TextEncoder();

export const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Computes an HMAC with SHA-256. */
export async function hmac(
  secret: Uint8Array<ArrayBuffer>,
  text: Uint8Array<ArrayBuffer>,
): Promise<ArrayBuffer> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["sign"]);
  return crypto.subtle.sign("HMAC", key, text);
}

export interface Signable {
  readonly method: string;
  /** The path with its query, as sent. */
  readonly path: string;
  readonly body: Uint8Array<ArrayBuffer>;
  /** UNIX seconds. */
  readonly timestamp: number;
}

/**
 * Returns the headers that sign a request: HMAC of `timestamp.METHOD.path?query.hex(sha256(body))`. Only needed for
 * requests that are sent without the client.
 */
export async function sign(
  signingSecret: string,
  { method, path, body, timestamp }: Signable,
): Promise<{ readonly "x-svc-timestamp": string; readonly "x-svc-signature": string }> {
  const digest = hex(await crypto.subtle.digest("SHA-256", body));
  const mac = await hmac(
    encoder.encode(signingSecret),
    encoder.encode(`${timestamp}.${method.toUpperCase()}.${path}.${digest}`),
  );
  return { "x-svc-timestamp": String(timestamp), "x-svc-signature": `v1=${hex(mac)}` };
}
