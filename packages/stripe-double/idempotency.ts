import { createHash } from "node:crypto";
import { invalid, StripeFault } from "./errors.ts";
import type { Store } from "./store.ts";

/** Idempotency keys (docs.stripe.com/api/idempotent_requests): executes a request once per key. */

const MAX_KEY_LENGTH = 255;
/** Stripe stores the results of idempotency keys for at least 24 hours. */
export const RETENTION_MS = 24 * 3_600_000;

export interface ApiRequest {
  readonly path: string;
  /** The body as sent. */
  readonly text: string;
  readonly requestId: string;
}

interface Work {
  readonly run: () => Promise<ApiAnswer>;
  /** Returns the response to an error of `run`. */
  readonly answerTo: (error: unknown) => ApiAnswer;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The first response to an idempotency key. */
interface StoredAnswer {
  readonly endpoint: string;
  readonly params: string;
  readonly status: number;
  readonly body: string;
  readonly requestId: string;
  readonly keptMs: number;
}

const conflict = (status: number, message: string, code?: string) =>
  new StripeFault(status, { type: "idempotency_error", message, ...(code !== undefined && { code }) });

/** @throws StripeFault if the key was used for another request */
function assertSameRequest(key: string, stored: StoredAnswer, endpoint: string, params: string): void {
  const advice = `Try using a key other than '${key}' if you meant to execute a different request.`;
  if (stored.endpoint !== endpoint)
    throw conflict(
      400,
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${endpoint}' vs '${stored.endpoint}'). ${advice}`,
    );
  if (stored.params !== params)
    throw conflict(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. ${advice}`,
    );
}

const replay = ({ status, body, requestId }: StoredAnswer): ApiAnswer => ({
  status,
  body,
  headers: {
    "idempotent-replayed": "true",
    "original-request": requestId,
    // A stored failure is the same at every attempt.
    ...(status >= 500 && { "stripe-should-retry": "false" }),
  },
});

export function openIdempotency(store: Store, nowMs: () => number) {
  const running = new Set<string>();

  function storedAnswer(key: string): StoredAnswer | undefined {
    const json = store.get(`idempotency/${key}`);
    const stored = json === undefined ? undefined : (JSON.parse(json) as StoredAnswer);
    return stored && nowMs() - stored.keptMs <= RETENTION_MS ? stored : undefined;
  }

  function storeAnswer(
    key: string,
    request: Pick<StoredAnswer, "endpoint" | "params" | "requestId">,
    { status, body }: ApiAnswer,
  ): void {
    const stored: StoredAnswer = { ...request, status, body, keptMs: nowMs() };
    store.commit(new Map([[`idempotency/${key}`, JSON.stringify(stored)]]));
  }

  /** @throws StripeFault if the key is too long, in use, or was used for another request */
  return async function once(
    key: string,
    { path, text, requestId }: ApiRequest,
    { run, answerTo }: Work,
  ): Promise<ApiAnswer> {
    if (key.length > MAX_KEY_LENGTH)
      throw invalid(
        `Idempotency key is ${key.length} characters long, which is longer than the maximum length of ${MAX_KEY_LENGTH} characters.`,
      );
    const params = createHash("sha256").update(text).digest("base64url");
    const stored = storedAnswer(key);
    if (stored) {
      assertSameRequest(key, stored, path, params);
      return replay(stored);
    }
    if (running.has(key))
      throw conflict(
        409,
        `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        "idempotency_key_in_use",
      );
    running.add(key);
    const request = { endpoint: path, params, requestId };
    try {
      const answer = await run();
      storeAnswer(key, request, answer);
      return answer;
    } catch (error) {
      const answer = answerTo(error);
      // A request that failed validation is not stored, so that it can be fixed and retried with the same key.
      if (!(error instanceof StripeFault) || error.executed) storeAnswer(key, request, answer);
      return answer;
    } finally {
      running.delete(key);
    }
  };
}
