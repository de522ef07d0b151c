import { beforeEach, describe, expect, it, vi } from "vitest";
import { CSRF_COOKIE } from "../contract/cookies.ts";
import { userProfile } from "../core/identity/entity.ts";
import { ACCESS_TOKEN_SECONDS } from "../core/identity/schema.ts";
import * as Ids from "../core/kernel/ids/index.ts";
import { walletRef } from "../core/ledger/accounts.ts";
import { balanceNow } from "../core/ledger/balance-at.ts";
import * as Table from "../core/platform/table/index.ts";
import { newEmail } from "./support/addresses.ts";
import { App } from "./support/app.ts";
import { enableTwoFactor } from "./support/authenticator.ts";
import { Browser } from "./support/browser.ts";
import { fundAccount } from "./support/money.ts";
import * as Pictures from "./support/pictures.ts";
import { withPlatform } from "./support/platform.ts";
import { confirmSetup } from "./support/psp.ts";

/** One person on the web and in the app: the same routes, the same limits, the same money. */

const platform = withPlatform({ consumers: [] });
const password = "Lovelace!1843";
const M = "/api/v1/mobile";

interface Person {
  readonly app: App;
  readonly browser: Browser;
  /** The access token of the browser's session. */
  readonly token: string;
  readonly userId: string;
  readonly eur: string;
}

let addresses = 0;

/** Registers a user in the app, with this balance in cents, who then signs in with a browser. */
async function createPerson(cents = 0n): Promise<Person> {
  const app = new App(platform);
  const email = newEmail();
  const { id: userId } = await app.register(email, password);
  await Table.update(userProfile.key({ userId }), { set: { emailVerified: new Date().toISOString() } });
  const browser = new Browser(platform.url);
  const headers = { "content-type": "application/json", "x-forwarded-for": `198.18.77.${++addresses}` };
  const body = JSON.stringify({ email, password });
  const response = await browser.request("/api/auth/signin", { method: "POST", headers, body });
  expect(response.status).toBe(200);
  const { token } = (await response.json()) as { token: string };
  return { app, browser, token, userId, eur: await fundAccount(userId, "EUR", cents) };
}

let ada: Person;
let ben: Person;
beforeEach(async () => {
  [ada, ben] = [await createPerson(10_000n), await createPerson()];
});

const cents = async ({ eur }: Person): Promise<bigint> => (await balanceNow(walletRef(eur))).available;

/** Sends JSON with the browser's cookies. */
const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  ada.browser.request(`${M}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
const transfer = (amount: number) => ({
  fromAccountId: ada.eur,
  toAccountId: ben.eur,
  amount,
  currency: "EUR",
});

describe("a person", () => {
  it("reads the same accounts in the app, with a web token and with the browser's cookie", async () => {
    const inApp = (await ada.app.call("GET", "/wallet/accounts")).body;
    expect(inApp).toMatchObject({ accounts: [{ id: ada.eur, balance: 100 }] });
    expect((await platform.call("GET", `${M}/wallet/accounts`, { token: ada.token })).body).toEqual(inApp);
    expect(await (await ada.browser.request(`${M}/wallet/accounts`)).json()).toEqual(inApp);
  });

  it("moves money once if a transfer of the app is repeated on the web with its Idempotency-Key", async () => {
    const headers = { "idempotency-key": Ids.secret() };
    const body = transfer(10);
    const sent = await ada.app.call("POST", "/wallet/transfer", { body, headers });
    const byToken = await platform.call("POST", `${M}/wallet/transfer`, { token: ada.token, body, headers });
    const byCookie = await post("/wallet/transfer", body, headers);
    expect([sent.status, byToken.status, byCookie.status]).toEqual([200, 200, 200]);
    expect([byToken.body, await byCookie.json()]).toEqual([sent.body, sent.body]);
    expect(byCookie.headers.get("idempotency-replayed")).toBe("true");
    expect(await cents(ben)).toBe(1000n);
  });

  it("has one rate limit for the web and the app", async () => {
    const remaining = ({ headers }: { readonly headers: Headers }) =>
      Number(headers.get("x-ratelimit-remaining"));
    const first = remaining(await ada.app.call("GET", "/user/profile"));
    const second = remaining(await platform.call("GET", `${M}/user/profile`, { token: ada.token }));
    const third = remaining(await ada.browser.request(`${M}/user/profile`));
    expect([second, third]).toEqual([first - 1, first - 2]);
  });

  it("gets the app's format of errors on the web, and the code of what to do next", async () => {
    expect(await platform.call("GET", `${M}/wallet/transactions/none`, { token: ada.token })).toMatchObject({
      status: 404,
      body: { error: "TRANSACTION_NOT_FOUND", message: expect.any(String) },
    });
    const read = ({ token }: Person) => platform.call("GET", `${M}/user/profile`, { token });
    await ada.app.call("POST", "/auth/logout-all");
    expect(await read(ada)).toMatchObject({ status: 401, body: { error: "SESSION_ENDED" } });
    await platform.advance(ACCESS_TOKEN_SECONDS + 1);
    expect(await read(ben)).toMatchObject({ status: 401, body: { error: "TOKEN_EXPIRED" } });
  });

  it("cannot use a web session for the keys, push messages, sync and list of devices", async () => {
    const routes = [
      ["POST", "/auth/biometric"],
      ["POST", "/notifications/register"],
      ["DELETE", "/notifications/unregister"],
      ["POST", "/sync/pull"],
      ["POST", "/sync/push"],
      ["GET", "/sync/status"],
      ["GET", "/user/devices"],
    ] as const;
    for (const [method, path] of routes) {
      const body = method === "GET" ? undefined : {};
      const { status } = await platform.call(method, `${M}${path}`, { token: ada.token, body });
      expect(status, path).toBe(401);
      expect((await ada.browser.request(`${M}${path}`, { method })).status, path).toBe(401);
    }
  });
});

describe("a write with the browser's cookies", () => {
  it.each([
    ["another site's origin", { origin: "https://evil.example" }],
    ["another site without an origin", { "sec-fetch-site": "cross-site" }],
    ["a sibling host", { "sec-fetch-site": "same-site" }],
    ["an opaque origin", { origin: "null" }],
  ])("is rejected from %s, and moves nothing", async (_, headers) => {
    const response = await post("/wallet/transfer", transfer(10), headers);
    expect([response.status, await response.json()]).toMatchObject([403, { error: "FORBIDDEN" }]);
    const withoutBody = await ada.browser.request(`${M}/user/export`, { method: "POST", headers });
    expect(withoutBody.status).toBe(403);
    const wallet = {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: '{"asset":"BTC"}',
    };
    expect((await ada.browser.request("/v1/wallets", wallet)).status).toBe(403);
    expect(await cents(ben)).toBe(0n);
  });

  it("is rejected as a form without the session's form token, whatever the form contains", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
      const response = await post("/wallet/transfer", transfer(10), { "content-type": type });
      expect(response.status, type).toBe(403);
    }
    expect(await cents(ben)).toBe(0n);
  });

  it("is accepted from the platform's own pages", async () => {
    expect((await post("/wallet/transfer", transfer(10))).status).toBe(200);
    expect((await post("/wallet/transfer", transfer(5), { "sec-fetch-site": "same-origin" })).status).toBe(
      200,
    );
    expect(await cents(ben)).toBe(1500n);
  });

  it("is not checked if the request has a bearer token, which a browser does not add by itself", async () => {
    const headers = { origin: "https://evil.example" };
    const options = { token: ada.token, body: transfer(10), headers };
    expect((await platform.call("POST", `${M}/wallet/transfer`, options)).status).toBe(200);
  });

  it("with files needs the form token in X-CSRF-Token, of its own session", async () => {
    const form = () => {
      const one = new FormData();
      one.append("documentType", "passport");
      one.append("document", new Blob([new Uint8Array(Pictures.jpeg())]), "passport.jpg");
      return one;
    };
    const send = async (body: FormData, headers: Readonly<Record<string, string>> = {}) => {
      const path = `${M}/identity/documents/upload`;
      return (await ada.browser.request(path, { method: "POST", body, headers })).status;
    };
    const tokenOf = ({ browser }: Person): string => browser.jar().get(CSRF_COOKIE)?.value ?? "";
    expect(tokenOf(ada)).toMatch(/^[0-9a-f]{64}\./);
    expect(await send(form())).toBe(403);
    expect(await send(form(), { "x-csrf-token": tokenOf(ben) })).toBe(403);
    const inField = form();
    inField.append("csrfToken", tokenOf(ada));
    expect(await send(inField)).toBe(403);
    expect(await send(form(), { "x-csrf-token": tokenOf(ada), origin: "https://evil.example" })).toBe(403);
    const { documents: none } = (await ada.app.call<{ documents: object[] }>("GET", "/identity/documents"))
      .body;
    expect(none).toEqual([]);
    expect(await send(form(), { "x-csrf-token": tokenOf(ada) })).toBe(200);
    const { documents } = (await ada.app.call<{ documents: object[] }>("GET", "/identity/documents")).body;
    expect(documents).toMatchObject([{ documentType: "passport" }]);
  });

  it("is offered to other sites' pages by CORS only if their origin is configured", async () => {
    vi.stubEnv("CORS_ORIGINS", "https://console.example");
    const preflight = async (origin: string) => {
      const headers = { origin, "access-control-request-method": "POST" };
      const response = await fetch(`${platform.url}${M}/wallet/transfer`, { method: "OPTIONS", headers });
      return response.headers.get("access-control-allow-origin");
    };
    expect(await preflight("https://console.example")).toBe("https://console.example");
    expect(await preflight("https://evil.example")).toBeNull();
    const headers = { origin: "https://console.example", "sec-fetch-site": "cross-site" };
    expect((await post("/wallet/transfer", transfer(1), headers)).status).toBe(200);
    vi.unstubAllEnvs();
  });
});

describe("a recent proof on the web", () => {
  const payee = { name: "Grace Hopper", iban: "FR7630006000011234567890189" };

  it("is the password of an account without a second factor, for its own session only", async () => {
    await platform.advance(301);
    expect(await (await post("/payees", payee)).json()).toMatchObject({
      error: "STEP_UP_REQUIRED",
      details: { methods: ["password"] },
    });
    const proof = await ada.browser.request("/api/auth/proof", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ password }),
    });
    expect(proof.status).toBe(200);
    expect((await post("/payees", payee)).status).toBe(201);
    const inApp = await ada.app.call("POST", "/payees", { body: payee });
    expect(inApp).toMatchObject({ status: 403, body: { error: "STEP_UP_REQUIRED" } });
  });

  it("is a code of an account with a second factor, not the password, also for one request", async () => {
    const { authenticator } = await enableTwoFactor(ada.app);
    await platform.advance(301);
    expect(await (await post("/payees", payee)).json()).toMatchObject({
      error: "STEP_UP_REQUIRED",
      details: { methods: ["totp", "recovery"] },
    });
    const byPassword = await ada.browser.request("/api/auth/proof", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ password }),
    });
    expect(byPassword.status).toBe(403);
    expect((await post("/payees", payee)).status).toBe(403);
    expect((await post("/payees", payee, { "x-2fa-code": authenticator.wrong() })).status).toBe(403);
    expect((await post("/payees", payee, { "x-2fa-code": authenticator.code() })).status).toBe(201);
    expect((await post("/payees", payee)).status).toBe(403);
  });
});

describe("the app's token", () => {
  it("saves a card by a set-up intent, which the web then lists", async () => {
    const call = <T>(method: string, path: string, token: string, body?: unknown) =>
      platform.call<{ data: T }>(method, `/api/payments${path}`, { token, body });
    const { accessToken } = ada.app;
    const intent = await call<{ id: string }>("POST", "/setup-intents", accessToken, {});
    expect(intent.status).toBe(201);
    await confirmSetup(intent.body.data.id);
    const saved = await call<{ id: string }>("POST", "/cards", accessToken, {
      setupIntentId: intent.body.data.id,
    });
    expect(saved.status).toBe(201);
    for (const token of [accessToken, ada.token])
      expect((await call("GET", "/cards", token)).body.data).toMatchObject([{ id: saved.body.data.id }]);
    expect((await call("GET", "/cards", ben.app.accessToken)).body.data).toEqual([]);
    expect(await platform.call("GET", "/api/payments/cards")).toMatchObject({
      status: 401,
      body: { success: false },
    });
  });

  it("creates a statement as a job, and reads it", async () => {
    const body = {
      type: "statement-export",
      payload: { wallet: "EUR", from: "2026-01-01", to: "2026-01-31", format: "csv" },
    };
    const token = ada.app.accessToken;
    const created = await platform.call<{ id: string }>("POST", "/api/jobs", { token, body });
    expect(created.status, JSON.stringify(created.body)).toBe(202);
    const path = `/api/jobs/${created.body.id}`;
    expect(await platform.call("GET", path, { token })).toMatchObject({ status: 200 });
    expect(await platform.call("GET", path, { token: ada.token })).toMatchObject({ status: 200 });
    expect((await platform.call("GET", path, { token: ben.app.accessToken })).status).toBe(404);
    // Workers sign in on the web.
    const leased = await platform.call("POST", "/api/jobs/lease", { token, body: { capabilities: ["x"] } });
    expect(leased.status).toBe(401);
  });

  it("opens the notification stream, and no longer after the device has signed out", async () => {
    const open = async () => {
      const leaving = new AbortController();
      const headers = { authorization: `Bearer ${ada.app.accessToken}` };
      const url = `${platform.url}/api/notifications/stream`;
      const response = await fetch(url, { headers, signal: leaving.signal });
      const text = response.ok
        ? new TextDecoder().decode((await response.body?.getReader().read())?.value)
        : await response.text();
      leaving.abort();
      return { status: response.status, text };
    };
    expect(await open()).toMatchObject({ status: 200, text: expect.stringContaining("retry:") });
    expect((await ada.app.call("POST", "/auth/logout")).status).toBe(200);
    expect((await open()).status).toBe(401);
  });
});
