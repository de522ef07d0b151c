import { beforeEach, describe, expect, it } from "vitest";
import * as Beneficiaries from "../core/banking/beneficiaries/index.ts";
import * as Scheduled from "../core/banking/scheduled/index.ts";
import { link } from "../core/identity/accounts.ts";
import { emailClaim, userProfile } from "../core/identity/entity.ts";
import { undo } from "../core/identity/mail-links/undo-email.ts";
import { secondFactor } from "../core/identity/second-factor/entity.ts";
import type { User } from "../core/identity/user.ts";
import * as Users from "../core/identity/users.ts";
import { complete } from "../core/jobs/ending.ts";
import * as Jobs from "../core/jobs/index.ts";
import { lease } from "../core/jobs/lease.ts";
import * as Shares from "../core/jobs/shares.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import { DAY_SECONDS, toIso } from "../core/kernel/time.ts";
import * as Webhooks from "../core/messaging/webhooks/index.ts";
import * as Table from "../core/platform/table/index.ts";
import { App } from "./support/app.ts";
import { Authenticator, enableTwoFactor } from "./support/authenticator.ts";
import { Browser } from "./support/browser.ts";
import { emailsTo, latestEmailTo, subjectsTo } from "./support/emails.ts";
import { onWeb } from "./support/identity.ts";
import { fundAccount } from "./support/money.ts";
import { load, submit } from "./support/pages.ts";
import { withPlatform } from "./support/platform.ts";
import { SoftwarePasskey } from "./support/software-passkey.ts";

/** The link with which the owner of a former address undoes its change, even after a takeover of the account. */

process.env["PUBLIC_URL"] = "";
const platform = withPlatform({ seeded: false });
const password = "Lovelace!1843";
const another = "Another-Horse-2";
const PAGE = "/auth/undo-email-change";

let count = 0;
let email = "";
let userId = "";
let token = "";
beforeEach(async () => {
  email = `undo${++count}@example.com`;
  ({ userId } = await Users.register({ name: "Ada", email, password }, { emailVerified: true }));
  token = await signIn(email);
});

let addresses = 0;
const ip = () => `198.18.9.${++addresses % 250}`;

interface Answered {
  readonly token: string;
  readonly code: string;
}

const post = (path: string, body: object, as = token) =>
  platform.call<Answered>("POST", path, { body, ip: ip(), ...(as !== "" && { token: as }) });

const signIn = async (of: string, given = password): Promise<string> =>
  (await post("/api/auth/signin", { email: of, password: given }, "")).body.token;

/** Changes the account's address as its owner or a thief does. */
async function changeTo(to: string, as = token) {
  expect((await post("/api/auth/change-email", { newEmail: to, password }, as)).status).toBe(202);
  const { token: proof } = await latestEmailTo(platform, to, "/auth/change-email");
  const confirmed = await post("/api/auth/change-email/confirm", { token: proof }, as);
  expect(confirmed.status).toBe(200);
}

const undoLinkTo = async (address: string) => (await latestEmailTo(platform, address, PAGE)).token;
const addressNow = async () => (await Users.fromId(userId))?.email;
const INVALID = { code: "AUTH_INVALID_LINK" };

it("restores the address after a takeover, and ends everything that the thief can have", async () => {
  const owner = await Users.fromId(userId);
  if (!owner) throw new Error("no user");
  await link(owner, "github", `before-${email}`);
  await platform.advance(60);
  await changeTo(`thief-${email}`);
  const undoPath = (await latestEmailTo(platform, email, PAGE)).path;
  const changed = await post("/api/auth/change-password", {
    currentPassword: password,
    newPassword: another,
  });
  const thief = changed.body.token;
  const key = await post("/api/keys", { name: "Thief", scopes: ["*"] }, thief);
  expect(key.status).toBe(201);
  const phone = new App(platform);
  await phone.login(`thief-${email}`, another);
  const stolen = await Users.fromId(userId);
  if (stolen) await link(stolen, "google", `thief-${email}`);
  await enableTwoFactor(phone);

  const browser = new Browser(platform.url);
  expect((await load(browser, undoPath)).html).toContain("Restore the former address");
  expect(await addressNow()).toBe(`thief-${email}`);
  const done = await (await submit(browser, undoPath, PAGE)).text();
  expect(done).toContain(`Your account has the address ${email} again`);

  const user = await Users.fromEmail(email);
  expect(user).toMatchObject({ userId, email, secondFactorAt: undefined });
  expect(user?.accounts.map(({ provider }) => provider)).toEqual(["github"]);
  expect(user?.credentialsResetAt).toBeDefined();
  expect((await platform.call("GET", "/api/auth/me", { token: thief, ip: ip() })).status).toBe(401);
  expect((await phone.call("GET", "/user/profile")).status).toBe(401);
  const { secret } = key.body as unknown as { secret: string };
  expect((await platform.call("GET", "/v1/prices", { token: secret, ip: ip() })).status).toBe(401);
  // No account has the thief's address any more, which is a 404 (spec 1, section 7).
  for (const [address, given, status] of [
    [email, password, 401],
    [email, another, 401],
    [`thief-${email}`, another, 404],
  ] as const)
    expect((await post("/api/auth/signin", { email: address, password: given }, "")).status).toBe(status);
  for (const address of [email, `thief-${email}`])
    expect(await subjectsTo(platform, address)).toContain("Le changement d'adresse a été annulé");

  await post("/api/auth/forgot-password", { email }, "");
  const reset = await latestEmailTo(platform, email, "/auth/reset-password");
  await post("/api/auth/reset-password", { token: reset.token, newPassword: password }, "");
  expect(await signIn(email)).toBeDefined();
});

/** Creates a finished job of the user. */
async function finishedJob(): Promise<string> {
  const actor = onWeb((await Users.fromId(userId)) as User);
  const { jobId } = await Jobs.create(actor, { type: "render", payload: {} });
  const leased = await lease(actor, { capabilities: ["render"], seconds: 60, worker: "w" });
  await complete(actor, leased?.leaseToken ?? "", { result: { ok: true } });
  return jobId;
}

it("ends what the thief set up to get money or data, and nothing from before or after", async () => {
  const phone = new App(platform);
  await phone.login(email, password);
  const accountId = await fundAccount(userId, "EUR", 100_000n);
  const mule = await new App(platform).register(`mule-${email}`, password);
  const toAccountId = await fundAccount(mule.id, "EUR", 1n);
  await Table.update(userProfile.key({ userId: mule.id }), { set: { emailVerified: Clock.nowIso() } });
  const jobs = [await finishedJob(), await finishedJob()] as const;
  /** Sets up one of each, as the account's user. */
  const setUp = async (app: App, name: string, iban: string, jobId: string) => {
    const at = toIso(Clock.nowMs() + 3 * DAY_SECONDS * 1000).slice(0, 10);
    const payment = { accountId, toAccountId, amount: "5", currency: "EUR", description: name };
    const made = [
      await app.call("POST", "/payments/scheduled", {
        body: { ...payment, frequency: "daily", startDate: at },
      }),
      await app.call("POST", "/payees", { body: { name, iban } }),
    ];
    expect(made.map(({ status }) => status)).toEqual([201, 201]);
    const user = (await Users.fromId(userId)) as User;
    await Webhooks.create(user, { name, url: "https://example.com/hook", mode: "test" });
    await Shares.share(onWeb(user), jobId, `mule-${email}`);
  };
  const setUpNow = async () => {
    const user = (await Users.fromId(userId)) as User;
    const page = { limit: 10, after: undefined };
    return {
      payments: (await Scheduled.list(user, page)).items
        .filter(({ status }) => status === "active")
        .map(({ description }) => description),
      payees: (await Beneficiaries.list(user)).map(({ name }) => name),
      webhooks: (await Webhooks.list(user)).filter(({ enabled }) => enabled).map(({ name }) => name),
      shares: (await Promise.all(jobs.map((jobId) => Jobs.fromId(onWeb(user), jobId)))).map(
        ({ sharedWith = [] }) => sharedWith,
      ),
    };
  };

  await setUp(phone, "Owner", "DE89370400440532013000", jobs[0]);
  await platform.advance(60);
  await phone.login(email, password);
  token = await signIn(email);
  await changeTo(`thief-${email}`);
  const undoLink = await undoLinkTo(email);
  // After the wait, the thief may pay new recipients.
  await platform.advance(DAY_SECONDS + 1);
  await phone.login(`thief-${email}`, password);
  await setUp(phone, "Thief", "FR7630006000011234567890189", jobs[1]);
  expect(await undo(undoLink)).toBe(email);
  await platform.drain();
  const kept = ["Owner"];
  expect(await setUpNow()).toEqual({
    ...{ payments: kept, payees: kept, webhooks: kept },
    shares: [[`mule-${email}`], []],
  });
});

it("removes a second factor that the thief added after a reset, before changing the address", async () => {
  await post("/api/auth/forgot-password", { email }, "");
  const reset = await latestEmailTo(platform, email, "/auth/reset-password");
  await post("/api/auth/reset-password", { token: reset.token, newPassword: another }, "");
  const thief = new App(platform);
  await thief.login(email, another);
  const { authenticator } = await enableTwoFactor(thief);
  // The wait after the reset ends.
  await platform.advance(2 * DAY_SECONDS);
  const code = () => authenticator.code();
  const signedIn = await post("/api/auth/signin", { email, password: another, totpCode: code() }, "");
  expect(
    (await post("/api/auth/change-email", { newEmail: `thief-${email}` }, signedIn.body.token)).status,
  ).toBe(202);
  const { token: proof } = await latestEmailTo(platform, `thief-${email}`, "/auth/change-email");
  await post("/api/auth/change-email/confirm", { token: proof }, signedIn.body.token);
  expect(await undo(await undoLinkTo(email))).toBe(email);
  expect((await Users.fromId(userId))?.secondFactorAt).toBeUndefined();
  expect(await Table.find(secondFactor, { userId })).toBeUndefined();
});

describe("a second reset within a day of the first, which may have been a thief's", () => {
  const reset = async (newPassword: string) => {
    await post("/api/auth/forgot-password", { email }, "");
    const { token: link } = await latestEmailTo(platform, email, "/auth/reset-password");
    const body = { token: link, newPassword };
    expect((await post("/api/auth/reset-password", body, "")).status).toBe(200);
  };

  it("removes the second factor that was added since, so that the owner signs in with the password", async () => {
    await reset(another);
    const thief = new App(platform);
    await thief.login(email, another);
    const { authenticator } = await enableTwoFactor(thief);
    await reset(password);
    expect(await Users.fromId(userId)).toMatchObject({ secondFactorAt: undefined });
    expect(await Table.find(secondFactor, { userId })).toBeUndefined();
    expect(await signIn(email)).toBeDefined();
    const code = { email, password: another, totpCode: authenticator.code() };
    expect((await post("/api/auth/signin", code, "")).status).toBe(401);
    await platform.drain();
    const { text } = platform.mail(email).findLast(({ subject }) => subject.includes("a été changé")) ?? {};
    expect(text).toContain("ajoutés entre-temps");
  });

  it("removes it also while the thief signs in with it", async () => {
    await reset(another);
    const thief = new App(platform);
    await thief.login(email, another);
    const { authenticator } = await enableTwoFactor(thief);
    await platform.advance(60);
    const body = { email, password: another, totpCode: authenticator.code() };
    await Promise.all([
      reset(password),
      ...Array.from({ length: 5 }, () => post("/api/auth/signin", body, "")),
    ]);
    expect(await Users.fromId(userId)).toMatchObject({ secondFactorAt: undefined });
    expect((await thief.call("GET", "/user/profile")).status).toBe(401);
  });

  it("leaves a second factor from before the first", async () => {
    const phone = new App(platform);
    await phone.login(email, password);
    await enableTwoFactor(phone);
    await platform.advance(60);
    await reset(another);
    await reset(password);
    expect((await Users.fromId(userId))?.secondFactorAt).toBeDefined();
  });
});

it("leaves a second factor from before the change, so that access to a former mailbox is not enough to sign in", async () => {
  const phone = new App(platform);
  await phone.login(email, password);
  const { authenticator } = await enableTwoFactor(phone);
  await platform.advance(60);
  const headers = { "x-2fa-code": authenticator.code() };
  const body = { newEmail: `new-${email}` };
  await platform.call("POST", "/api/auth/change-email", { body, headers, token, ip: ip() });
  const { token: proof } = await latestEmailTo(platform, `new-${email}`, "/auth/change-email");
  expect((await post("/api/auth/change-email/confirm", { token: proof })).status).toBe(200);
  expect(await undo(await undoLinkTo(email))).toBe(email);
  expect((await Users.fromId(userId))?.secondFactorAt).toBeDefined();
});

describe("passkeys and an authenticator", () => {
  const addPasskey = async (device: SoftwarePasskey) => {
    const made = await post("/api/auth/passkeys/options", {});
    const { options } = made.body as unknown as { options: Parameters<SoftwarePasskey["create"]>[0] };
    const answer = await post("/api/auth/passkeys", { name: "Laptop", response: device.create(options) });
    expect(answer.status).toBe(201);
  };
  const prove = async (device: SoftwarePasskey) => {
    const { body } = await post("/api/auth/proof/options", {});
    const { options } = body as unknown as { options: Parameters<SoftwarePasskey["get"]>[0] };
    expect((await post("/api/auth/proof", { passkey: device.get(options) })).status).toBe(200);
  };
  const signInWith = async (device: SoftwarePasskey) => {
    const { body } = await post("/api/auth/passkeys/sign-in/options", {}, "");
    const { options } = body as unknown as { options: Parameters<SoftwarePasskey["get"]>[0] };
    return (await post("/api/auth/passkeys/sign-in", { response: device.get(options) }, "")).status;
  };
  const device = () => new SoftwarePasskey(platform.url);

  it("that the thief added are removed, and the owner signs in with the password alone", async () => {
    await platform.advance(60);
    await changeTo(`thief-${email}`);
    const link = await undoLinkTo(email);
    const thief = device();
    await addPasskey(thief);
    expect(await undo(link)).toBe(email);
    expect(await Users.fromId(userId)).toMatchObject({ passkeys: 0, secondFactorAt: undefined });
    expect(await signInWith(thief)).toBe(401);
    await Users.setPassword((await Users.fromId(userId)) as User, password);
    expect(await signIn(email)).toBeDefined();
  });

  it("of the owner stay, also if the thief replaced the authenticator", async () => {
    const own = device();
    await addPasskey(own);
    await platform.advance(60);
    await prove(own);
    await changeTo(`thief-${email}`);
    const link = await undoLinkTo(email);
    const thief = device();
    await addPasskey(thief);
    const setup = await post("/api/auth/2fa/enable", {});
    const { secret } = setup.body as unknown as { secret: string };
    const authenticator = new Authenticator(secret);
    expect((await post("/api/auth/2fa/verify", { code: authenticator.code() })).status).toBe(200);
    expect(await undo(link)).toBe(email);
    const user = await Users.fromId(userId);
    expect(user).toMatchObject({ passkeys: 1, secondFactorAt: expect.any(String) });
    expect(await Table.find(secondFactor, { userId })).toBeUndefined();
    expect(await signInWith(thief)).toBe(401);
    expect(await signInWith(own)).toBe(200);
  });

  it("of the owner keep their recovery codes", async () => {
    const own = device();
    await addPasskey(own);
    const codes = (await Table.find(secondFactor, { userId }))?.recoveryHashes;
    await platform.advance(60);
    await prove(own);
    await changeTo(`thief-${email}`);
    expect(await undo(await undoLinkTo(email))).toBe(email);
    expect(codes).toHaveLength(10);
    expect((await Table.find(secondFactor, { userId }))?.recoveryHashes).toEqual(codes);
  });
});

describe("a former address", () => {
  it("stays reserved for seven days, in which it neither signs in nor registers another user", async () => {
    await changeTo(`new-${email}`);
    expect(await Users.fromEmail(email)).toBeUndefined();
    const register = () => post("/api/auth/register", { name: "Eve", email, password }, "");
    expect((await register()).body.code).toBe("AUTH_EMAIL_TAKEN");
    const undoToken = await undoLinkTo(email);
    await platform.advance(7 * DAY_SECONDS + 1);
    await expect(undo(undoToken)).rejects.toMatchObject(INVALID);
    expect((await register()).status).toBe(201);
  });

  it("that was never verified is free at once, and its email has no link", async () => {
    await Table.update(userProfile.key({ userId }), { set: { emailVerified: undefined } });
    await changeTo(`new-${email}`);
    expect(await subjectsTo(platform, email)).toContain("L'adresse de votre compte a été changée");
    expect(await emailsTo(platform, email, PAGE)).toEqual([]);
    expect((await post("/api/auth/register", { name: "Eve", email, password }, "")).status).toBe(201);
  });

  it("can be the account's again, without the link", async () => {
    await changeTo(`new-${email}`);
    await changeTo(email);
    expect((await Users.fromEmail(email))?.userId).toBe(userId);
    expect(await addressNow()).toBe(email);
  });
});

describe("each of several changes", () => {
  it("is undone by its own link, which makes later links invalid and leaves earlier ones valid", async () => {
    const [second, third, fourth] = [`b-${email}`, `c-${email}`, `d-${email}`];
    await changeTo(second);
    await platform.advance(60);
    await changeTo(third);
    await platform.advance(60);
    await changeTo(fourth);
    const [toFirst, toSecond, toThird] = [
      await undoLinkTo(email),
      await undoLinkTo(second),
      await undoLinkTo(third),
    ];
    expect(await undo(toSecond)).toBe(second);
    await expect(undo(toThird)).rejects.toMatchObject(INVALID);
    await expect(undo(toSecond)).rejects.toMatchObject(INVALID);
    expect(await addressNow()).toBe(second);
    expect(await undo(toFirst)).toBe(email);
    expect(await addressNow()).toBe(email);
    for (const freed of [second, third, fourth])
      expect(await Table.find(emailClaim, { email: freed }), freed).toBeUndefined();
  });

  it("can be undone, so a sixth within seven days must wait", async () => {
    for (const n of [1, 2, 3, 4, 5]) {
      await changeTo(`${n}-${email}`);
      await platform.advance(1800);
      token = await signIn(`${n}-${email}`);
    }
    await post("/api/auth/change-email", { newEmail: `6-${email}`, password });
    const { token: proof } = await latestEmailTo(platform, `6-${email}`, "/auth/change-email");
    const confirmed = await post("/api/auth/change-email/confirm", { token: proof });
    expect(confirmed.status).toBe(429);
    expect(await addressNow()).toBe(`5-${email}`);
  });
});

it("is used once under 50 parallel requests", async () => {
  await changeTo(`new-${email}`);
  const undoToken = await undoLinkTo(email);
  const all = await Promise.allSettled(Array.from({ length: 50 }, () => undo(undoToken)));
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const reasons = all.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
  for (const reason of reasons) expect(reason).toMatchObject(INVALID);
  expect(await addressNow()).toBe(email);
});

it("is rejected with a wrong secret, for another change, and for a blocked account", async () => {
  await changeTo(`new-${email}`);
  const undoToken = await undoLinkTo(email);
  const [user = "", change = "", secret = ""] = undoToken.split(".");
  for (const wrong of [
    "",
    undoToken.slice(0, -1),
    `${user}.${change}.${"A".repeat(43)}`,
    `${user}.${"A".repeat(16)}.${secret}`,
  ])
    await expect(undo(wrong)).rejects.toMatchObject(INVALID);
  await Users.block(userId);
  await expect(undo(undoToken)).rejects.toMatchObject({ code: "AUTH_ACCOUNT_BLOCKED" });
  expect(await addressNow()).toBe(`new-${email}`);
});

it("is written in the account's language", async () => {
  await Table.update(userProfile.key({ userId }), { set: { preferences: { language: "en" } } });
  await changeTo(`new-${email}`);
  const { subject, text } = await latestEmailTo(platform, email, PAGE);
  expect(subject).toBe("Your account's email address was changed");
  expect(text).toContain("The link is valid for 7 days, even if the password was changed.");
});
