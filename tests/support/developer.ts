import { randomUUID } from "node:crypto";
import { type Client, createClient, sign } from "../../sdk/src/index.ts";
import { type Answer, call } from "./platform.ts";

/**
 * A developer's program that calls the public API with an API key: through the SDK (`svc`), or with raw
 * requests whose whole response a test can read.
 */
export class Developer {
  readonly #platform: { readonly url: string };
  readonly secret: string;
  readonly #signingSecret: string;
  readonly sendSigned = new Map<string, { readonly key: string; readonly at: number }>();

  constructor(
    platform: { readonly url: string },
    key: { readonly secret: string; readonly signingSecret?: string },
  ) {
    this.#platform = platform;
    this.secret = key.secret;
    this.#signingSecret = key.signingSecret ?? "";
  }

  /** Returns the same program for the platform's current URL. */
  at(platform: { readonly url: string }): Developer {
    return new Developer(platform, { secret: this.secret, signingSecret: this.#signingSecret });
  }

  /** The SDK client, without retries, so that a test sees every rejection. */
  get svc(): Client {
    return createClient({
      apiKey: this.secret,
      signingSecret: this.#signingSecret || undefined,
      baseUrl: this.#platform.url,
      maxRetries: 0,
    });
  }

  get<T = Record<string, unknown>>(path: string): Promise<Answer<T>> {
    return call<T>(this.#platform.url, "GET", path, { token: this.secret });
  }

  /** @param key the Idempotency-Key. Defaults to a new one */
  send<T = Record<string, unknown>>(
    method: "POST" | "PUT",
    path: string,
    body: unknown = {},
    key: string = randomUUID(),
  ): Promise<Answer<T>> {
    const headers = { "idempotency-key": key };
    return call<T>(this.#platform.url, method, path, { token: this.secret, body, headers });
  }

  post<T = Record<string, unknown>>(path: string, body: unknown = {}, key?: string): Promise<Answer<T>> {
    return this.send("POST", path, body, key);
  }

  /** Sends a signed request. @param at the signature's time, in UNIX seconds */
  async signed<T = Record<string, unknown>>(
    path: string,
    body: unknown,
    { key = randomUUID(), at = this.#signatureTime(path, body, key) }: { key?: string; at?: number } = {},
  ): Promise<Answer<T>> {
    return call<T>(this.#platform.url, "POST", path, {
      token: this.secret,
      body,
      headers: { "idempotency-key": key, ...(await this.signature(path, body, at)) },
    });
  }

  /**
   * Returns the current second, or a later one for an equal request under another key: each signature is accepted once.
   */
  #signatureTime(path: string, body: unknown, key: string): number {
    const now = Math.floor(Date.now() / 1000);
    const request = `${path} ${JSON.stringify(body)}`;
    const last = this.sendSigned.get(request);
    const at = last === undefined ? now : last.key === key ? last.at : Math.max(now, last.at + 1);
    this.sendSigned.set(request, { key, at });
    return at;
  }

  /** Returns the headers that sign a POST. @param at UNIX seconds */
  signature(path: string, body: unknown, at: number) {
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    return sign(this.#signingSecret, { method: "POST", path, body: bytes, timestamp: at });
  }
}

/** Creates an API key for an account and returns its developer. @param token a session of the account */
export async function createDeveloper(
  platform: { readonly url: string },
  token: string,
  more: { readonly mode?: "live" | "test"; readonly scopes?: readonly string[] } = {},
): Promise<Developer> {
  const body = { name: "A program", mode: "live", scopes: ["*"], ...more };
  // A live key needs a recent proof. An account with another password has one from its sign-in.
  await call(platform.url, "POST", "/api/auth/proof", { token, body: { password: "Lovelace!1843" } });
  const made = await call<{ secret: string; signingSecret: string }>(platform.url, "POST", "/api/keys", {
    token,
    body,
  });
  if (made.status !== 201) throw new Error(`no key: ${made.status} ${JSON.stringify(made.body)}`);
  return new Developer(platform, made.body);
}
