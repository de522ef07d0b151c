import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CSRF_COOKIE, OAUTH_COOKIE, PRESESSION_COOKIE, SESSION_COOKIE } from "../../../contract/cookies.ts";
import * as limits from "../../../contract/limits.ts";
import * as Users from "../../../core/identity/users.ts";
import { Browser } from "../../../tests/support/browser.ts";
import { type ProviderDouble, startProvider } from "../../../tests/support/provider.ts";
import { withSite } from "../../../tests/support/site.ts";

/** The session layer over a real socket, as browsers and Auth.js's client use it. */

const site = withSite();
const password = "Lovelace!1843";
let double: ProviderDouble;
let browser: Browser;
let count = 0;

beforeAll(async () => {
  double = await startProvider();
  Object.assign(process.env, double.env);
  await Users.register({ name: "Ada", email: "ada@example.com", password }, { emailVerified: true });
});
afterAll(() => double.stop());
beforeEach(() => {
  browser = new Browser(site.url);
  count++;
});

/** Each test has its own address, and so its own sign-in limit. */
const ownAddress = (): Record<string, string> => ({ "x-forwarded-for": `198.51.100.${count}` });

async function csrf(from = browser): Promise<string> {
  const response = await from.request("/api/auth/csrf");
  expect(response.status).toBe(200);
  return ((await response.json()) as { csrfToken: string }).csrfToken;
}

async function signIn(fields: Record<string, string> = {}, headers: Record<string, string> = ownAddress()) {
  const csrfToken = await csrf();
  const form = { csrfToken, email: "ada@example.com", password, json: "true", ...fields };
  const response = await browser.submit("/api/auth/callback/credentials", form, headers);
  const body = response.status === 302 ? undefined : await response.json();
  return { response, body: body as Record<string, unknown> };
}

const session = async () =>
  (await browser.request("/api/auth/session")).json() as Promise<{ user?: unknown }>;
const location = (response: Response): string => response.headers.get("location") ?? "";

/** Begins a sign-in at a provider and returns its address. */
async function begin(id: string, fields: Record<string, string> = {}): Promise<string> {
  const response = await browser.submit(`/api/auth/signin/${id}`, { csrfToken: await csrf(), ...fields });
  expect(response.status).toBe(302);
  return location(response);
}

it("GET /api/auth/providers lists the configured providers in Auth.js's format", async () => {
  const response = await browser.request("/api/auth/providers");
  const base = `${site.url}/api/auth`;
  expect(await response.json()).toEqual({
    credentials: {
      id: "credentials",
      name: "Email and password",
      type: "credentials",
      signinUrl: `${base}/signin/credentials`,
      callbackUrl: `${base}/callback/credentials`,
    },
    github: {
      id: "github",
      name: "GitHub",
      type: "oauth",
      signinUrl: `${base}/signin/github`,
      callbackUrl: `${base}/callback/github`,
    },
    google: {
      id: "google",
      name: "Google",
      type: "oauth",
      signinUrl: `${base}/signin/google`,
      callbackUrl: `${base}/callback/google`,
    },
  });
});

it("the session layer limits anonymous requests by IP address, including sign-ins at a provider", async () => {
  const from = { "x-forwarded-for": "203.0.113.50" };
  const statuses: number[] = [];
  const csrfToken = await csrf();
  for (let begun = 0; begun <= limits.sessionLayer.max; begun++)
    statuses.push((await browser.submit("/api/auth/signin/github", { csrfToken }, from)).status);
  expect(statuses.slice(0, -1).every((status) => status === 302)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
  expect((await browser.request("/api/auth/providers", { headers: from })).status).toBe(429);
  expect((await browser.request("/api/auth/providers", { headers: ownAddress() })).status).toBe(200);
});

it.each([
  ["GET", "verify-request", 404],
  ["GET", "nothing", 404],
  ["GET", "callback/facebook", 404],
  ["GET", "callback/github/more", 404],
  ["POST", "nothing", 404],
  ["POST", "signin/facebook", 404],
  ["POST", "callback/github", 404],
])("an unknown path is rejected in the family's envelope: %s %s with %i", async (method, path, status) => {
  const response = await browser.request(`/api/auth/${path}`, { method });
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ code: "NOT_FOUND", retryAfter: null });
});

it.each([
  ["signin", "/auth/signin"],
  ["signin?callbackUrl=%2Fdashboard", "/auth/signin?callbackUrl=%2Fdashboard"],
  ["signin?callbackUrl=https%3A%2F%2Fevil.com", "/auth/signin"],
  ["signin/github", "/auth/signin"],
  ["error?error=AccessDenied", "/auth/signin?error=AccessDenied"],
  ["signout", "/"],
])("GET %s redirects to %s", async (path, to) => {
  const response = await browser.request(`/api/auth/${path}`, { headers: { host: "evil.example" } });
  expect([response.status, location(response)]).toEqual([302, site.url + to]);
});

it("POST _log accepts any body up to its size limit", async () => {
  expect((await browser.submit("/api/auth/_log", { level: "error", code: "X" })).status).toBe(204);
  expect((await browser.submit("/api/auth/_log", { message: "x".repeat(20_000) })).status).toBe(413);
});

describe("a form's CSRF token", () => {
  const post = (fields: Record<string, string>, headers: Record<string, string> = {}, from = browser) =>
    from.submit(
      "/api/auth/callback/credentials",
      { email: "ada@example.com", password, json: "true", ...fields },
      { ...ownAddress(), ...headers },
    );

  it("is accepted if the form and the cookie have it", async () => {
    expect((await post({ csrfToken: await csrf() })).status).toBe(200);
  });

  it("is the same in all tabs of a browser", async () => {
    const first = await csrf();
    expect(await csrf()).toBe(first);
  });

  it("is rejected if only the cookie has it", async () => {
    await csrf();
    expect((await post({})).status).toBe(403);
    expect(await session()).toEqual({});
  });

  it("is rejected if only the form has it", async () => {
    const csrfToken = await csrf();
    browser.jar().delete(CSRF_COOKIE);
    expect((await post({ csrfToken })).status).toBe(403);
  });

  it("is rejected if it is another visitor's, even with the cookie", async () => {
    const other = new Browser(site.url);
    const csrfToken = await csrf(other);
    await csrf();
    browser.jar().set(CSRF_COOKIE, { value: csrfToken, httpOnly: false, line: "" });
    expect((await post({ csrfToken })).status).toBe(403);
  });

  it("is rejected if it is forged, even if form and cookie are equal", async () => {
    await csrf();
    const csrfToken = `${"a".repeat(64)}.${"b".repeat(32)}`;
    browser.jar().set(CSRF_COOKIE, { value: csrfToken, httpOnly: false, line: "" });
    expect((await post({ csrfToken })).status).toBe(403);
  });

  it("is rejected after a sign-in if it was issued before", async () => {
    const before = await csrf();
    expect((await post({ csrfToken: before })).status).toBe(200);
    browser.jar().set(CSRF_COOKIE, { value: before, httpOnly: false, line: "" });
    expect((await post({ csrfToken: before })).status).toBe(403);
  });

  it("is rejected if it was issued for a session that has ended", async () => {
    await signIn();
    const old = await csrf();
    expect((await browser.submit("/api/auth/signout", { csrfToken: old, json: "true" })).status).toBe(200);
    await signIn();
    browser.jar().set(CSRF_COOKIE, { value: old, httpOnly: false, line: "" });
    expect((await browser.submit("/api/auth/signout", { csrfToken: old, json: "true" })).status).toBe(403);
    expect(await session()).toHaveProperty("user");
  });

  it("is rejected from a page of another site", async () => {
    const csrfToken = await csrf();
    expect((await post({ csrfToken }, { origin: "https://evil.example" })).status).toBe(403);
    const headers = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    expect((await post({ csrfToken }, headers)).status).toBe(403);
    expect(await session()).toEqual({});
  });

  it.each(["signin/github", "signin/google", "signin/credentials"])("is required for %s", async (path) => {
    expect((await browser.submit(`/api/auth/${path}`, {})).status).toBe(403);
  });
});

describe("sign-in with credentials", () => {
  it("starts a session, and returns the absolute address to go to", async () => {
    const { response, body } = await signIn({ callbackUrl: "/dashboard" });
    expect(response.status).toBe(200);
    expect(body).toEqual({ url: `${site.url}/dashboard` });
    expect(response.headers.get("x-ratelimit-limit")).toBe("5");
    expect(await session()).toMatchObject({
      user: { name: "Ada", email: "ada@example.com", role: "PARTICULIER" },
      expires: expect.any(String),
    });
    const updated = await browser.request("/api/auth/session", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ csrfToken: "x", data: { role: "ADMIN" } }),
    });
    expect(await updated.json()).toMatchObject({ user: { role: "PARTICULIER" } });
  });

  it("redirects a form that does not ask for JSON, to pages of the platform only", async () => {
    const good = await signIn({ json: "", callbackUrl: `${site.url}/dashboard?a=1` });
    expect([good.response.status, location(good.response)]).toEqual([302, `${site.url}/dashboard?a=1`]);
    const bad = await signIn({ json: "", callbackUrl: "//evil.com" });
    expect(location(bad.response)).toBe(`${site.url}/`);
  });

  it("has the same error for an unknown email address and a wrong password", async () => {
    const wrong = await signIn({ password: "Wrong!123" });
    const unknown = await signIn({ email: "unknown@example.com" });
    const malformed = await signIn({ email: "no address" });
    for (const { response, body } of [wrong, unknown, malformed]) {
      expect(response.status).toBe(401);
      expect(body).toMatchObject({
        code: "AUTH_INVALID_CREDENTIALS",
        url: `${site.url}/auth/signin?error=CredentialsSignin`,
      });
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    const form = await signIn({ json: "", password: "Wrong!123", callbackUrl: "/dashboard" });
    expect(location(form.response)).toBe(
      `${site.url}/auth/signin?callbackUrl=%2Fdashboard&error=CredentialsSignin`,
    );
  });

  it("shares the limit of five in 15 minutes with POST /api/auth/signin", async () => {
    const json = () =>
      browser.request("/api/auth/signin", {
        method: "POST",
        headers: { "content-type": "application/json", ...ownAddress() },
        body: JSON.stringify({ email: "ada@example.com", password: "Wrong!123" }),
      });
    await signIn({ password: "Wrong!123" });
    expect((await json()).headers.get("x-ratelimit-remaining")).toBe("3");
    await json();
    await json();
    await signIn({ password: "Wrong!123" });
    const { response, body } = await signIn();
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(body).toMatchObject({
      code: "AUTH_RATE_LIMIT",
      retryAfter: Number(response.headers.get("retry-after")),
      url: `${site.url}/auth/signin?error=RateLimited`,
    });
    expect((await json()).status).toBe(429);
    const form = await signIn({ json: "" });
    expect(location(form.response)).toBe(`${site.url}/auth/signin?error=RateLimited`);
  });

  it("ends the browser's previous session", async () => {
    await signIn();
    const before = browser.jar().get(SESSION_COOKIE)?.value ?? "";
    await signIn();
    const old = await fetch(`${site.url}/api/auth/me`, { headers: { authorization: `Bearer ${before}` } });
    expect(old.status).toBe(401);
    expect(await session()).toHaveProperty("user");
  });
});

describe("sign-in at a provider", () => {
  it("is bound to its browser for 10 minutes by a cookie that scripts cannot read", async () => {
    await begin("github");
    expect(browser.jar().get(OAUTH_COOKIE)?.line).toMatch(
      /^__Host-svc_oauth=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=600$/,
    );
    expect(browser.jar().get(PRESESSION_COOKIE)?.httpOnly).toBe(true);
    expect(browser.jar().get(CSRF_COOKIE)?.httpOnly).toBe(false);
  });

  it("has a redirect URI below PUBLIC_URL, whatever the request's host", async () => {
    const csrfToken = await csrf();
    const response = await browser.submit(
      "/api/auth/signin/google",
      { csrfToken, json: "true" },
      {
        "x-forwarded-host": "evil.example",
      },
    );
    const { url } = (await response.json()) as { url: string };
    expect(new URL(url).searchParams.get("redirect_uri")).toBe(`${site.url}/api/auth/callback/google`);
  });

  it.each(["github", "google"])("starts a session and redirects to the requested page (%s)", async (id) => {
    const url = await begin(id, { callbackUrl: "/dashboard/wallets" });
    const answer = double.grantConsent(url, { subject: `${count}`, email: `grace-${count}@example.com` });
    const response = await browser.request(`/api/auth/callback/${id}?${answer}`);
    expect([response.status, location(response)]).toEqual([302, `${site.url}/dashboard/wallets`]);
    expect(browser.jar().has(OAUTH_COOKIE)).toBe(false);
    expect(await session()).toMatchObject({
      user: { email: `grace-${count}@example.com`, role: "PARTICULIER" },
    });
    const me = (await (await browser.request("/api/auth/me")).json()) as { user: { accounts: unknown[] } };
    expect(me.user.accounts).toEqual([{ provider: id, linkedAt: expect.any(String) }]);
    expect(JSON.stringify(me)).not.toContain(`"${count}"`);
  });

  it("succeeds in two parallel tabs of one browser", async () => {
    const tabs = [await begin("github", { callbackUrl: "/a" }), await begin("github", { callbackUrl: "/b" })];
    const cookie = browser.jar().get(OAUTH_COOKIE);
    const answers = tabs.map((url) =>
      double.grantConsent(url, { subject: `${count}`, email: `tabs-${count}@example.com` }),
    );
    expect(location(await browser.request(`/api/auth/callback/github?${answers[1]}`))).toBe(`${site.url}/b`);
    if (cookie) browser.jar().set(OAUTH_COOKIE, cookie);
    expect(location(await browser.request(`/api/auth/callback/github?${answers[0]}`))).toBe(`${site.url}/a`);
  });

  it("cannot be completed in another browser (login CSRF)", async () => {
    const answer = double.grantConsent(await begin("google"), { email: `attacker-${count}@example.com` });
    const victim = new Browser(site.url);
    const response = await victim.request(`/api/auth/callback/google?${answer}`);
    expect(location(response)).toBe(`${site.url}/auth/signin?error=OAuthCallback`);
    expect(victim.jar().size).toBe(0);
  });

  it("returns to the sign-in page without a session if the provider denies access", async () => {
    const state = new URL(await begin("google", { callbackUrl: "/dashboard" })).searchParams.get("state");
    const response = await browser.request(`/api/auth/callback/google?error=access_denied&state=${state}`);
    expect(location(response)).toBe(`${site.url}/auth/signin?callbackUrl=%2Fdashboard&error=AccessDenied`);
    expect(await session()).toEqual({});
  });

  it("redirects to the home page instead of a callback URL on another site", async () => {
    const url = await begin("google", { callbackUrl: "https://evil.com/" });
    const answer = double.grantConsent(url, { subject: `${count}`, email: `home-${count}@example.com` });
    expect(location(await browser.request(`/api/auth/callback/google?${answer}`))).toBe(`${site.url}/`);
  });

  it("returns to the sign-in page if the provider is unavailable", async () => {
    const before = process.env["GOOGLE_ISSUER"];
    process.env["GOOGLE_ISSUER"] = "http://127.0.0.1:9";
    expect(await begin("google")).toBe(`${site.url}/auth/signin?error=OAuthSignin`);
    process.env["GOOGLE_ISSUER"] = before;
  });
});
