import { createHash } from "node:crypto";
import { invalid, StripeFault } from "./errors.ts";
import type { Store } from "./store.ts";

/** Idempotency keys (docs.stripe.com/api/idempotent_requests): a request is carried out once for its key. */

const MAX_KEY_LENGTH = 255;
/** Stripe keeps the results of idempotency keys for at least 24 hours. */
export const KEPT_MS = 24 * 3_600_000;

export interface ApiRequest {
  readonly path: string;
  /** The body as it was sent. */
  readonly text: string;
  readonly requestId: string;
}

interface Work {
  readonly run: () => Promise<ApiAnswer>;
  /** The answer to an error of `run`. */
  readonly answerTo: (error: unknown) => ApiAnswer;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The first answer to an idempotency key. */
interface Kept {
  readonly endpoint: string;
  readonly params: string;
  readonly status: number;
  readonly body: string;
  readonly requestId: string;
  readonly keptMs: number;
}

const conflict = (status: number, message: string, code?: string) =>
  new StripeFault(status, { type: "idempotency_error", message, ...(code !== undefined && { code }) });

/** @throws StripeFault where the key was used for another request */
function refuseOther(key: string, kept: Kept, endpoint: string, params: string): void {
  const advice = `Try using a key other than '${key}' if you meant to execute a different request.`;
  if (kept.endpoint !== endpoint)
    throw conflict(
      400,
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${endpoint}' vs '${kept.endpoint}'). ${advice}`,
    );
  if (kept.params !== params)
    throw conflict(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. ${advice}`,
    );
}

const replay = ({ status, body, requestId }: Kept): ApiAnswer => ({
  status,
  body,
  headers: {
    "idempotent-replayed": "true",
    "original-request": requestId,
    // A failure that was kept is the same at every try.
    ...(status >= 500 && { "stripe-should-retry": "false" }),
  },
});

export function openIdempotency(store: Store, nowMs: () => number) {
  const running = new Set<string>();

  function keptFor(key: string): Kept | undefined {
    const json = store.get(`idempotency/${key}`);
    const kept = json === undefined ? undefined : (JSON.parse(json) as Kept);
    return kept && nowMs() - kept.keptMs <= KEPT_MS ? kept : undefined;
  }

  function keep(
    key: string,
    request: Pick<Kept, "endpoint" | "params" | "requestId">,
    { status, body }: ApiAnswer,
  ): void {
    const kept: Kept = { ...request, status, body, keptMs: nowMs() };
    store.commit(new Map([[`idempotency/${key}`, JSON.stringify(kept)]]));
  }

  /** @throws StripeFault where the key is too long, in use, or was used for another request */
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
    const kept = keptFor(key);
    if (kept) {
      refuseOther(key, kept, path, params);
      return replay(kept);
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
      keep(key, request, answer);
      return answer;
    } catch (error) {
      const answer = answerTo(error);
      // What failed validation is not kept: with the same key it can be mended.
      if (!(error instanceof StripeFault) || error.executed) keep(key, request, answer);
      return answer;
    } finally {
      running.delete(key);
    }
  };
}
