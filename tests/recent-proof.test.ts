import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { routes } from "../contract/index.ts";
import { link } from "../core/identity/accounts.ts";
import * as Devices from "../core/identity/devices/index.ts";
import { userProfile } from "../core/identity/entity.ts";
import * as Sessions from "../core/identity/sessions.ts";
import * as Users from "../core/identity/users.ts";
import * as Ids from "../core/kernel/ids/index.ts";
import { DAY_SECONDS } from "../core/kernel/time.ts";
import { walletId } from "../core/ledger/accounts.ts";
import * as Table from "../core/platform/table/index.ts";
import { App } from "./support/app.ts";
import { enableTwoFactor } from "./support/authenticator.ts";
import { Browser, parseForms } from "./support/browser.ts";
import { createCardHolder } from "./support/cards.ts";
import { DeviceKey } from "./support/device-key.ts";
import { latestEmailTo, subjectsTo } from "./support/emails.ts";
import { fundAccount } from "./support/money.ts";
import { load, signIn, submit } from "./support/pages.ts";
import { createUser, tokenOf } from "./support/people.ts";
import { withPlatform } from "./support/platform.ts";
import { type ProviderDouble, startProvider } from "./support/provider.ts";
import { sampleOf } from "./support/sample.ts";

/** A stolen token or cookie is not enough: sensitive actions need a recent proof of who acts, with the strongest method. */

process.env["PUBLIC_URL"] = "";
const platform = withPlatform({ seeded: false });
const password = "Lovelace!1843";
const SIX_MINUTES = 360;

let count = 0;
let email = "";
let phone: App;
let userId = "";
beforeEach(async () => {
  email = `proof${++count}@example.com`;
  phone = new App(platform);
  ({ id: userId } = await phone.register(email, password));
});

let addresses = 0;
const ip = () => `198.18.7.${++addresses % 250}`;

interface Answered {
  readonly token: string;
  readonly code: string;
  readonly error: string;
  readonly methods: readonly string[];
  readonly details: { readonly methods: readonly string[] };
  readonly accounts: readonly { readonly provider: string }[];
  readonly linkedAccounts: readonly { readonly provider: string }[];
}

/** Signs in on the web, and returns a caller with the session's token. */
async function webSession(proof: Readonly<Record<string, string>> = {}) {
  const { body } = await platform.call<Answered>("POST", "/api/auth/signin", {
    body: { email, password, ...proof },
    ip: ip(),
  });
  const { token } = body;
  return (method: string, path: string, sent?: object, headers: Readonly<Record<string, string>> = {}) =>
    platform.call<Answered>(method, path, { token, ip: ip(), headers, ...(sent && { body: sent }) });
}

const STEP_UP = { status: 403, body: { code: "STEP_UP_REQUIRED" } };

describe("a stolen token of the app", () => {
  const register = async (key: DeviceKey) => {
    const biometricToken = await key.token({ deviceId: phone.deviceId, sub: userId });
    const body = { deviceId: phone.deviceId, biometricType: "face_id", biometricToken };
    return phone.call<Answered>("POST", "/auth/biometric", { body });
  };

  it("registers no biometric key; the password, as the strongest method, is a proof", async () => {
    const key = await DeviceKey.create();
    await platform.advance(SIX_MINUTES);
    expect(await register(key)).toMatchObject({
      status: 403,
      body: { error: "STEP_UP_REQUIRED", details: { methods: ["password"] } },
    });
    expect((await phone.call("POST", "/auth/proof", { body: { password } })).status).toBe(200);
    expect((await register(key)).status).toBe(200);
  });

  it("repeats the registration of the same key without a proof, and replaces it only with its assertion", async () => {
    const key = await DeviceKey.create();
    expect((await register(key)).status).toBe(200);
    await platform.advance(SIX_MINUTES);
    expect((await register(key)).status).toBe(200);
    expect(await register(await DeviceKey.create())).toMatchObject({
      status: 403,
      body: { details: { methods: ["biometric"] } },
    });
  });

  it("registers no first key with the password, if the account has a second factor", async () => {
    const { authenticator } = await enableTwoFactor(phone);
    expect(await register(await DeviceKey.create())).toMatchObject({
      status: 403,
      body: { details: { methods: ["totp", "recovery"] } },
    });
    expect((await phone.call("POST", "/auth/proof", { body: { password } })).status).toBe(403);
    const body = { code: authenticator.code(1) };
    expect((await phone.call("POST", "/auth/proof", { body })).status).toBe(200);
    expect((await register(await DeviceKey.create())).status).toBe(200);
  });

  it("requests no other address", async () => {
    await platform.advance(SIX_MINUTES);
    const body = { email: `other-${email}` };
    expect(await phone.call<Answered>("PATCH", "/user/profile", { body })).toMatchObject({
      status: 403,
      body: { error: "STEP_UP_REQUIRED" },
    });
  });
});

describe("a stolen token of the web", () => {
  it("changes no address; the password in the request is a proof", async () => {
    const call = await webSession();
    await platform.advance(SIX_MINUTES);
    const newEmail = `new-${email}`;
    expect(await call("POST", "/api/auth/change-email", { newEmail })).toMatchObject({
      ...STEP_UP,
      body: { methods: ["password"] },
    });
    const wrong = { newEmail, password: "Wrong!1843" };
    expect((await call("POST", "/api/auth/change-email", wrong)).body.code).toBe("AUTH_WRONG_PASSWORD");
    expect((await call("POST", "/api/auth/change-email", { newEmail, password })).status).toBe(202);
  });

  it("tries ten passwords in 15 minutes, on all routes and in all sessions together, also in parallel", async () => {
    const sessions = [await webSession(), await webSession()];
    const tries = Array.from({ length: 12 }, (_, index) => {
      const call = sessions[index % 2] ?? sessions[0];
      const wrong = { password: `Wrong!${index}843` };
      return index % 3 === 0
        ? call?.("POST", "/api/auth/change-email", { newEmail: `new-${email}`, ...wrong })
        : call?.("POST", "/api/auth/2fa/enable", wrong);
    });
    const statuses = (await Promise.all(tries)).map((answer) => answer?.status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    const [call] = sessions;
    expect((await call?.("POST", "/api/auth/2fa/enable", { password }))?.status).toBe(429);
    await platform.advance(900);
    for (let n = 0; n < 12; n++)
      expect((await call?.("POST", "/api/auth/2fa/enable", { password }))?.status).toBe(200);
  });

  it("changes neither address nor password with the password alone, if the account has a second factor", async () => {
    const { authenticator, recoveryCodes } = await enableTwoFactor(phone);
    const call = await webSession({ recoveryCode: recoveryCodes[0] ?? "" });
    await platform.advance(SIX_MINUTES);
    const methods = { methods: ["totp", "recovery"] };
    const request = { newEmail: `new-${email}`, password };
    expect(await call("POST", "/api/auth/change-email", request)).toMatchObject({
      ...STEP_UP,
      body: methods,
    });
    const change = { currentPassword: password, newPassword: "Another-Horse-2" };
    expect(await call("POST", "/api/auth/change-password", change)).toMatchObject({
      ...STEP_UP,
      body: methods,
    });
    const code = { "x-2fa-code": authenticator.code() };
    expect((await call("POST", "/api/auth/change-email", request, code)).status).toBe(202);
    const recovery = { "x-2fa-code": recoveryCodes[1] ?? "" };
    expect((await call("POST", "/api/auth/change-password", change, recovery)).status).toBe(200);
  });

  it("creates no live key of an account with a second factor without a code, but a test key", async () => {
    const { authenticator, recoveryCodes } = await enableTwoFactor(phone);
    const call = await webSession({ recoveryCode: recoveryCodes[0] ?? "" });
    await platform.advance(SIX_MINUTES);
    const live = { name: "Accounting", scopes: ["*"] };
    expect(await call("POST", "/api/keys", live)).toMatchObject({
      ...STEP_UP,
      body: { methods: ["totp", "recovery"] },
    });
    expect((await call("POST", "/api/auth/proof", { password })).status).toBe(403);
    expect((await call("POST", "/api/keys", live)).status).toBe(403);
    expect((await call("POST", "/api/keys", { ...live, mode: "test" })).status).toBe(201);
    expect((await call("POST", "/api/auth/proof", { code: authenticator.code() })).status).toBe(200);
    const made = await call("POST", "/api/keys", live);
    expect(made.status).toBe(201);
    await platform.advance(SIX_MINUTES);
    const { id } = made.body as unknown as { id: string };
    expect((await call("POST", `/api/keys/${id}/rotate`, {})).status).toBe(403);
  });

  it("creates no live webhook, and moves none to another address", async () => {
    const call = await webSession();
    const hook = { name: "Mine", url: "https://example.com/hook" };
    const made = await call("POST", "/api/webhooks", hook);
    const { id } = made.body as unknown as { id: string };
    await platform.advance(SIX_MINUTES);
    expect((await call("POST", "/api/webhooks", hook)).status).toBe(403);
    expect((await call("POST", "/api/webhooks", { ...hook, mode: "test" })).status).toBe(201);
    expect((await call("POST", `/api/webhooks/${id}/rotate-secret`, {})).status).toBe(403);
    const moved = { url: "https://example.org/hook" };
    expect((await call("PATCH", `/api/webhooks/${id}`, moved)).status).toBe(403);
    expect((await call("PATCH", `/api/webhooks/${id}`, { name: "Ours" })).status).toBe(200);
  });

  it("turns the second factor off with a code in the request, or with an earlier proof and no code", async () => {
    const { authenticator, recoveryCodes } = await enableTwoFactor(phone);
    const call = await webSession({ recoveryCode: recoveryCodes[0] ?? "" });
    await platform.advance(SIX_MINUTES);
    expect(await call("POST", "/api/auth/2fa/disable")).toMatchObject(STEP_UP);
    expect((await call("POST", "/api/auth/2fa/recovery-codes", { code: authenticator.code() })).status).toBe(
      200,
    );
    expect(await call("POST", "/api/auth/2fa/disable")).toMatchObject(STEP_UP);
    expect((await call("POST", "/api/auth/proof", { code: authenticator.code(1) })).status).toBe(200);
    expect((await call("POST", "/api/auth/2fa/disable")).status).toBe(200);
  });
});

describe("a stolen token of staff", () => {
  it("moves no customer's money; with a recent proof it does", async () => {
    await fundAccount(userId, "EUR", 1n);
    const staff = await createUser("EMPLOYE");
    const adjust = async (token: string, operation: string) => {
      const body = { operation, amount: 100, reason: "a test" };
      const headers = { "idempotency-key": Ids.secret() };
      const path = `/api/defi/wallets/${walletId("live", userId, "EUR")}`;
      return platform.call<Answered>("PUT", path, { token, headers, body });
    };
    const { accessToken } = await Sessions.start(staff, { ip: "192.0.2.9", userAgent: "test" });
    for (const operation of ["DEPOSIT", "WITHDRAW"])
      expect(await adjust(accessToken, operation)).toMatchObject(STEP_UP);
    expect((await adjust(await tokenOf(staff), "DEPOSIT")).status).toBe(200);
  });
});

/** Paths of unknown objects, with valid ids. */
const fill = (path: string): string =>
  path.replace(/\{(\w+)\+?\}/g, (_, name: string) =>
    name === "approvalId"
      ? Ids.create("approval")
      : name === "id" && path.includes("/cards/")
        ? Ids.create("card")
        : Ids.create("user"),
  );

it("a session without any proof passes no route that always needs one", async () => {
  const client = { ip: "192.0.2.9", userAgent: "test" };
  const deviceInfo = { platform: "ios", model: "Phone 9", osVersion: "26.1", appVersion: "1.0.0" };
  const always = routes.filter(
    ({ proof }) => proof === "always" || (typeof proof === "object" && "accepts" in proof),
  );
  expect(always.length).toBeGreaterThan(25);
  const passed: string[] = [];
  for (const { id, method, path, auth, family, request } of always) {
    const user = await createUser("ADMIN");
    const { accessToken } =
      auth === "mobile"
        ? await Devices.start(user, client, { deviceId: Ids.secret(8), deviceInfo })
        : await Sessions.start(user, client);
    const isForm = family === "web";
    const example = (request?.body && sampleOf(request.body)) as Readonly<Record<string, string>> | undefined;
    const { password: _, code: __, ...sent } = example ?? {};
    const body = isForm
      ? new URLSearchParams({ csrfToken: "none", ...sent }).toString()
      : JSON.stringify(sent);
    const response = await fetch(platform.url + fill(path), {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        "x-forwarded-for": ip(),
        "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json",
      },
      ...(method !== "GET" && { body }),
      redirect: "manual",
    });
    const text = await response.text();
    // The account has no password, so the current password of a change is wrong.
    const isRejected =
      "currentPassword" in sent ? /password/i.test(text) : /STEP_UP_REQUIRED|"proof"/.test(text);
    if (!isRejected || (response.status !== 403 && !("currentPassword" in sent)))
      passed.push(`${id}: ${response.status} ${text.slice(0, 200)}`);
  }
  expect(passed).toEqual([]);
});

describe("a stolen cookie", () => {
  let double: ProviderDouble;
  beforeAll(async () => {
    double = await startProvider();
    Object.assign(process.env, double.env);
  });
  afterAll(() => double.stop());

  let browser: Browser;
  beforeEach(async () => {
    browser = new Browser(platform.url);
    await signIn(browser, { email, password });
  });

  const csrf = async () =>
    ((await (await browser.request("/api/auth/csrf")).json()) as { csrfToken: string }).csrfToken;
  const prove = async () => {
    const response = await browser.request("/api/auth/proof", {
      method: "POST",
      headers: { "content-type": "application/json", "x-csrf-token": await csrf() },
      body: JSON.stringify({ password }),
    });
    expect(response.status).toBe(200);
  };
  const me = async () => (await (await browser.request("/api/auth/accounts")).json()) as Answered;
  /** Returns from the provider. @returns where the browser goes next */
  const returnFrom = async (url: string, subject: string) => {
    const answer = double.grantConsent(url, { subject, email: `thief${count}@example.com` });
    return (await browser.request(`/api/auth/callback/google?${answer}`)).headers.get("location") ?? "";
  };

  it("links no account: a form is sent to the page for a proof, a program gets 403 with the methods", async () => {
    await platform.advance(SIX_MINUTES);
    const form = { csrfToken: await csrf(), callbackUrl: "/dashboard" };
    const redirected = await browser.submit("/api/auth/signin/google", form);
    expect(redirected.headers.get("location")).toBe(
      `${platform.url}/auth/confirm?callbackUrl=%2Fapp%2Fsettings%3Fsection%3Daccounts`,
    );
    const json = await browser.submit("/api/auth/signin/google", { ...form, json: "true" });
    expect([json.status, await json.json()]).toMatchObject([
      403,
      { code: "STEP_UP_REQUIRED", methods: ["password"], url: expect.stringContaining("/auth/confirm") },
    ]);
    expect((await me()).accounts).toEqual([]);
  });

  it("is not needed to begin a sign-in, in which an assertion without a user is ignored", async () => {
    const stranger = new Browser(platform.url);
    const { csrfToken } = (await (await stranger.request("/api/auth/csrf")).json()) as { csrfToken: string };
    const headers = { "x-biometric-assertion": "a.b.c" };
    const begun = await stranger.submit("/api/auth/signin/google", { csrfToken }, headers);
    expect(begun.headers.get("location")).toContain(double.url);
  });

  it("links an account after a proof, of which the owner is notified and which the owner can unlink", async () => {
    await platform.advance(SIX_MINUTES);
    await prove();
    const callbackUrl = "/app/settings?section=accounts";
    const begun = await browser.submit("/api/auth/signin/google", { csrfToken: await csrf(), callbackUrl });
    const next = await returnFrom(begun.headers.get("location") ?? "", `subject-${email}`);
    expect(next).toBe(`${platform.url}${callbackUrl}`);
    expect((await me()).accounts).toMatchObject([{ provider: "google" }]);
    expect((await subjectsTo(platform, email)).join()).toContain("un compte a été lié au vôtre");
    await prove();
    const unlinked = await browser.request("/api/auth/accounts/google", {
      method: "DELETE",
      headers: { "x-csrf-token": await csrf() },
    });
    expect(unlinked.status).toBe(204);
    expect((await me()).accounts).toEqual([]);
    expect((await subjectsTo(platform, email)).join()).toContain("un compte a été délié du vôtre");
  });

  it("links no account in another session than the one that had the proof", async () => {
    await prove();
    const begun = await browser.submit("/api/auth/signin/google", { csrfToken: await csrf() });
    await signIn(browser, { email, password }, "/auth/signin?error=Default");
    const next = await returnFrom(begun.headers.get("location") ?? "", `subject-${email}`);
    expect(next).toContain("error=OAuthAccountNotLinked");
    expect((await me()).accounts).toEqual([]);
  });
});

describe("a linked account", () => {
  let double: ProviderDouble;
  beforeAll(async () => {
    double = await startProvider();
    Object.assign(process.env, double.env);
  });
  afterAll(() => double.stop());

  /** Signs a browser in at the provider. */
  async function signInAtProvider(browser: Browser, subject: string, address: string) {
    const { csrfToken } = (await (await browser.request("/api/auth/csrf")).json()) as { csrfToken: string };
    const begun = await browser.submit("/api/auth/signin/google", { csrfToken });
    const answer = double.grantConsent(begun.headers.get("location") ?? "", { subject, email: address });
    return browser.request(`/api/auth/callback/google?${answer}`);
  }

  it("that is the only way to sign in proves who acts by another sign-in, and cannot be unlinked", async () => {
    const browser = new Browser(platform.url);
    const address = `only-${email}`;
    await signInAtProvider(browser, address, address);
    await platform.advance(SIX_MINUTES);
    const { csrfToken } = (await (await browser.request("/api/auth/csrf")).json()) as { csrfToken: string };
    const unlink = () =>
      browser.request("/api/auth/accounts/google", {
        method: "DELETE",
        headers: { "x-csrf-token": csrfToken },
      });
    expect(await (await unlink()).json()).toMatchObject({
      code: "STEP_UP_REQUIRED",
      methods: ["provider"],
    });
    const other = await signInAtProvider(browser, `other-${address}`, `thief-${email}`);
    expect(other.headers.get("location")).toContain("error=OAuthAccountNotLinked");
    await signInAtProvider(browser, address, address);
    const after = (await (await browser.request("/api/auth/csrf")).json()) as { csrfToken: string };
    const last = await browser.request("/api/auth/accounts/google", {
      method: "DELETE",
      headers: { "x-csrf-token": after.csrfToken },
    });
    expect(await last.json()).toMatchObject({ code: "AUTH_LAST_SIGN_IN_METHOD" });
  });

  it("that is the only way to sign in leads through the proof at the provider back to the console, where the request succeeds", async () => {
    const browser = new Browser(platform.url);
    const address = `back-${email}`;
    await signInAtProvider(browser, address, address);
    await platform.advance(SIX_MINUTES);
    const ask = async () => {
      const { csrfToken } = (await (await browser.request("/api/auth/csrf")).json()) as { csrfToken: string };
      const headers = { "content-type": "application/json", "x-csrf-token": csrfToken };
      return browser.request("/api/account/export", { method: "POST", headers, body: "{}" });
    };
    expect(await (await ask()).json()).toMatchObject({ code: "STEP_UP_REQUIRED", methods: ["provider"] });
    const page = "/app/settings?section=privacy";
    const confirm = `/auth/confirm?callbackUrl=${encodeURIComponent(page)}`;
    const { html } = await load(browser, confirm);
    expect(html).toContain("Sign in again with Google");
    expect(parseForms(html).filter(({ fields }) => "password" in fields || "code" in fields)).toEqual([]);
    const prove = async (subject: string, from: string) => {
      const begun = await submit(browser, confirm, "/api/auth/signin/google");
      const answer = double.grantConsent(begun.headers.get("location") ?? "", { subject, email: from });
      return browser.request(`/api/auth/callback/google?${answer}`);
    };
    const other = await prove(`other-${address}`, `thief-${address}`);
    expect(other.headers.get("location")).toContain("error=OAuthAccountNotLinked");
    expect((await ask()).status).toBe(403);
    const back = await prove(address, address);
    expect(back.headers.get("location")).toBe(`${platform.url}${page}`);
    expect((await ask()).status).toBe(202);
  });

  it("that is the only way to sign in proves who changes a card's PIN", async () => {
    const { userId: holderId, email: address, cardId } = await createCardHolder(platform);
    const user = await Users.fromId(holderId);
    if (!user) throw new Error("no user");
    await link(user, "google", address);
    await Table.update(userProfile.key(user), { set: { passwordId: undefined } });
    const browser = new Browser(platform.url);
    await signInAtProvider(browser, address, address);
    const changePin = async () => {
      const { csrfToken } = (await (await browser.request("/api/auth/csrf")).json()) as { csrfToken: string };
      return browser.request(`/api/v1/mobile/cards/${cardId}/pin`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-csrf-token": csrfToken },
        body: JSON.stringify({ pin: "8305" }),
      });
    };
    await platform.advance(SIX_MINUTES);
    const refused = await changePin();
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { error: "STEP_UP_REQUIRED", details: { methods: ["provider"] } },
    ]);
    await signInAtProvider(browser, address, address);
    expect((await changePin()).status).toBe(204);
    await platform.advance(SIX_MINUTES);
    expect((await changePin()).status).toBe(403);
  });

  it("is listed after a reset of the password, and unlinked on request", async () => {
    const user = await Users.fromEmail(email);
    if (!user) throw new Error("no user");
    const post = (path: string, body: object) =>
      platform.call<Answered>("POST", `/api/auth/${path}`, { body, ip: ip() });
    const reset = async (more: object) => {
      await post("forgot-password", { email });
      const { token } = await latestEmailTo(platform, email, "/auth/reset-password");
      return post("reset-password", { token, newPassword: "Another-Horse-2", ...more });
    };
    await reset({});
    await platform.advance(DAY_SECONDS + 1);
    const owner = await Users.fromEmail(email);
    await link(owner ?? user, "google", `linked-${email}`);
    expect((await reset({})).body.linkedAccounts).toMatchObject([{ provider: "google" }]);
    await platform.drain();
    const { text } = platform.mail(email).findLast(({ subject }) => subject.includes("a été changé")) ?? {};
    expect(text).toMatch(/Comptes liés qui permettent toujours de se connecter\s: Google/);
    expect((await reset({ unlinkAccounts: true })).body.linkedAccounts).toEqual([]);
    expect((await Users.fromEmail(email))?.accounts).toEqual([]);
    // Another user can link it now.
    const other = await createUser();
    await link(other, "google", `linked-${email}`);
    expect((await Users.fromId(other.userId))?.accounts).toHaveLength(1);
  });

  it("is unlinked with a change of the password, if the user asks for it", async () => {
    const user = await Users.fromEmail(email);
    if (!user) throw new Error("no user");
    await link(user, "google", `changed-${email}`);
    const { body } = await platform.call<{ token: string }>("POST", "/api/auth/signin", {
      body: { email, password },
      ip: "203.0.113.250",
    });
    const change = { currentPassword: password, newPassword: "Another-Horse-2", unlinkAccounts: true };
    await platform.call("POST", "/api/auth/change-password", { token: body.token, body: change });
    expect((await Users.fromEmail(email))?.accounts).toEqual([]);
  });
});
