/**
 * Requests to other people's servers: the only way out for core. Bounded in time and size, never in the
 * clear.
 */

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 512 * 1024;

/** Another server could not be asked, or its answer was not one that we take. */
export class OutboundFailure extends Error {
  override readonly name = "OutboundFailure";
}

/** What a request may carry. Redirects are never followed: a provider's endpoint is where it said it is. */
export interface Outbound {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: URLSearchParams | string | undefined;
  /** 10 seconds unless told. */
  readonly timeoutMs?: number;
}

/** Whether a URL leads to this very machine, where plain http has no road to be read on. */
export function isLoopback(url: URL): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
}

/**
 * Sends one request and reads its whole answer: at most 512 KiB, within 10 seconds.
 * @throws OutboundFailure when there is no such answer, or the URL is neither https nor loopback
 */
export async function request(address: string, outbound: Outbound = {}): Promise<Response> {
  const url = new URL(address);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url)))
    throw new OutboundFailure(`refused to speak ${url.protocol} to ${url.host}`);
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
    throw new OutboundFailure(`${url.host} did not answer`, { cause });
  }
}

async function read(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // Leaving the loop cancels the stream.
    if (size > MAX_BYTES) throw new OutboundFailure("an answer was larger than 512 KiB");
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
