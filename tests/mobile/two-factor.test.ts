import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as Accounts from "../../core/identity/accounts.ts";
import { stepOf } from "../../core/identity/second-factor/codes.ts";
import * as SecondFactor from "../../core/identity/second-factor/index.ts";
import * as Users from "../../core/identity/users.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import { App } from "../support/app.ts";
import { Authenticator, enableTwoFactor } from "../support/authenticator.ts";
import { Browser } from "../support/browser.ts";
import { noEndings, onDevice, onWeb } from "../support/identity.ts";
import { load, signIn, submit } from "../support/pages.ts";
import { withPlatform } from "../support/platform.ts";
import { type ProviderDouble, startProvider } from "../support/provider.ts";
import vectors from "../vectors/identity.json" with { type: "json" };

/** Two-factor authentication for every authentication method. */

const platform = withPlatform({ seeded: false });
const password = "Lovelace!1843";

let count = 0;
let email = "";
let phone: App;
let authenticator: Authenticator;
let recoveryCodes: readonly string[];
beforeEach(async () => {
  email = `ada${++count}@example.com`;
  phone = new App(platform);
  await phone.register(email, password);
});

/** Enables two-factor authentication, and waits for an unused code. */
async function enableWithFreshCode() {
  const on = await enableTwoFactor(phone);
  ({ authenticator, recoveryCodes } = on);
  await platform.advance(30);
  return on;
}

const addressOf = (n: number) => `203.0.113.${n % 250}`;
let tries = 0;
const post = (path: string, body: unknown, ip = addressOf(++tries)) =>
  platform.call<Record<string, unknown>>("POST", path, { body, ip });

describe("one-time codes", () => {
  it.each(vectors.totp_rfc6238)("match RFC 6238 at $time", async ({ time, secretBase32, code6 }) => {
    const at = vi.spyOn(Clock, "nowMs");
    const stepAt = (seconds: number) => {
      at.mockReturnValue(seconds * 1000);
      return stepOf(secretBase32, code6);
    };
    const step = Math.floor(time / 30);
    for (const late of [-30, 0, 30]) expect(await stepAt(time + late)).toBe(step);
    for (const late of [-60, 60]) expect(await stepAt(time + late)).toBeUndefined();
    at.mockRestore();
  });
});

describe("the setup", () => {
  it("returns the secret, its URL and QR code, and is inactive until a code is verified", async () => {
    const { setup } = await enableTwoFactor(phone);
    expect(setup.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(setup.otpauthUrl).toMatch(/^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}/);
    expect(setup.qrCode).toMatch(/^data:image\/png;base64,/);
    expect(Date.parse(setup.expiresAt) - Clock.nowMs()).toBeGreaterThan(590_000);

    const other = new App(platform);
    await other.register(`b${email}`, password);
    await other.call("POST", "/user/2fa/enable", { body: {} });
    expect((await new App(platform).tryLogin(`b${email}`, password)).status).toBe(200);
  });

  it("expires after ten minutes, and rejects a wrong code", async () => {
    const refused = (code: string) =>
      phone.call<{ error: string }>("POST", "/user/2fa/verify", { body: { code } });
    expect((await refused("123456")).body.error).toBe("TWO_FACTOR_NOT_BEGUN");
    const begun = await phone.call<{ secret: string }>("POST", "/user/2fa/enable", {});
    const shows = new Authenticator(begun.body.secret);
    const wrong = await refused(shows.wrong());
    expect([wrong.status, wrong.body.error]).toEqual([401, "TWO_FACTOR_INVALID"]);
    await platform.advance(601);
    expect((await refused(shows.code())).body.error).toBe("TWO_FACTOR_NOT_BEGUN");
  });

  it("rejects codes after ten wrong ones in 15 minutes, also in parallel and after a restart", async () => {
    const begin = async () => {
      const { body } = await phone.call<{ secret: string }>("POST", "/user/2fa/enable", {});
      return new Authenticator(body.secret);
    };
    const verify = (code: string) =>
      phone.call<{ error: string }>("POST", "/user/2fa/verify", { body: { code } });
    let shows = await begin();
    const answers = await Promise.all(Array.from({ length: 8 }, () => verify(shows.wrong())));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(401));
    shows = await begin();
    const more = [];
    for (let count = 0; count < 4; count++) more.push((await verify(shows.wrong())).status);
    expect(more).toEqual([401, 401, 429, 429]);
    const right = await verify(shows.code());
    expect([right.status, right.body.error]).toEqual([429, "RATE_LIMITED"]);
    await platform.advance(901);
    await phone.refresh();
    await phone.call("POST", "/auth/proof", { body: { password } });
    shows = await begin();
    expect((await verify(shows.code())).status).toBe(200);
  });

  it("cannot start while two-factor authentication is on", async () => {
    await enableWithFreshCode();
    const headers = { "x-2fa-code": authenticator.code() };
    const again = await phone.call("POST", "/user/2fa/enable", { body: {}, headers });
    expect([again.status, again.body]).toMatchObject([409, { error: "TWO_FACTOR_ALREADY_ON" }]);
  });

  it("returns no recovery codes when a code is verified after the setup", async () => {
    await enableWithFreshCode();
    const body = { code: authenticator.code() };
    const checked = await phone.call("POST", "/user/2fa/verify", { body });
    expect(checked.body).toEqual({ success: true, enabled: true });
    expect((await phone.call("POST", "/user/2fa/verify", { body })).status).toBe(401);
  });

  it.each([
    ["fr", "facteurs est activée", "code de secours a été", "nouveaux codes", "facteurs est désactivée"],
    ["en", "factor authentication is on", "recovery code was", "new recovery codes", "authentication is off"],
  ] as const)(
    "and each later change are reported by email and in the list of notifications (%s)",
    async (language, ...expected) => {
      const preferences = { currency: "EUR", timezone: "Europe/Paris", theme: "system", hideBalances: false };
      const chosen = await phone.call("PUT", "/user/preferences", { body: { language, ...preferences } });
      expect(chosen.status).toBe(200);
      await enableWithFreshCode();
      await new App(platform).login(email, password, { recoveryCode: recoveryCodes[0] });
      const { body: session } = await post("/api/auth/signin", {
        ...{ email, password },
        totpCode: authenticator.code(),
      });
      const renewal = { token: String(session["token"]), body: { code: recoveryCodes[1] } };
      expect((await platform.call("POST", "/api/auth/2fa/recovery-codes", renewal)).status).toBe(200);
      await platform.advance(30);
      const off = { body: { enabled: false }, headers: { "x-2fa-code": authenticator.code() } };
      expect((await phone.call("POST", "/user/2fa/enable", off)).status).toBe(200);
      await platform.drain();
      const { body } = await phone.call<{ notifications: { title: string }[] }>(
        "GET",
        "/notifications/history",
      );
      for (const text of expected) {
        expect(platform.mail(email).map(({ subject }) => subject)).toContainEqual(
          expect.stringContaining(text),
        );
        expect(body.notifications.map(({ title }) => title)).toContainEqual(expect.stringContaining(text));
      }
    },
  );

  it("stores neither its secret nor a recovery code in plain text", async () => {
    const { setup } = await enableWithFreshCode();
    const items = (await Array.fromAsync(Table.scan())).map((item) =>
      JSON.stringify(item, (_, value) => (typeof value === "bigint" ? String(value) : value)),
    );
    for (const secret of [setup.secret, ...recoveryCodes, ...recoveryCodes.map((c) => c.replaceAll("-", ""))])
      expect(items.filter((item) => item.includes(secret))).toEqual([]);
  });
});

type Method = (proof: Record<string, string>) => Promise<{ status: number; error: unknown }>;

const credentials = async (proof: Record<string, string>) => {
  const browser = new Browser(platform.url);
  const { csrfToken } = (await (await browser.request("/api/auth/csrf")).json()) as { csrfToken: string };
  const from = { "x-forwarded-for": addressOf(++tries) };
  const form = { csrfToken, email, password, json: "true", ...proof };
  const answer = await browser.submit("/api/auth/callback/credentials", form, from);
  const { code, url } = (await answer.json()) as { code?: string; url: string };
  const session = (await (await browser.request("/api/auth/session")).json()) as { user?: unknown };
  expect(session.user !== undefined).toBe(answer.status === 200);
  if (code !== undefined) expect(url).toMatch(/error=TwoFactor(Required|Invalid)/);
  return { status: answer.status, error: code };
};

const methods: Readonly<Record<string, Method>> = {
  "mobile login": async (proof) => {
    const { status, body } = await new App(platform).tryLogin(email, password, proof);
    return { status, error: body.error };
  },
  "web sign-in": async (proof) => {
    const { status, body } = await post("/api/auth/signin", { email, password, ...proof });
    return { status, error: body["code"] };
  },
  "legacy login": async (proof) => {
    const { status, body } = await post("/api/auth/login", { email, password, ...proof });
    return { status, error: body["code"] };
  },
  "Auth.js's credentials": credentials,
};

describe.each(Object.keys(methods))("%s of an account with a second factor", (name) => {
  const enter = methods[name] as Method;
  beforeEach(enableWithFreshCode);

  it("requires a code, rejects a wrong code, and accepts the right code once", async () => {
    expect(await enter({})).toEqual({ status: 401, error: "TWO_FACTOR_REQUIRED" });
    expect(await enter({ totpCode: authenticator.wrong() })).toEqual({
      status: 401,
      error: "TWO_FACTOR_INVALID",
    });
    const totpCode = authenticator.code();
    expect((await enter({ totpCode })).status).toBe(200);
    expect(await enter({ totpCode })).toEqual({ status: 401, error: "TWO_FACTOR_INVALID" });
  });

  it("accepts each recovery code once", async () => {
    for (const recoveryCode of recoveryCodes.slice(0, 2)) {
      expect((await enter({ recoveryCode })).status).toBe(200);
      expect((await enter({ recoveryCode })).status).toBe(401);
    }
    expect((await enter({ recoveryCode: "AAAA-AAAA-AAAA-AAAA" })).error).toBe("TWO_FACTOR_INVALID");
  });
});

describe("a second factor", () => {
  it("is not revealed after a wrong password", async () => {
    const plain = `plain${email}`;
    await new App(platform).register(plain, password);
    await enableWithFreshCode();
    const wrong = async (of: string, proof = {}) => {
      const { status, body } = await post("/api/auth/signin", {
        email: of,
        password: "Wrong!12345",
        ...proof,
      });
      return [status, body["code"]];
    };
    const totpCode = authenticator.code();
    const expected = [401, "AUTH_INVALID_CREDENTIALS"];
    expect([await wrong(plain), await wrong(email), await wrong(email, { totpCode })]).toEqual([
      expected,
      expected,
      expected,
    ]);
  });

  it("allows one of twenty parallel sign-ins with one code", async () => {
    await enableWithFreshCode();
    const totpCode = authenticator.code();
    const all = await Promise.all(
      Array.from({ length: 20 }, () => new App(platform).tryLogin(email, password, { totpCode })),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 401)).toHaveLength(19);
  });

  /** Signs in with one code by every method in parallel, including pages. Returns how many sign-ins succeeded. */
  const signInEverywhere = async (proof: Record<string, string>, code: string) => {
    const browsers = [new Browser(platform.url), new Browser(platform.url)];
    for (const browser of browsers) await signIn(browser, { email, password });
    const entered = Object.values(methods).flatMap((enter) => [enter(proof), enter(proof)]);
    const pages = browsers.map((browser) =>
      submit(browser, "/auth/two-factor", "/auth/two-factor", { code }),
    );
    const statuses = (await Promise.all(entered)).map(({ status }) => status);
    const places = (await Promise.all(pages)).map((answer) => answer.headers.get("location"));
    const refused = statuses.filter((status) => status === 401).length;
    const sentBack = places.filter((place) => place === "/auth/two-factor?error=TwoFactorInvalid").length;
    expect(refused + sentBack).toBe(statuses.length + places.length - 1);
    return (
      statuses.filter((status) => status === 200).length + places.filter((place) => place === "/app").length
    );
  };

  it("allows one sign-in per code or recovery code across all methods in parallel", async () => {
    await enableWithFreshCode();
    const totpCode = authenticator.code();
    expect(await signInEverywhere({ totpCode }, totpCode)).toBe(1);
    const [recoveryCode = ""] = recoveryCodes;
    expect(await signInEverywhere({ recoveryCode }, recoveryCode)).toBe(1);
  });

  it("has ten recovery codes, each valid once, with any method", async () => {
    await enableWithFreshCode();
    expect(new Set(recoveryCodes).size).toBe(10);
    const all = Object.values(methods);
    for (const [index, code] of recoveryCodes.entries()) {
      const [enter, other] = [all[index % all.length], all[(index + 1) % all.length]] as [Method, Method];
      // As a user types it from paper.
      const recoveryCode = index % 2 === 0 ? code : code.toLowerCase().replaceAll("-", " ");
      expect((await enter({ recoveryCode })).status).toBe(200);
      expect((await other({ recoveryCode: code })).status).toBe(401);
      await platform.advance(901);
    }
  });

  it("allows one of ten parallel sign-ins with one recovery code", async () => {
    await enableWithFreshCode();
    const proof = { recoveryCode: recoveryCodes[3] };
    const all = await Promise.all(
      Array.from({ length: 10 }, () => new App(platform).tryLogin(email, password, proof)),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("allows ten wrong codes in 15 minutes, also in parallel, without blocking the user's known IP address", async () => {
    const home = "198.51.99.1";
    await enableWithFreshCode();
    await new App(platform, { ip: home }).login(email, password, { totpCode: authenticator.code() });
    const totpCode = authenticator.wrong();
    const all = await Promise.all(
      Array.from({ length: 20 }, () => new App(platform).tryLogin(email, password, { totpCode })),
    );
    expect(all.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(10);
    await platform.advance(30);
    const right = { totpCode: authenticator.code() };
    const elsewhere = await new App(platform).tryLogin(email, password, right);
    expect(elsewhere.status).toBe(429);
    expect(Number(elsewhere.headers.get("retry-after"))).toBeGreaterThan(800);
    expect((await new App(platform, { ip: home }).tryLogin(email, password, right)).status).toBe(200);
    await platform.advance(901);
    const later = { totpCode: authenticator.code() };
    expect((await new App(platform).tryLogin(email, password, later)).status).toBe(200);
    await platform.drain();
    expect(platform.mail(email).filter(({ subject }) => subject.includes("codes incorrects"))).toHaveLength(
      1,
    );
  });

  it("remains on after a password reset, so that access to the mailbox is not enough", async () => {
    await enableWithFreshCode();
    const user = await Users.fromEmail(email);
    if (!user) throw new Error("no user");
    await Users.setPassword(user, "Another!1843");
    const refused = await new App(platform).tryLogin(email, "Another!1843");
    expect(refused.body.error).toBe("TWO_FACTOR_REQUIRED");
    const totpCode = authenticator.code();
    expect((await new App(platform).tryLogin(email, "Another!1843", { totpCode })).status).toBe(200);
  });

  it("is deleted when the account is handed over", async () => {
    await enableWithFreshCode();
    const user = await Users.fromEmail(email);
    if (!user) throw new Error("no user");
    await Users.setPassword(user, "Another!1843", noEndings);
    const owner = new App(platform);
    await owner.login(email, "Another!1843");
    const stale = { code: authenticator.code() };
    expect((await owner.call("POST", "/user/2fa/verify", { body: stale })).body).toMatchObject({
      error: "TWO_FACTOR_NOT_BEGUN",
    });
    await platform.drain();
    const remaining = (await Array.fromAsync(Table.scan())).filter(
      (item) => item["sk"] === "SECONDFACTOR" && item["userId"] === user.userId,
    );
    expect(remaining).toEqual([]);
  });
});

describe("a browser without JavaScript", () => {
  it("enters the code on a separate page, and continues to the requested page", async () => {
    await enableWithFreshCode();
    const browser = new Browser(platform.url);
    const begun = await signIn(browser, { email, password }, "/auth/signin?callbackUrl=/dashboard/billing");
    expect(new URL(begun.headers.get("location") ?? "").pathname).toBe("/auth/two-factor");
    expect((await load(browser, "/dashboard/billing")).response.status).toBe(302);

    const wrong = await submit(browser, "/auth/two-factor", "/auth/two-factor", { code: "AAAA-AAAA" });
    expect(wrong.headers.get("location")).toBe("/auth/two-factor?error=TwoFactorInvalid");
    expect((await load(browser, "/auth/two-factor?error=TwoFactorInvalid")).html).toContain(
      "The code is incorrect",
    );
    const code = authenticator.code();
    const done = await submit(browser, "/auth/two-factor", "/auth/two-factor", { code });
    expect(done.headers.get("location")).toBe("/dashboard/billing");
    expect((await load(browser, "/dashboard/billing")).response.status).toBe(200);
    const over = await load(browser, "/auth/two-factor");
    expect(over.response.headers.get("location")).toBe("/auth/signin");
  });

  it("must enter the code within five minutes, and not after a password change", async () => {
    await enableWithFreshCode();
    const [slow, outdated] = [new Browser(platform.url), new Browser(platform.url)];
    for (const browser of [slow, outdated]) await signIn(browser, { email, password });
    const form = await load(outdated, "/auth/two-factor");
    expect(form.response.status).toBe(200);
    const user = await Users.fromEmail(email);
    if (!user) throw new Error("no user");
    await Users.setPassword(user, "Another!1843");
    const refused = await submit(outdated, "/auth/two-factor", "/auth/two-factor", {
      code: authenticator.code(),
    });
    expect(refused.headers.get("location")).toBe("/auth/signin?error=TwoFactorExpired");
    await platform.advance(301);
    expect((await load(slow, "/auth/two-factor")).response.headers.get("location")).toBe("/auth/signin");
  });
});

describe("a change that began while two-factor authentication was off", () => {
  it("fails if two-factor authentication was enabled concurrently", async () => {
    await enableWithFreshCode();
    const user = await Users.fromEmail(email);
    if (!user) throw new Error("no user");
    const refused = { code: "CONTENTION" };
    await expect(SecondFactor.disable(onDevice(user), false)).rejects.toMatchObject(refused);
    await expect(SecondFactor.renewRecoveryCodes(onWeb(user), false)).rejects.toMatchObject(refused);
    expect((await new App(platform).tryLogin(email, password)).body.error).toBe("TWO_FACTOR_REQUIRED");
  });
});

describe("a client of the web API", () => {
  it("enables two-factor authentication with the password and a code, and disables it with a code", async () => {
    const { body: session } = await post("/api/auth/signin", { email, password });
    const call = (path: string, body?: unknown) =>
      platform.call<Record<string, unknown>>("POST", `/api/auth/2fa/${path}`, {
        token: String(session["token"]),
        ...(body !== undefined && { body }),
      });
    await platform.advance(360);
    for (const without of [undefined, {}])
      expect((await call("enable", without)).body).toMatchObject({
        code: "STEP_UP_REQUIRED",
        methods: ["password"],
      });
    const wrong = { password: "Wrong!123" };
    expect((await call("enable", wrong)).body).toMatchObject({ code: "AUTH_WRONG_PASSWORD" });
    const begun = await call("enable", { password });
    const shows = new Authenticator(String(begun.body["secret"]));
    expect((await call("verify", { code: shows.code() })).body).toMatchObject({ enabled: true });
    expect((await call("disable", { code: shows.wrong() })).body).toMatchObject({
      code: "TWO_FACTOR_INVALID",
    });
    await platform.advance(30);
    const renewed = await call("recovery-codes", { code: shows.code() });
    const [code] = renewed.body["recoveryCodes"] as string[];
    const status = async () =>
      (await platform.call("GET", "/api/auth/2fa", { token: String(session["token"]) })).body;
    const on = { enabled: true, authenticator: true, recoveryCodesLeft: 10, hasPassword: true };
    expect(await status()).toEqual(on);
    expect((await call("disable", { code })).body).toMatchObject({ enabled: false });
    expect(await status()).toEqual({ ...on, enabled: false, authenticator: false, recoveryCodesLeft: 0 });
    expect((await new App(platform).tryLogin(email, password)).status).toBe(200);
  });
});

describe("a sign-in with an identity provider", () => {
  let double: ProviderDouble;
  beforeAll(async () => {
    double = await startProvider();
    Object.assign(process.env, double.env);
  });
  afterAll(() => double.stop());

  it("also requires the code before a session is created", async () => {
    const user = await Users.fromEmail(email);
    if (!user) throw new Error("no user");
    await Accounts.link(user, "google", `subject-${email}`);
    await enableWithFreshCode();
    const browser = new Browser(platform.url);
    const { csrfToken } = (await (await browser.request("/api/auth/csrf")).json()) as { csrfToken: string };
    const form = { csrfToken, callbackUrl: "/dashboard/billing" };
    const begun = await browser.submit("/api/auth/signin/google", form);
    const answer = double.grantConsent(begun.headers.get("location") ?? "", {
      email,
      subject: `subject-${email}`,
    });
    const back = await browser.request(`/api/auth/callback/google?${answer}`);
    expect(new URL(back.headers.get("location") ?? "").pathname).toBe("/auth/two-factor");
    expect((await load(browser, "/dashboard/billing")).response.status).toBe(302);
    const code = authenticator.code();
    const done = await submit(browser, "/auth/two-factor", "/auth/two-factor", { code });
    expect(done.headers.get("location")).toBe("/dashboard/billing");
    expect((await load(browser, "/dashboard/billing")).response.status).toBe(200);
  });
});
