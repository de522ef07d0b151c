import { beforeEach, describe, expect, it } from "vitest";
import * as Kyc from "../../core/identity/kyc/index.ts";
import * as Users from "../../core/identity/users.ts";
import { App } from "../support/app.ts";
import { enableTwoFactor } from "../support/authenticator.ts";
import { emailsTo, latestEmailTo } from "../support/emails.ts";
import { noEndings } from "../support/identity.ts";
import { withPlatform } from "../support/platform.ts";

/** Profile and preferences in the app. */

const platform = withPlatform({ seeded: false });
const password = "Lovelace!1843";

interface Profile {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | null;
  readonly dateOfBirth: string | null;
  readonly version: number;
  readonly error?: string;
  readonly details?: unknown;
}

let count = 0;
let email = "";
let userId = "";
let phone: App;
beforeEach(async () => {
  email = `profile${++count}@example.com`;
  phone = new App(platform);
  userId = (await phone.register(email, password, { phone: "+33 6 12 34 56 78" })).id;
});

const profile = async () => (await phone.call<Profile>("GET", "/user/profile")).body;
const patch = (body: object, app = phone) => app.call<Profile>("PATCH", "/user/profile", { body });
const address = { line1: "12 rue de la Paix", city: "Paris", postalCode: "75002", country: "FR" };

describe("a profile", () => {
  it("shows the registered data", async () => {
    expect(await profile()).toEqual({
      ...{ id: userId, email, emailVerified: null, firstName: "Ada", lastName: "Lovelace" },
      ...{ phone: "+33612345678", phoneVerified: null, dateOfBirth: null, address: null },
      ...{ kycLevel: 0, roles: ["PARTICULIER"] },
      avatarUrl: expect.stringMatching(/^data:/),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      version: 1,
    });
  });

  it("is changed by field, and null removes a field", async () => {
    const changed = await patch({ dateOfBirth: "1990-12-10", address, phone: "+44 20 7946 0018" });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      ...{ dateOfBirth: "1990-12-10", address, phone: "+442079460018", firstName: "Ada", version: 2 },
    });
    const taken = await patch({ phone: null, address: null, dateOfBirth: null });
    expect(taken.body).toMatchObject({ phone: null, address: null, dateOfBirth: null, version: 3 });
    expect(await profile()).toEqual(taken.body);
  });

  it("sets the full name that the web shows", async () => {
    await patch({ lastName: "King" });
    const web = await platform.call<{ user: { name: string } }>("POST", "/api/auth/signin", {
      body: { email, password },
    });
    expect(web.body.user.name).toBe("Ada King");
  });

  it.each<[object, string]>([
    [{}, "body"],
    [{ firstName: "https://evil.example" }, "firstName"],
    [{ firstName: "Ada\u202e" }, "firstName"],
    [{ lastName: "\u200b" }, "lastName"],
    [{ address: { ...address, city: "Paris\u2066" } }, "address.city"],
    [{ phone: "+33 0 12" }, "phone"],
    [{ phone: "+33 1 11 11 11 11 11" }, "phone"],
    [{ phone: "+999612345678" }, "phone"],
    [{ dateOfBirth: "2026-02-30" }, "dateOfBirth"],
    [{ dateOfBirth: "2015-01-01" }, "dateOfBirth"],
    [{ dateOfBirth: "1880-01-01" }, "dateOfBirth"],
    [{ address: { ...address, country: "XX" } }, "address.country"],
    [{ email: "invalid" }, "email"],
    [{ kycLevel: 3 }, "kycLevel"],
  ])("rejects %j, and names the invalid field", async (body, field) => {
    const refused = await patch(body);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      error: "INVALID_REQUEST",
      details: expect.arrayContaining([expect.objectContaining({ field })]),
    });
    expect((await profile()).version).toBe(1);
  });

  it("accepts the date of birth of a user who turns 18 today, and rejects that of a user who turns 18 tomorrow", async () => {
    const now = new Date();
    const born = (days: number) =>
      new Date(Date.UTC(now.getUTCFullYear() - 18, now.getUTCMonth(), now.getUTCDate() + days))
        .toISOString()
        .slice(0, 10);
    expect((await patch({ dateOfBirth: born(1) })).status).toBe(400);
    expect((await patch({ dateOfBirth: born(0) })).status).toBe(200);
  });

  it("is not changed by another user's request", async () => {
    const other = new App(platform);
    await other.register(`other${email}`, password);
    await patch({ lastName: "King" }, other);
    expect((await profile()).lastName).toBe("Lovelace");
  });
});

describe("changes", () => {
  it("that state the same version in parallel are rejected with 409, except one", async () => {
    const { version } = await profile();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => patch({ firstName: `Ada${index}`, version })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((one) => one.status !== 200)) {
      expect(status).toBe(409);
      expect(body).toMatchObject({ error: "VERSION_CONFLICT", details: { version: version + 1 } });
    }
    expect((await profile()).version).toBe(version + 1);
  });

  it("without a version are all applied to their own fields, even in parallel", async () => {
    await Promise.all([patch({ firstName: "Augusta" }), patch({ lastName: "King" }), patch({ address })]);
    expect(await profile()).toMatchObject({ firstName: "Augusta", lastName: "King", address, version: 4 });
    expect((await Users.fromId(userId))?.name).toBe("Augusta King");
  });

  it("do not increment the version if the values are already set", async () => {
    expect((await patch({ firstName: "Ada", version: 1 })).body).toMatchObject({ version: 1 });
  });
});

describe("a verified user", () => {
  const verify = (status: "VALIDATED" | "EXPIRED") =>
    Kyc.decide("bank", userId, { decisionId: status, status, level: 2 });

  it("cannot change the verified name and date of birth, and can change the rest", async () => {
    await patch({ dateOfBirth: "1990-12-10" });
    await verify("VALIDATED");
    for (const body of [{ lastName: "King" }, { dateOfBirth: "1991-01-01" }, { dateOfBirth: null }]) {
      const refused = await patch({ ...body, address });
      expect(refused.status).toBe(409);
      expect(refused.body.error).toBe("IDENTITY_VERIFIED");
    }
    const changed = await patch({ firstName: "Ada", lastName: "Lovelace", address });
    expect(changed.body).toMatchObject({ address, kycLevel: 2 });
  });

  it("can set a missing date of birth once", async () => {
    await verify("VALIDATED");
    expect((await patch({ dateOfBirth: "1990-12-10" })).body).toMatchObject({ dateOfBirth: "1990-12-10" });
    expect((await patch({ dateOfBirth: "1990-12-11" })).body.error).toBe("IDENTITY_VERIFIED");
  });

  it("can change the name after the verification has expired", async () => {
    await verify("VALIDATED");
    await platform.advance(1);
    await verify("EXPIRED");
    expect((await patch({ lastName: "King" })).body).toMatchObject({ lastName: "King", kycLevel: 0 });
  });

  it("is verified with the current name under a concurrent change", async () => {
    const [changed] = await Promise.all([patch({ lastName: "King" }), verify("VALIDATED")]);
    const { lastName } = await profile();
    expect(lastName).toBe(changed.status === 200 ? "King" : "Lovelace");
    expect((await patch({ lastName: "Byron" })).body.error).toBe("IDENTITY_VERIFIED");
  });
});

describe("a new email address", () => {
  const PAGE = "/auth/change-email";
  const shownEmail = async () => (await phone.call<{ email: string }>("GET", "/user/profile")).body.email;

  it("is used after it is confirmed with the emailed code", async () => {
    const asked = await patch({ email: `new${email}`, firstName: "Augusta" });
    expect(asked.body).toMatchObject({ email, firstName: "Augusta" });
    const { code } = await latestEmailTo(platform, `new${email}`, PAGE);
    const { version } = await profile();
    const confirmed = await phone.call("POST", "/auth/change-email/confirm", { body: { code } });
    expect(confirmed.status).toBe(200);
    expect(await shownEmail()).toBe(`new${email}`);
    expect((await profile()).version).toBe(version + 1);
  });

  it("is rejected if another account has it, and the request's other fields are not changed", async () => {
    await new App(platform).register(`taken${email}`, password);
    const refused = await patch({ email: `TAKEN${email}`, firstName: "Augusta" });
    expect([refused.status, refused.body.error]).toEqual([409, "AUTH_EMAIL_TAKEN"]);
    expect(await profile()).toMatchObject({ firstName: "Ada", version: 1 });
  });

  it("is rejected as taken at most five times in 15 minutes, so that accounts cannot be enumerated", async () => {
    const other = new App(platform);
    await other.register(`taken${email}`, password);
    const answers: unknown[] = [];
    for (let n = 0; n < 6; n++) answers.push((await patch({ email: `taken${email}` })).body.error);
    expect(answers).toEqual([...Array(5).fill("AUTH_EMAIL_TAKEN"), "RATE_LIMITED"]);
    await platform.advance(900);
    await phone.login(email, password);
    expect((await patch({ email: `new${email}` })).status).toBe(200);
  });

  it("causes no email if the version is outdated or the address is the same", async () => {
    await patch({ firstName: "Augusta" });
    expect((await patch({ email: `new${email}`, version: 1 })).body.error).toBe("VERSION_CONFLICT");
    expect((await patch({ email: email.toUpperCase(), lastName: "King" })).status).toBe(200);
    expect(await emailsTo(platform, `new${email}`, PAGE)).toEqual([]);
    expect(await emailsTo(platform, email, PAGE)).toEqual([]);
  });

  it("causes no email if another field is rejected", async () => {
    await enableTwoFactor(phone);
    // Rejected as invalid before a confirmation is requested.
    const refused = await patch({ email: `new${email}`, phone: "+999612345678" });
    expect(refused.body).toMatchObject({ error: "INVALID_REQUEST", details: [{ field: "phone" }] });
    const old = await patch({ email: `new${email}`, dateOfBirth: "2015-01-01" });
    expect(old.body).toMatchObject({ error: "INVALID_REQUEST", details: [{ field: "dateOfBirth" }] });
    expect(await emailsTo(platform, `new${email}`, PAGE)).toEqual([]);
  });

  it("requires a two-factor code if two-factor authentication is on, unlike a new name", async () => {
    const { authenticator } = await enableTwoFactor(phone);
    await platform.advance(30);
    const refused = await patch({ email: `new${email}` });
    expect([refused.status, refused.body.error]).toEqual([403, "STEP_UP_REQUIRED"]);
    expect(await emailsTo(platform, `new${email}`, PAGE)).toEqual([]);
    expect((await patch({ lastName: "King" })).status).toBe(200);
    const headers = { "x-2fa-code": authenticator.code() };
    const asked = await phone.call("PATCH", "/user/profile", { body: { email: `new${email}` }, headers });
    expect(asked.status).toBe(200);
    expect(await emailsTo(platform, `new${email}`, PAGE)).toHaveLength(1);
  });
});

interface Preferences {
  readonly language: string;
  readonly version: number;
  readonly error?: string;
}

describe("preferences", () => {
  const defaults = { language: "fr", currency: "EUR", timezone: "Europe/Paris", theme: "system" };
  const other = { language: "en", currency: "USD", timezone: "America/New_York", theme: "dark" };
  const put = (body: object) => phone.call<Preferences>("PUT", "/user/preferences", { body });
  const read = async () => (await phone.call<Preferences>("GET", "/user/preferences")).body;

  it("are replaced as a whole, and have a version", async () => {
    expect(await read()).toEqual({ ...defaults, hideBalances: false, version: 1 });
    const { status, body } = await put({ ...other, hideBalances: true });
    expect(status).toBe(200);
    expect(body).toEqual({ ...other, hideBalances: true, version: 2 });
    expect(await read()).toEqual(body);
    expect((await profile()).version).toBe(1);
    expect((await put(other)).status).toBe(400);
  });

  it("apply to the web too", async () => {
    await put({ ...other, hideBalances: true });
    const { body } = await platform.call<{ token: string }>("POST", "/api/auth/signin", {
      body: { email, password },
    });
    const me = await platform.call<{ user: object }>("GET", "/api/auth/me", { token: body.token });
    expect(me.body.user).toMatchObject({
      preferences: { language: "en", currency: "USD", notifications: true },
    });
  });

  it.each<[object, string]>([
    [{ language: "de" }, "language"],
    [{ currency: "BTC" }, "currency"],
    [{ timezone: "Mars/Olympus" }, "timezone"],
    [{ timezone: "+01:00" }, "timezone"],
    [{ theme: "pink" }, "theme"],
    [{ hideBalances: "yes" }, "hideBalances"],
    [{ notifications: false }, "notifications"],
  ])("are rejected with %j", async (change, field) => {
    const refused = await put({ ...defaults, hideBalances: false, ...change });
    expect(refused.body).toMatchObject({
      error: "INVALID_REQUEST",
      details: [expect.objectContaining({ field })],
    });
  });

  it("are rejected with an outdated version", async () => {
    await put({ ...other, hideBalances: true, version: 1 });
    const refused = await put({ ...defaults, hideBalances: true, version: 1 });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ error: "VERSION_CONFLICT", details: { version: 2 } });
  });
});

it("deletes the phone number, address and date of birth when the account is handed over", async () => {
  await patch({ address, dateOfBirth: "1990-12-10" });
  const before = await Users.fromId(userId);
  if (before) await Users.setPassword(before, "Another-Horse-2", noEndings);
  const after = await Users.fromId(userId);
  expect(after).toMatchObject({ phone: undefined, address: undefined, dateOfBirth: undefined, version: 3 });
});
