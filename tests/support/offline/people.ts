import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { App } from "../app.ts";
import type { Answer, CallOptions, Platform } from "../platform.ts";

/** Users with several devices, and the clients that change their accounts concurrently. */

export type Calls = Pick<Platform, "call">;

export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly devices: readonly App[];
  /** Calls a web route as the user. */
  web<T = Record<string, unknown>>(method: string, path: string, body?: object): Promise<Answer<T>>;
}

export const PASSWORD = "Lovelace!1843";

/** How often a client retries after a server error or a lost response. */
const MAX_ATTEMPTS = 100;

/**
 * Wraps the platform for clients that retry: server errors are retried immediately, and a 429 advances the
 * clock by a minute first.
 */
export function withRetries(platform: Pick<Platform, "call" | "advance">): Calls {
  let minute: Promise<void> | undefined;
  const later = () => {
    minute ??= platform.advance(61).finally(() => {
      minute = undefined;
    });
    return minute;
  };
  return {
    async call<T>(method: string, path: string, options?: CallOptions): Promise<Answer<T>> {
      for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
        const answer = await platform.call<T>(method, path, options);
        if (answer.status === 429) await later();
        else if (answer.status < 500) return answer;
      }
      throw new Error(`${method} ${path} was never answered`);
    },
  };
}

let people = 0;

/** Registers a user and signs in on each of `devices` devices and on the web. */
export async function createPerson(calls: Calls, devices: number): Promise<Person> {
  const email = `offline${++people}@example.com`;
  const apps = Array.from({ length: devices }, () => new App(calls));
  const [first, ...others] = apps as [App, ...App[]];
  const { id: userId } = await first.register(email, PASSWORD);
  for (const app of others) await app.login(email, PASSWORD);
  const ip = `198.18.0.${people}`;
  const signedIn = await calls.call<{ token: string }>("POST", "/api/auth/signin", {
    body: { email, password: PASSWORD },
    ip,
  });
  expect(signedIn.status).toBe(200);
  const { token } = signedIn.body;
  return {
    userId,
    email,
    devices: apps,
    web: <T>(method: string, path: string, body?: object) =>
      calls.call<T>(method, path, {
        token,
        ip,
        ...(body && { body }),
        ...(method !== "GET" && { headers: { "idempotency-key": randomUUID() } }),
      }),
  };
}
