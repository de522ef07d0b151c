import { join } from "node:path";
import type { Gateway } from "@svc/local-aws/http/gateway";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import * as auth from "../../contract/auth.ts";
import { CSRF_COOKIE, REFRESH_COOKIE, SESSION_COOKIE } from "../../contract/cookies.ts";
import { handlerFile } from "../../contract/route.ts";
import * as Users from "../../core/identity/users.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { DAY_MS } from "../../core/kernel/time.ts";
import { startGateway } from "../../local/aws.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { withSecrets } from "../../tests/support/identity.ts";

/** The web authentication routes over HTTP. */

withDatabase();
withSecrets();

const ORIGIN = "https://svc.example";
const PASSWORD = "Correct-Horse-1";
const handlerOf = async (id: string) =>
  (await import(join(process.cwd(), handlerFile({ id })))).handler as never;

let gateway: Gateway;
beforeAll(async () => {
  process.env["PUBLIC_URL"] = ORIGIN;
  const routes = Object.values(auth);
  const load = { routes, load: handlerOf, fallback: () => handlerOf("_chain.fallback") };
  gateway = await startGateway(load, 0, "127.0.0.1");
});
afterAll(() => gateway.stop());
afterEach(() => Clock.setOffset(0));

let caller = 0;
/** Calls a route. By default each call has another address, so that only tests of limits reach one. */
async function call(
  method: string,
  path: string,
  { body, headers = {}, ip }: { body?: unknown; headers?: Record<string, string>; ip?: string } = {},
) {
  const response = await fetch(`http://127.0.0.1:${gateway.port}/api/auth/${path}`, {
    method,
    redirect: "manual",
    headers: {
      "x-forwarded-for": ip ?? `10.0.${++caller >> 8}.${caller & 255}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const setCookies = response.headers.getSetCookie();
  const cookies = Object.fromEntries(
    setCookies.map((one) => [one.split("=")[0] ?? "", /=([^;]*)/.exec(one)?.[1] ?? ""]),
  );
  return {
    status: response.status,
    headers: response.headers,
    body: await response.json(),
    setCookies,
    cookies,
  };
}
const jar = (cookies: Record<string, string>) => ({
  cookie: Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join("; "),
});
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

let count = 0;
const registration = () => ({ name: "Ada Lovelace", email: `web${++count}@example.com`, password: PASSWORD });
async function signedIn() {
  const given = registration();
  await call("POST", "register", { body: given });
  const { body, cookies } = await call("POST", "signin", { body: given });
  return { ...given, ...body, cookies };
}

describe("POST /api/auth/register", () => {
  it("returns 201 with the account and a valid token", async () => {
    const given = { ...registration(), email: "Ada.L@Example.com" };
    const { status, body } = await call("POST", "register", { body: given });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        user: {
          id: expect.stringMatching(/^usr_/),
          name: "Ada Lovelace",
          email: "ada.l@example.com",
          role: "PARTICULIER",
          createdAt: expect.any(String),
        },
        token: expect.any(String),
        expiresIn: 86400,
      },
    });
    expect((await call("GET", "me", { headers: bearer(body.token) })).status).toBe(200);
  });

  it("returns 409 for an email address that has an account", async () => {
    const given = registration();
    await call("POST", "register", { body: given });
    const { status, body } = await call("POST", "register", { body: given });
    expect({ status, body }).toMatchObject({
      status: 409,
      body: {
        code: "AUTH_EMAIL_TAKEN",
        message: expect.any(String),
        error: expect.any(String),
        retryAfter: null,
      },
    });
  });

  it.each([
    ["a malformed email", { email: "not an address" }],
    ["a short password", { password: "Sh0rt!" }],
    ["a password without a digit", { password: "Correct-Horse" }],
    ["a password over 72 bytes", { password: `Aa1!${"x".repeat(69)}` }],
    ["a common password", { password: "P@ssw0rd" }],
    ["a name of one character", { name: "A" }],
    ["a name of 101 characters", { name: "x".repeat(101) }],
    ["a name that is a link", { name: "see https://evil.example" }],
    ["a role in the request", { role: "ADMIN" }],
    ["no name", { name: undefined }],
  ])("returns 400 for %s", async (_, change) => {
    const { status, body } = await call("POST", "register", { body: { ...registration(), ...change } });
    expect({ status, retryAfter: body.retryAfter }).toEqual({ status: 400, retryAfter: null });
    expect(JSON.stringify(body)).not.toContain(PASSWORD);
  });
});

describe("sign-in", () => {
  it.each(["signin", "login"])(
    "at /api/auth/%s returns the user, the tokens and the cookies",
    async (path) => {
      const given = registration();
      await call("POST", "register", { body: given });
      const { status, body, setCookies } = await call("POST", path, {
        body: { email: ` ${given.email.toUpperCase()} `, password: PASSWORD, redirect: false },
      });
      expect(status).toBe(200);
      expect(body).toEqual({
        user: {
          id: expect.stringMatching(/^usr_/),
          name: given.name,
          email: given.email,
          role: "PARTICULIER",
          image: expect.stringMatching(/^data:image\/svg\+xml,/),
        },
        token: expect.any(String),
        expiresIn: 86400,
        refreshToken: expect.any(String),
      });
      const attributes = Object.fromEntries(
        setCookies.map((one) => [one.split("=")[0], one.split("; ").slice(1)]),
      );
      expect(attributes).toEqual({
        [SESSION_COOKIE]: ["Path=/", "Secure", "SameSite=Lax", "HttpOnly", "Max-Age=86400"],
        [REFRESH_COOKIE]: ["Path=/", "Secure", "SameSite=Strict", "HttpOnly", "Max-Age=2592000"],
        [CSRF_COOKIE]: ["Path=/", "Secure", "SameSite=Lax"],
      });
    },
  );

  it("has different errors for a wrong password, an unknown email address and a blocked account", async () => {
    const { email, user } = await signedIn();
    const attempt = async (body: object) => {
      const { status, body: answer } = await call("POST", "signin", { body });
      return [status, answer.code, answer.retryAfter];
    };
    expect(await attempt({ email, password: "wrong" })).toEqual([401, "AUTH_INVALID_CREDENTIALS", null]);
    expect(await attempt({ email: "unknown@example.com", password: PASSWORD })).toEqual([
      404,
      "AUTH_USER_NOT_FOUND",
      null,
    ]);
    expect(await attempt({ email: "malformed", password: PASSWORD })).toEqual([400, "INVALID_REQUEST", null]);
    await Users.block(user.id);
    expect(await attempt({ email, password: "wrong" })).toEqual([401, "AUTH_INVALID_CREDENTIALS", null]);
    expect(await attempt({ email, password: PASSWORD })).toEqual([403, "AUTH_ACCOUNT_BLOCKED", null]);
  });

  it("is limited to 5 attempts in 15 minutes per IP address, counted together with the legacy login", async () => {
    const { email } = await signedIn();
    const attempt = (path: string) =>
      call("POST", path, { body: { email, password: PASSWORD }, ip: "198.51.100.1" });
    for (const path of ["signin", "login", "signin", "login", "signin"]) {
      expect((await attempt(path)).status).toBe(200);
    }
    const { status, headers, body } = await attempt("login");
    expect(status).toBe(429);
    expect(body).toMatchObject({ code: "AUTH_RATE_LIMIT", retryAfter: Number(headers.get("retry-after")) });
    Clock.setOffset(900_000);
    expect((await attempt("login")).status).toBe(200);
  });

  it("returns a new token each time, and ends the session of the request's cookie", async () => {
    const { email, token, cookies } = await signedIn();
    const again = await call("POST", "signin", {
      body: { email, password: PASSWORD },
      headers: jar(cookies),
    });
    expect(again.body.token).not.toBe(token);
    expect((await call("GET", "me", { headers: bearer(token) })).status).toBe(401);
    expect((await call("GET", "me", { headers: bearer(again.body.token) })).status).toBe(200);
  });

  it("sets cookies below the browsers' 4096 bytes for the longest name and address", async () => {
    const email = `${"e".repeat(64)}@${"d".repeat(60)}.${"d".repeat(60)}.${"d".repeat(59)}.com`;
    const given = { name: `A${"\u{1f600}".repeat(49)}`, email, password: PASSWORD };
    const { status, setCookies } = await call("POST", "register", { body: given });
    expect(status).toBe(201);
    for (const one of setCookies) expect(Buffer.byteLength(one.split(";")[0] ?? "")).toBeLessThan(4096);
  });
});

describe("GET /api/auth/me", () => {
  it("returns exactly the fields of the profile", async () => {
    const { token, email, name } = await signedIn();
    const { status, body } = await call("GET", "me", { headers: bearer(token) });
    expect(status).toBe(200);
    expect(body).toEqual({
      user: {
        id: expect.stringMatching(/^usr_/),
        name,
        email,
        role: "PARTICULIER",
        image: expect.any(String),
        emailVerified: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        preferences: { language: "fr", currency: "EUR", notifications: true },
        accounts: [],
      },
    });
  });

  it("returns 401 without a token, with an expired one and with a refresh token", async () => {
    const { token, refreshToken } = await signedIn();
    const unauthorized = { status: 401, body: { error: "Unauthorized" } };
    expect(await call("GET", "me")).toMatchObject(unauthorized);
    expect(await call("GET", "me", { headers: bearer(refreshToken) })).toMatchObject(unauthorized);
    Clock.setOffset(DAY_MS);
    expect(await call("GET", "me", { headers: bearer(token) })).toMatchObject(unauthorized);
  });
});

describe("GET /api/auth/session", () => {
  it("returns an empty object without a token and with a revoked one", async () => {
    const { token } = await signedIn();
    expect((await call("GET", "session")).body).toEqual({});
    await call("POST", "logout", { headers: bearer(token) });
    expect(await call("GET", "session", { headers: bearer(token) })).toMatchObject({ status: 200, body: {} });
  });

  it("returns the signed-in user and the expiry", async () => {
    const { cookies, email } = await signedIn();
    const { body } = await call("GET", "session", { headers: jar(cookies) });
    expect(body.user).toMatchObject({ email, role: "PARTICULIER", image: expect.any(String) });
    const left = Date.parse(body.expires) - Clock.nowMs();
    expect(left).toBeGreaterThan(DAY_MS - 60_000);
    expect(left).toBeLessThanOrEqual(DAY_MS);
  });
});

describe("a token refresh", () => {
  it("with the token in the body returns new tokens, and ends the session if the old token is sent again", async () => {
    const first = await signedIn();
    const second = await call("POST", "refresh", { body: { refreshToken: first.refreshToken } });
    expect(second).toMatchObject({ status: 200, body: { token: expect.any(String), expiresIn: 86400 } });
    expect(second.body.refreshToken).not.toBe(first.refreshToken);
    const reused = await call("POST", "refresh", { body: { refreshToken: first.refreshToken } });
    expect(reused).toMatchObject({
      status: 401,
      body: { code: "AUTH_REFRESH_TOKEN_REUSED", retryAfter: null },
    });
    for (const token of [first.token, second.body.token]) {
      expect((await call("GET", "me", { headers: bearer(token) })).status).toBe(401);
    }
    const last = await call("POST", "refresh", { body: { refreshToken: second.body.refreshToken } });
    expect(last).toMatchObject({ status: 401, body: { code: "AUTH_INVALID_REFRESH_TOKEN" } });
  });

  it("by cookie after the access token's expiry sets new cookies, and returns no token in the body", async () => {
    const { cookies } = await signedIn();
    Clock.setOffset(2 * DAY_MS);
    const renewed = await call("POST", "refresh", { headers: jar(cookies) });
    expect(renewed).toMatchObject({ status: 200 });
    expect(renewed.body).toEqual({ expiresIn: 86400 });
    expect((await call("GET", "me", { headers: jar(renewed.cookies) })).status).toBe(200);
  });

  it("by cookie from two parallel tabs gives both the same new cookies", async () => {
    const { cookies } = await signedIn();
    const headers = { ...jar(cookies), "x-forwarded-for": "203.0.113.77" };
    const tabs = await Promise.all([1, 2].map(() => call("POST", "refresh", { headers })));
    expect(tabs.map(({ status }) => status)).toEqual([200, 200]);
    const [one, other] = tabs.map((tab) => [tab.cookies[SESSION_COOKIE], tab.cookies[REFRESH_COOKIE]]);
    expect(one).toEqual(other);
    for (const tab of tabs) expect((await call("GET", "me", { headers: jar(tab.cookies) })).status).toBe(200);
    const next = { ...jar(tabs[0]?.cookies ?? {}), "x-forwarded-for": "203.0.113.77" };
    expect((await call("POST", "refresh", { headers: next })).status).toBe(200);
  });

  it("by cookie from another site's page is rejected and does not use up the refresh token", async () => {
    const { cookies } = await signedIn();
    const foreign = { ...jar(cookies), origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect((await call("POST", "refresh", { headers: foreign })).status).toBe(403);
    expect((await call("POST", "refresh", { headers: jar(cookies) })).status).toBe(200);
  });

  it("is rejected without a token", async () => {
    expect((await call("POST", "refresh")).status).toBe(401);
    expect((await call("POST", "refresh", { body: {} })).status).toBe(401);
  });
});

describe("sign-out", () => {
  it.each(["signout", "logout"])(
    "at /api/auth/%s ends the session and clears the cookies and the storage",
    async (path) => {
      const { token, refreshToken, cookies } = await signedIn();
      const { status, body, setCookies, headers } = await call("POST", path, { headers: jar(cookies) });
      expect({ status, success: body.success }).toEqual({ status: 200, success: true });
      expect(headers.get("clear-site-data")).toBe('"storage"');
      expect(setCookies).toEqual([
        `${SESSION_COOKIE}=; Path=/; Secure; SameSite=Lax; HttpOnly; Max-Age=0`,
        `${REFRESH_COOKIE}=; Path=/; Secure; SameSite=Strict; HttpOnly; Max-Age=0`,
        `${CSRF_COOKIE}=; Path=/; Secure; SameSite=Lax; Max-Age=0`,
      ]);
      expect((await call("GET", "me", { headers: bearer(token) })).status).toBe(401);
      expect((await call("POST", "refresh", { body: { refreshToken } })).status).toBe(401);
      expect(await call("POST", path, { headers: jar(cookies) })).toMatchObject({
        status: 401,
        body: { error: "Unauthorized" },
      });
    },
  );

  const form = { "content-type": "application/x-www-form-urlencoded" };
  it("accepts the Auth.js client's form with the CSRF token, and returns the address to go to", async () => {
    const { cookies } = await signedIn();
    const csrfToken = cookies[CSRF_COOKIE] ?? "";
    const body = new URLSearchParams({
      csrfToken,
      callbackUrl: `${ORIGIN}/bye?x=1`,
      json: "true",
    }).toString();
    const answer = await call("POST", "signout", { body, headers: { ...jar(cookies), ...form } });
    expect(answer).toMatchObject({ status: 200, body: { success: true, url: "/bye?x=1" } });
  });

  it("rejects a form without the CSRF token, with the field alone, or with another session's token", async () => {
    const [mine, other] = [await signedIn(), await signedIn()];
    const attempt = async (sent: string, cookies: Record<string, string>) =>
      (await call("POST", "signout", { body: `csrfToken=${sent}`, headers: { ...jar(cookies), ...form } }))
        .status;
    const own = mine.cookies[CSRF_COOKIE] ?? "";
    const foreign = other.cookies[CSRF_COOKIE] ?? "";
    expect(await attempt("", mine.cookies)).toBe(403);
    expect(await attempt(own, { [SESSION_COOKIE]: mine.cookies[SESSION_COOKIE] ?? "" })).toBe(403);
    expect(await attempt(foreign, { ...mine.cookies, [CSRF_COOKIE]: foreign })).toBe(403);
    expect((await call("GET", "me", { headers: bearer(mine.token) })).status).toBe(200);
  });

  it("returns the home page instead of a callback URL on another site", async () => {
    for (const callbackUrl of [
      "https://evil.example/",
      "//evil.example",
      "/\\evil.example",
      "javascript:alert(1)",
    ]) {
      const { token } = await signedIn();
      const { body } = await call("POST", "signout", { body: { callbackUrl }, headers: bearer(token) });
      expect(body.url, callbackUrl).toBe("/");
    }
  });
});
