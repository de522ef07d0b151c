/** Sends requests to other servers: the only module of core that does. Limited in time and size, and always encrypted. */

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 512 * 1024;

/** The server did not respond, or its response is not acceptable. */
export class OutboundFailure extends Error {
  override readonly name = "OutboundFailure";
}

/** The options of a request. Redirects are never followed. */
export interface Outbound {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: URLSearchParams | string | undefined;
  /** Defaults to 10 seconds. */
  readonly timeoutMs?: number;
}

/** Returns whether a URL is loopback, where plain http cannot be intercepted. */
export function isLoopback(url: URL): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
}

/**
 * Sends a request and reads its whole response: at most 512 KiB.
 * @throws OutboundFailure if there is no such response, or the URL is neither https nor loopback
 */
export async function request(address: string, outbound: Outbound = {}): Promise<Response> {
  const url = new URL(address);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url)))
    throw new OutboundFailure(`${url.host} must be called with https, not with ${url.protocol}`);
  try {
    const response = await fetch(url, {
      method: outbound.method ?? "GET",
      headers: { "user-agent": "svc", ...outbound.headers },
      body: outbound.body ?? null,
      redirect: "manual",
      signal: AbortSignal.timeout(outbound.timeoutMs ?? TIMEOUT_MS),
    });
    const bytes = await read(response);
    const { status, statusText, headers } = response;
    return new Response(bytes.length > 0 ? bytes : null, { status, statusText, headers });
  } catch (cause) {
    if (cause instanceof OutboundFailure) throw cause;
    throw new OutboundFailure(`${url.host} did not respond`, { cause });
  }
}

async function read(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // The throw cancels the stream.
    if (size > MAX_BYTES) throw new OutboundFailure("a response was larger than 512 KiB");
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
