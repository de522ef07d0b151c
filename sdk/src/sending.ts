import { SvcConnectionError } from "./errors.ts";
import { sign } from "./signing.ts";

/** Sends requests with the key and signature, and retries them if that is safe. */

export interface SendOptions {
  /** An API key, `svc_live_…` or `svc_test_…`, or a web access token of its owner. */
  readonly apiKey: string | undefined;
  /** The key's signing secret, `svc_sig_…`: withdrawals and transfers need it. */
  readonly signingSecret?: string | undefined;
  /** Maximum number of retries. Defaults to 3. */
  readonly maxRetries?: number;
  /** Maximum pause before a retry. Defaults to 60 seconds. If the API requires a longer one, the error is thrown. */
  readonly maxRetrySeconds?: number;
  readonly fetch?: (input: string, init: RequestInit) => Promise<Response>;
}

/** Statuses that are retried. Writes are safe to retry because they have an idempotency key. */
const RETRIED_STATUSES = new Set([429, 500, 502, 503, 504]);
// Two identical requests in one second have the same signature, which is valid once: the retry is signed later.
const BUSY_CODES = new Set(["CONTENTION", "IDEMPOTENCY_IN_PROGRESS", "SIGNATURE_REUSED"]);

const FIRST_PAUSE_MS = 250;
const LONGEST_OWN_PAUSE_MS = 8000;

/** Returns the function with which openapi-fetch sends requests. */
export function sender(options: SendOptions): (request: Request) => Promise<Response> {
  const {
    maxRetries = 3,
    maxRetrySeconds = 60,
    fetch = (input, init) => globalThis.fetch(input, init),
  } = options;
  return async (request) => {
    const body = new Uint8Array(await request.arrayBuffer());
    const init = { method: request.method, signal: request.signal, ...(body.length > 0 && { body }) };
    for (let attempt = 0; ; attempt++) {
      const headers = await headersOf(request, body, options);
      const response = await fetch(request.url, { ...init, headers }).catch((cause: unknown) => {
        if (request.signal.aborted) throw cause;
        return new SvcConnectionError("The platform could not be reached", { cause });
      });
      const last = attempt >= maxRetries;
      if (response instanceof Error) {
        if (last) throw response;
        await pause(ownPause(attempt), request.signal);
      } else {
        const wait = last ? undefined : await waitFor(response, attempt);
        if (wait === undefined || wait > maxRetrySeconds * 1000) return response;
        await pause(wait, request.signal);
      }
    }
  };
}

async function headersOf(
  request: Request,
  body: Uint8Array<ArrayBuffer>,
  { apiKey, signingSecret }: SendOptions,
): Promise<Headers> {
  const headers = new Headers(request.headers);
  if (apiKey !== undefined) headers.set("authorization", `Bearer ${apiKey}`);
  if (signingSecret === undefined || request.method === "GET") return headers;
  const { pathname, search } = new URL(request.url);
  // For each attempt, because a signature is only valid for minutes.
  const timestamp = Math.floor(Date.now() / 1000);
  const signed = await sign(signingSecret, {
    method: request.method,
    path: pathname + search,
    body,
    timestamp,
  });
  for (const [name, value] of Object.entries(signed)) headers.set(name, value);
  return headers;
}

/** Returns the milliseconds until a retry. Undefined if the response is final. */
async function waitFor(response: Response, attempt: number): Promise<number | undefined> {
  if (!RETRIED_STATUSES.has(response.status) && !(response.status === 409 && (await isBusy(response))))
    return undefined;
  const after = Number(response.headers.get("retry-after") ?? Number.NaN);
  // Random, so that clients do not retry at the same instant.
  return Number.isFinite(after) ? after * 1000 + Math.random() * FIRST_PAUSE_MS : ownPause(attempt);
}

async function isBusy(response: Response): Promise<boolean> {
  const body = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { readonly error?: { readonly code?: string } };
  return BUSY_CODES.has(body.error?.code ?? "");
}

/** Returns a random pause, whose maximum doubles with each attempt. */
const ownPause = (attempt: number): number =>
  Math.random() * Math.min(LONGEST_OWN_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt + 1));

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", aborted, { once: true });
    function done() {
      signal.removeEventListener("abort", aborted);
      resolve();
    }
    function aborted() {
      clearTimeout(timer);
      reject(signal.reason as Error);
    }
  });
