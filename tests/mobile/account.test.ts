import { beforeEach, describe, expect, test, vi } from "vitest";
import * as ApiKeys from "../../core/identity/api-keys/index.ts";
import * as MailLinks from "../../core/identity/mail-links/index.ts";
import * as Users from "../../core/identity/users.ts";
import * as Table from "../../core/platform/table/index.ts";
import { App } from "../support/app.ts";
import { emailsTo, latestEmailTo, subjectsTo } from "../support/emails.ts";
import { onWeb } from "../support/identity.ts";
import { bare } from "../support/items.ts";
import { withPlatform } from "../support/platform.ts";

/** Password reset and email verification in the app. */

const platform = withPlatform({ seeded: false });
const password = "Lovelace!1843";
const another = "Another-Horse-2";
const RESET = "/auth/reset-password";

let count = 0;
let email = "";
let phone: App;
beforeEach(async () => {
  email = `ada${++count}@example.com`;
  phone = new App(platform);
  await phone.register(email, password);
});

let addresses = 0;
const newAddress = () => `198.51.${++addresses >> 8}.${addresses & 255}`;
const requestReset = (of = email, ip = newAddress()) =>
  platform.call<{ message: string }>("POST", "/api/v1/mobile/auth/forgot-password", {
    body: { email: of },
    ip,
  });
const reset = (token: string, newPassword = another) =>
  platform.call<{ error: string; details: unknown }>("POST", "/api/v1/mobile/auth/reset-password", {
    body: { token, newPassword },
    ip: newAddress(),
  });
const readUser = async () => {
  const user = await Users.fromEmail(email);
  if (!user) throw new Error("no user");
  return user;
};

describe("a password reset", () => {
  test("replaces the password with the emailed link, and ends all sessions and API keys", async () => {
    const { code } = await latestEmailTo(platform, email, "/auth/verify-email");
    expect((await phone.call("POST", "/auth/verify-email", { body: { code } })).status).toBe(200);
    const web = await platform.call<{ token: string }>("POST", "/api/auth/signin", {
      body: { email, password },
      ip: newAddress(),
    });
    const { secret } = await ApiKeys.create(onWeb(await readUser()), {
      name: "k",
      mode: "live",
      plan: "free",
      scopes: ["*"],
    });
    const withKey = () =>
      platform.call("POST", "/mcp/resources/list", { body: {}, token: secret, ip: newAddress() });
    expect((await withKey()).status).toBe(200);

    expect((await requestReset()).status).toBe(202);
    const { token, path } = await latestEmailTo(platform, email, RESET);
    expect(path).toBe(`${RESET}?token=${token}`);
    expect((await reset(token)).status).toBe(200);

    expect((await phone.call("POST", "/auth/logout")).status).toBe(401);
    expect((await phone.refresh()).status).toBe(401);
    expect((await platform.call("GET", "/api/auth/me", { token: web.body.token })).status).toBe(401);
    expect((await withKey()).status).toBe(401);
    expect((await phone.tryLogin(email, password)).status).toBe(401);
    await phone.login(email, another);
    expect(await subjectsTo(platform, email)).toContain("Votre mot de passe a été changé");
  });

  test("hands over an account whose address was never verified", async () => {
    const before = await readUser();
    await requestReset();
    expect((await reset((await latestEmailTo(platform, email, RESET)).token)).status).toBe(200);
    const after = await readUser();
    expect(after.emailVerified).toBeDefined();
    expect(after.ownershipId).not.toBe(before.ownershipId);
    expect(await subjectsTo(platform, email)).toContain("Ce compte est maintenant le vôtre");
  });

  test("succeeds once per link under parallel attempts", async () => {
    await Table.update(bare({ pk: `USER#${(await readUser()).userId}`, sk: "PROFILE" }), {
      set: { emailVerified: "2026-01-01T00:00:00.000Z" },
    });
    await requestReset();
    const { token } = await latestEmailTo(platform, email, RESET);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => reset(token, `Another-Horse-${index}`)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(19);
    for (const { status, body } of answers)
      if (status === 400) expect(body.error).toBe("INVALID_RESET_TOKEN");
    await phone.login(email, `Another-Horse-${statuses.indexOf(200)}`);
    const changed = (await subjectsTo(platform, email)).filter((one) => one.includes("mot de passe a été"));
    expect(changed).toHaveLength(1);
  });

  test("rejects a link after a newer one was sent, and an expired link", async () => {
    await requestReset();
    const { token: older } = await latestEmailTo(platform, email, RESET);
    await requestReset();
    const { token: newer } = await latestEmailTo(platform, email, RESET);
    expect((await reset(older)).body.error).toBe("INVALID_RESET_TOKEN");
    await platform.advance(1800);
    expect((await reset(newer)).body.error).toBe("INVALID_RESET_TOKEN");
    await requestReset();
    expect((await reset((await latestEmailTo(platform, email, RESET)).token)).status).toBe(200);
  });

  test("rejects a link that was sent before the password changed or the account was blocked", async () => {
    await requestReset();
    const { token } = await latestEmailTo(platform, email, RESET);
    await Users.setPassword(await readUser(), "Third-Horse-3");
    expect((await reset(token)).body.error).toBe("INVALID_RESET_TOKEN");
    await requestReset();
    const again = await latestEmailTo(platform, email, RESET);
    await Users.block((await readUser()).userId);
    expect((await reset(again.token)).body.error).toBe("INVALID_RESET_TOKEN");
  });

  test("rejects an invalid link, a link for another purpose, and another account's link", async () => {
    const { token: verifying } = await latestEmailTo(platform, email, "/auth/verify-email");
    await requestReset();
    const { token } = await latestEmailTo(platform, email, RESET);
    const [, secret = ""] = token.split(".");
    const other = `eve${count}@example.com`;
    await new App(platform).register(other, password);
    const eve = await Users.fromEmail(other);
    const made = [verifying, "x", "a.b", secret, `${eve?.userId}.${secret}`, `${token}x`, token.slice(0, -1)];
    for (const one of made) expect((await reset(one)).body.error, one).toBe("INVALID_RESET_TOKEN");
    expect((await reset(token)).status).toBe(200);
  });

  test("rejects a weak password and names the field, and the link remains valid", async () => {
    await requestReset();
    const { token } = await latestEmailTo(platform, email, RESET);
    expect(await reset(token, "short")).toMatchObject({ status: 400, body: { error: "INVALID_REQUEST" } });
    vi.stubEnv("COMMON_PASSWORDS", "reject");
    expect(await reset(token, "P@ssw0rd")).toMatchObject({
      status: 400,
      body: { error: "AUTH_WEAK_PASSWORD", details: [{ field: "newPassword" }] },
    });
    expect((await reset(token)).status).toBe(200);
  });
});

describe("a request for a reset email", () => {
  test("does not reveal whether an account exists, and sends no email to an unknown address or a blocked account", async () => {
    const unregistered = `unregistered${count}@example.com`;
    const known = await requestReset();
    const unknown = await requestReset(unregistered);
    expect(await emailsTo(platform, email, RESET)).toHaveLength(1);
    await Users.block((await readUser()).userId);
    const blocked = await requestReset();
    for (const { status, body, headers } of [unknown, blocked]) {
      expect(status).toBe(known.status);
      expect(body).toEqual(known.body);
      expect([...headers.keys()].sort()).toEqual([...known.headers.keys()].sort());
    }
    expect(await emailsTo(platform, unregistered, RESET)).toEqual([]);
    expect(await emailsTo(platform, email, RESET)).toHaveLength(1);
  });

  test("is limited to 5 per IP address", async () => {
    const ip = newAddress();
    const statuses = [];
    for (let attempt = 0; attempt < 6; attempt++)
      statuses.push((await requestReset(`x${attempt}@example.com`, ip)).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  });

  test("sends at most 3 emails to an address, the last of which has a valid link", async () => {
    for (let attempt = 0; attempt < 10; attempt++) expect((await requestReset()).status).toBe(202);
    const emails = await emailsTo(platform, email, RESET);
    expect(emails).toHaveLength(3);
    expect((await reset(emails.at(-1)?.token ?? "")).status).toBe(200);
  });
});

describe("an email address", () => {
  const VERIFY = "/auth/verify-email";
  const verify = (body: object, from = phone) =>
    from.call<{ error: string }>("POST", "/auth/verify-email", { body });

  test("is verified with the code of the one email that registration sends", async () => {
    const emails = await emailsTo(platform, email, VERIFY);
    expect(await subjectsTo(platform, email)).toHaveLength(1);
    expect((await verify({ code: emails[0]?.code })).status).toBe(200);
    expect((await readUser()).emailVerified).toBeDefined();
    expect((await verify({ code: emails[0]?.code })).body.error).toBe("AUTH_INVALID_LINK");
    const again = await phone.call("POST", "/auth/verify-email/request");
    expect(again).toMatchObject({ status: 409, body: { error: "AUTH_EMAIL_VERIFIED" } });
  });

  test("is verified with the link of the newest email, and not with an older link", async () => {
    const old = await latestEmailTo(platform, email, VERIFY);
    expect((await phone.call("POST", "/auth/verify-email/request")).status).toBe(202);
    const { token } = await latestEmailTo(platform, email, VERIFY);
    expect((await verify({ token: old.token })).status).toBe(400);
    expect((await verify({ token })).status).toBe(200);
  });

  test("is not verified by the link without a session of its account", async () => {
    const { token } = await latestEmailTo(platform, email, VERIFY);
    const other = new App(platform);
    await other.register(`eve${count}@example.com`, password);
    expect((await verify({ token }, other)).body.error).toBe("AUTH_INVALID_LINK");
    const bare = await platform.call("POST", "/api/v1/mobile/auth/verify-email", { body: { token } });
    expect(bare.status).toBe(401);
    expect((await readUser()).emailVerified).toBeUndefined();
  });

  test("is no longer verified by the code after five wrong codes, but still by the link", async () => {
    const { code, token } = await latestEmailTo(platform, email, VERIFY);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    const tries = await Promise.all(Array.from({ length: 5 }, () => verify({ code: wrong })));
    expect(tries.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    expect((await verify({ code })).body.error).toBe("AUTH_INVALID_LINK");
    expect((await verify({ token })).status).toBe(200);
  });
});

test("the table contains neither the secret of an emailed link nor its code", async () => {
  await requestReset();
  const { token } = await latestEmailTo(platform, email, RESET);
  const { code, token: verifying } = await latestEmailTo(platform, email, "/auth/verify-email");
  const items = (await Array.fromAsync(Table.scan())).map((item) =>
    JSON.stringify(item, (_, value) => (typeof value === "bigint" ? String(value) : value)),
  );
  const mine = items.filter((item) => item.includes(token.split(".")[0] ?? ""));
  expect(mine.some((item) => item.includes("MAILLINK#"))).toBe(true);
  for (const secret of [token, verifying].map((one) => one.split(".")[1] ?? "")) {
    expect(secret).toHaveLength(43);
    expect(items.filter((item) => item.includes(secret))).toEqual([]);
  }
  const links = mine.filter((item) => item.includes("MAILLINK#"));
  expect(links.filter((item) => item.includes(code))).toEqual([]);
  await expect(MailLinks.open("reset-password", token)).resolves.toBeDefined();
});
