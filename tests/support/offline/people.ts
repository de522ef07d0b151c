import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { App } from "../app.ts";
import type { Answer, CallOptions, Platform } from "../platform.ts";

/** Users of several devices, and what is done to their accounts from everywhere at once. */

export type Calls = Pick<Platform, "call">;

export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly devices: readonly App[];
  /** Calls a route of the web's as the user. */
  web<T = Record<string, unknown>>(method: string, path: string, body?: object): Promise<Answer<T>>;
}

export const PASSWORD = "Lovelace!1843";

/** How often a client sends again what failed on our side, or was not answered. */
const MOST_TRIES = 100;

/**
 * The platform for clients that do not give up: what fails on its side they send again, and when they are told
 * to come back later, a minute goes by.
 */
export function insisting(platform: Pick<Platform, "call" | "advance">): Calls {
  let minute: Promise<void> | undefined;
  const later = () => {
    minute ??= platform.advance(61).finally(() => {
      minute = undefined;
    });
    return minute;
  };
  return {
    async call<T>(method: string, path: string, options?: CallOptions): Promise<Answer<T>> {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const answer = await platform.call<T>(method, path, options);
        if (answer.status === 429) await later();
        else if (answer.status < 500) return answer;
      }
      throw new Error(`${method} ${path} was never answered`);
    },
  };
}

let people = 0;

/** Somebody with so many devices, signed in on each, and on the web. */
export async function person(calls: Calls, devices: number): Promise<Person> {
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
