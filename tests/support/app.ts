import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Answer, CallOptions, Platform } from "./platform.ts";

/** The mobile app on one device, as it calls the API: stores its tokens and refreshes them on request. */
export class App {
  readonly deviceId = randomUUID();
  readonly deviceInfo;
  accessToken = "";
  refreshToken = "";
  readonly #platform: Pick<Platform, "call">;
  readonly #ip: string;

  constructor(platform: Pick<Platform, "call">, { model = "Phone 9", ip = address() } = {}) {
    this.#platform = platform;
    this.#ip = ip;
    this.deviceInfo = { platform: "ios", model, osVersion: "26.1", appVersion: "1.0.0" };
  }

  /** Calls a mobile route: `path` begins after `/api/v1/mobile`. */
  call<T = Record<string, never>>(
    method: string,
    path: string,
    { token = this.accessToken, ...given }: CallOptions = {},
  ): Promise<Answer<T>> {
    const options = { ip: this.#ip, ...given, ...(token !== "" && { token }) };
    return this.#platform.call<T>(method, `/api/v1/mobile${path}`, options);
  }

  /** Registers the user and stores the tokens. @returns the user */
  async register(
    email: string,
    password: string,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<SignedInUser> {
    const person = { firstName: "Ada", lastName: "Lovelace", email, password, ...more };
    return this.#storeTokens(await this.#signIn("register", person), 201);
  }

  async login(
    email: string,
    password: string,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<SignedInUser> {
    return this.#storeTokens(await this.tryLogin(email, password, more), 200);
  }

  /** Tries to sign in. Does not store the tokens. */
  tryLogin(
    email: string,
    password: string,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<Answer<SignedIn>> {
    return this.#signIn("login", { email, password, ...more });
  }

  async refresh(): Promise<Answer<{ accessToken: string; error?: string }>> {
    const { refreshToken, deviceId } = this;
    const body = { refreshToken, deviceId };
    const answer = await this.call<{ accessToken: string }>("POST", "/auth/refresh", { body, token: "" });
    if (answer.status === 200) this.accessToken = answer.body.accessToken;
    return answer;
  }

  #signIn(path: string, given: Readonly<Record<string, unknown>>): Promise<Answer<SignedIn>> {
    const { deviceId, deviceInfo } = this;
    return this.call<SignedIn>("POST", `/auth/${path}`, {
      body: { ...given, deviceId, deviceInfo },
      token: "",
    });
  }

  #storeTokens({ status, body }: Answer<SignedIn>, expected: number): SignedInUser {
    expect(body).toMatchObject({ expiresIn: 900 });
    expect(status).toBe(expected);
    this.accessToken = body.accessToken;
    this.refreshToken = body.refreshToken;
    return body.user;
  }
}

let addresses = 0;
/** Returns an IP address that no other app of this test file uses. */
const address = () => `198.19.${++addresses >> 8}.${addresses & 255}`;

export interface SignedInUser {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly kycLevel: number;
  readonly roles: readonly string[];
}

export interface SignedIn {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
  readonly user: SignedInUser;
  readonly error?: string;
  readonly details?: unknown;
}
