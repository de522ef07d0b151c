import { randomUUID } from "node:crypto";
import { type Client, createClient, sign } from "../../sdk/src/index.ts";
import { type Answer, call } from "./platform.ts";

/**
 * A developer's program: it calls the public API with an API key, by the client that developers have (`svc`), or with
 * requests as no client would send them, of which it sees the whole answer.
 */
export class Developer {
  readonly #platform: { readonly url: string };
  readonly secret: string;
  readonly #signingSecret: string;
  readonly #signed = new Map<string, { readonly key: string; readonly at: number }>();

  constructor(
    platform: { readonly url: string },
    key: { readonly secret: string; readonly signingSecret?: string },
  ) {
    this.#platform = platform;
    this.secret = key.secret;
    this.#signingSecret = key.signingSecret ?? "";
  }

  /** The same program, where the platform is now. */
  at(platform: { readonly url: string }): Developer {
    return new Developer(platform, { secret: this.secret, signingSecret: this.#signingSecret });
  }

  /** The client, which takes a refusal for what it is: nothing is tried again. */
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

  /** @param key the Idempotency-Key; one of its own unless told */
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

  /** A request with a signature (PUBLIC.md, Signature). @param at UNIX seconds that it says */
  async signed<T = Record<string, unknown>>(
    path: string,
    body: unknown,
    { key = randomUUID(), at = this.#secondOf(path, body, key) }: { key?: string; at?: number } = {},
  ): Promise<Answer<T>> {
    return call<T>(this.#platform.url, "POST", path, {
      token: this.secret,
      body,
      headers: { "idempotency-key": key, ...(await this.signature(path, body, at)) },
    });
  }

  /** Now, or as long after it as equal requests under other keys need: a signature goes with one. */
  #secondOf(path: string, body: unknown, key: string): number {
    const now = Math.floor(Date.now() / 1000);
    const request = `${path} ${JSON.stringify(body)}`;
    const last = this.#signed.get(request);
    const at = last === undefined ? now : last.key === key ? last.at : Math.max(now, last.at + 1);
    this.#signed.set(request, { key, at });
    return at;
  }

  /** The headers that sign a POST. @param at UNIX seconds */
  signature(path: string, body: unknown, at: number) {
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    return sign(this.#signingSecret, { method: "POST", path, body: bytes, timestamp: at });
  }
}

/** A developer with a new key of an account. @param token of a session of that account */
export async function developer(
  platform: { readonly url: string },
  token: string,
  more: { readonly mode?: "live" | "test"; readonly scopes?: readonly string[] } = {},
): Promise<Developer> {
  const body = { name: "A program", mode: "live", scopes: ["*"], ...more };
  const made = await call<{ secret: string; signingSecret: string }>(platform.url, "POST", "/api/keys", {
    token,
    body,
  });
  if (made.status !== 201) throw new Error(`no key: ${made.status} ${JSON.stringify(made.body)}`);
  return new Developer(platform, made.body);
}
