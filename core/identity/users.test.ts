import { describe, expect, it } from "vitest";
import { full } from "../../functions/_views/user.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { noEndings, withSecrets } from "../../tests/support/identity.ts";
import * as Table from "../platform/table/index.ts";
import { assertHasRole, STAFF } from "./account-status.ts";
import * as Accounts from "./accounts.ts";
import * as Sessions from "./sessions.ts";
import type * as User from "./user.ts";
import * as Users from "./users.ts";

withDatabase();
withSecrets();

const PASSWORD = "Correct-Horse-1";
let count = 0;
const registration = (email = `person${++count}@example.com`) => ({ name: "Ada", email, password: PASSWORD });
const client = { ip: "192.0.2.1", userAgent: "test" } as const;
const profile = (email: string, change: Partial<Accounts.Profile> = {}): Accounts.Profile => ({
  provider: "google",
  subject: `sub-${++count}`,
  email,
  emailVerified: true,
  name: "Ada",
  image: "https://images.example/ada.png",
  ...change,
});
const outcomes = async (work: Promise<unknown>[]) => {
  const settled = await Promise.allSettled(work);
  return {
    done: settled.filter(({ status }) => status === "fulfilled").length,
    refused: settled.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : [])),
  };
};
const isSessionValid = ({ userId }: User.User, { sessionId }: Sessions.Started) =>
  Sessions.isValid({ userId, sessionId });
const eventsOf = async (type: string, userId: string) => {
  const events: Table.Item[] = [];
  for await (const item of Table.scan()) {
    if (item["type"] === type && String(item["payload"]).includes(userId)) events.push(item);
  }
  return events;
};

describe("registration", () => {
  it("of one e-mail by ten parallel requests creates one account and one event, and rejects the others", async () => {
    const { done, refused } = await outcomes(
      Array.from({ length: 10 }, () => Users.register(registration("race@example.com"))),
    );
    expect({ done, refused }).toEqual({ done: 1, refused: Array(9).fill("AUTH_EMAIL_TAKEN") });
    const winner = await Users.fromEmail("race@example.com");
    expect(await eventsOf("user-registered", winner?.userId ?? "none")).toHaveLength(1);
  });

  it("accepts an e-mail once, in any letter case", async () => {
    const user = await Users.register(registration(" Mixed.Case@Example.COM "));
    expect(user.email).toBe("mixed.case@example.com");
    expect((await Users.fromEmail("MIXED.case@example.com"))?.userId).toBe(user.userId);
    await expect(Users.register(registration("MIXED.CASE@EXAMPLE.COM"))).rejects.toMatchObject({
      code: "AUTH_EMAIL_TAKEN",
    });
  });

  it("sets role PARTICULIER, the default preferences, an avatar, and an unverified address", async () => {
    const user = await Users.register(registration());
    expect(user).toMatchObject({
      role: "PARTICULIER",
      preferences: { language: "fr", currency: "EUR", notifications: true },
      accounts: [],
      emailVerified: undefined,
      blocked: false,
    });
    expect(URL.canParse(user.image)).toBe(true);
  });

  it("stores the password only as a hash, which no returned user contains", async () => {
    const user = await Users.register(registration());
    expect(JSON.stringify(await Users.fromId(user.userId))).not.toMatch(/\$2[aby]\$|passwordHash/);
    for await (const item of Table.scan()) {
      expect(JSON.stringify(item, (_, value) => (typeof value === "bigint" ? 0 : value))).not.toContain(
        PASSWORD,
      );
    }
  });

  it("rejects a weak password and stores nothing", async () => {
    const weak = { ...registration(), password: "P@ssw0rd" };
    await expect(Users.register(weak)).rejects.toMatchObject({ code: "AUTH_WEAK_PASSWORD" });
    expect(await Users.fromEmail(weak.email)).toBeUndefined();
  });
});

describe("authentication", () => {
  it("distinguishes an unknown e-mail, a wrong password and, only after a right password, a blocked account", async () => {
    const user = await Users.register(registration());
    expect((await Users.authenticate(user.email.toUpperCase(), PASSWORD, client.ip)).userId).toBe(
      user.userId,
    );
    const { email } = user;
    await expect(Users.authenticate("unknown@example.com", PASSWORD, client.ip)).rejects.toMatchObject({
      code: "AUTH_USER_NOT_FOUND",
    });
    await expect(Users.authenticate(email, "wrong", client.ip)).rejects.toMatchObject({
      code: "AUTH_INVALID_CREDENTIALS",
    });
    await Users.block(user.userId);
    await expect(Users.authenticate(email, "wrong", client.ip)).rejects.toMatchObject({
      code: "AUTH_INVALID_CREDENTIALS",
    });
    await expect(Users.authenticate(email, PASSWORD, client.ip)).rejects.toMatchObject({
      code: "AUTH_ACCOUNT_BLOCKED",
    });
  });
});

describe("a new password", () => {
  it("ends every session, also a concurrently started one with the old password", async () => {
    const user = await Users.register(registration());
    const started = await Sessions.start(user, client);
    const underWay = await Users.authenticate(user.email, PASSWORD, client.ip);
    await Users.setPassword(user, "Another-Horse-2", noEndings);
    expect(await isSessionValid(user, started)).toBe(false);
    await expect(Sessions.start(underWay, client)).rejects.toMatchObject({
      code: "AUTH_INVALID_CREDENTIALS",
    });
    await expect(Users.authenticate(user.email, PASSWORD, client.ip)).rejects.toMatchObject({
      code: "AUTH_INVALID_CREDENTIALS",
    });
    expect((await Users.authenticate(user.email, "Another-Horse-2", client.ip)).emailVerified).toBeDefined();
  });
});

describe("an account at a provider", () => {
  it("creates one user without a password under parallel sign-ins", async () => {
    const given = profile("oauth@example.com");
    const users = await Promise.all(Array.from({ length: 5 }, () => Accounts.signIn(given, noEndings)));
    expect(new Set(users.map(({ userId }) => userId)).size).toBe(1);
    expect(users[0]).toMatchObject({
      image: "https://images.example/ada.png",
      emailVerified: expect.any(String),
      accounts: [{ provider: "google", subject: given.subject, linkedAt: expect.any(String) }],
    });
    await expect(Users.authenticate("oauth@example.com", PASSWORD, client.ip)).rejects.toMatchObject({
      code: "AUTH_INVALID_CREDENTIALS",
    });
  });

  it("is identified by its subject, not by its e-mail", async () => {
    const given = profile("before@example.com");
    const user = await Accounts.signIn(given, noEndings);
    expect((await Accounts.signIn({ ...given, email: "after@example.com" }, noEndings)).userId).toBe(
      user.userId,
    );
    const { accounts } = full(await Users.fromId(user.userId).then((found) => found ?? user));
    expect(accounts).toEqual([{ provider: "google", linkedAt: expect.any(String) }]);
  });

  it("is linked to the user of its e-mail only if the provider has verified it", async () => {
    const user = await Users.register(registration(), { emailVerified: true });
    const given = profile(user.email);
    for (const unproven of [
      { ...given, emailVerified: false },
      { ...given, email: undefined },
    ]) {
      await expect(Accounts.signIn(unproven, noEndings)).rejects.toMatchObject({
        code: "AUTH_EMAIL_NOT_VERIFIED",
      });
    }
    expect((await Accounts.signIn(given, noEndings)).userId).toBe(user.userId);
    expect((await Users.authenticate(user.email, PASSWORD, client.ip)).accounts).toHaveLength(1);
  });

  it("locks out a user who registered its address before without verifying it", async () => {
    const squatter = await Users.register(registration());
    const session = await Sessions.start(squatter, client);
    await Accounts.link(squatter, "github", `squatter-${squatter.userId}`);
    const underWay = await Users.authenticate(squatter.email, PASSWORD, client.ip);

    const rightful = await Accounts.signIn(profile(squatter.email), noEndings);
    expect(rightful.userId).toBe(squatter.userId);
    expect(rightful.accounts.map(({ provider }) => provider)).toEqual(["google"]);
    expect(await isSessionValid(squatter, session)).toBe(false);
    expect(await Accounts.findLinked("github", `squatter-${squatter.userId}`)).toBeUndefined();
    await expect(Sessions.start(underWay, client)).rejects.toMatchObject({
      code: "AUTH_INVALID_CREDENTIALS",
    });
    await expect(Users.authenticate(squatter.email, PASSWORD, client.ip)).rejects.toMatchObject({
      code: "AUTH_INVALID_CREDENTIALS",
    });
  });

  it("is linked by its address alone as a reset of the credentials, so that new recipients have to wait", async () => {
    const user = await Users.create({ ...registration(), emailVerified: true });
    await Accounts.signIn(profile(user.email), noEndings);
    expect(await Users.fromId(user.userId)).toMatchObject({ credentialsResetAt: expect.any(String) });
    const own = await Users.create({ ...registration(), emailVerified: true });
    await Accounts.link(own, "github", "4713");
    expect((await Users.fromId(own.userId))?.credentialsResetAt).toBeUndefined();
  });

  it("belongs to one user, and a repeated link changes nothing", async () => {
    const [first, second] = [await Users.register(registration()), await Users.register(registration())];
    await Accounts.link(first, "github", "4711");
    await Accounts.link(first, "github", "4711");
    await expect(Accounts.link(second, "github", "4711")).rejects.toMatchObject({
      code: "AUTH_ACCOUNT_LINKED_ELSEWHERE",
    });
    expect((await Accounts.findLinked("github", "4711"))?.userId).toBe(first.userId);
    expect((await Users.fromId(first.userId))?.accounts).toHaveLength(1);
    expect((await Users.fromId(second.userId))?.accounts).toHaveLength(0);
  });

  it("cannot be linked to a user who already has ten, so that a hand-over can unlink all accounts of the former owner", async () => {
    const given = profile("besieged@example.com");
    const squatter = await Users.register(registration("besieged@example.com"));
    const link = (index: number) => Accounts.link(squatter, "google", `squatter-${index}`);
    const outcomes = await Promise.allSettled(Array.from({ length: 120 }, (_, index) => link(index)));
    const refusals = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
    expect([refusals.length, ...new Set(refusals)]).toEqual([110, "AUTH_LINK_LIMIT_REACHED"]);
    const last = outcomes.findLastIndex(({ status }) => status === "fulfilled");
    await expect(link(last)).resolves.toBeUndefined();
    const { userId } = await Accounts.signIn(given, noEndings);
    expect(userId).toBe(squatter.userId);
    expect((await Users.fromId(userId))?.accounts).toMatchObject([{ subject: given.subject }]);
    expect(await Accounts.findLinked("google", `squatter-${last}`)).toBeUndefined();
  });

  it("of a blocked user cannot sign in", async () => {
    const given = profile("blocked@example.com");
    await Users.block((await Accounts.signIn(given, noEndings)).userId);
    await expect(Accounts.signIn(given, noEndings)).rejects.toMatchObject({ code: "AUTH_ACCOUNT_BLOCKED" });
  });
});

describe("a change of an unknown user", () => {
  it("is rejected and creates no user", async () => {
    await expect(Users.setRole("usr_unknown", "ADMIN")).rejects.toMatchObject({
      code: "AUTH_USER_NOT_FOUND",
    });
    expect(await Users.fromId("usr_unknown")).toBeUndefined();
  });
});

describe("the check of a role in a transaction", () => {
  const holds = async (user: { readonly userId: string; readonly securityStamp?: string }) =>
    outcomes([Table.commit([assertHasRole(STAFF, user)])]);

  it("accepts a member of the staff", async () => {
    const { userId, securityStamp } = await Users.create({ ...registration(), emailVerified: true });
    await Users.setRole(userId, "EMPLOYE");
    expect(await holds({ userId, securityStamp })).toEqual({ done: 1, refused: [] });
  });

  it("rejects a user without an account, of another role, blocked, or with changed credentials", async () => {
    expect(await holds({ userId: "usr_unknown" })).toEqual({ done: 0, refused: ["FORBIDDEN"] });
    const { userId } = await Users.create({ ...registration(), emailVerified: true });
    expect(await holds({ userId })).toEqual({ done: 0, refused: ["FORBIDDEN"] });
    await Users.setRole(userId, "EMPLOYE");
    expect(await holds({ userId, securityStamp: "former" })).toEqual({ done: 0, refused: ["UNAUTHORIZED"] });
    await Users.block(userId);
    expect(await holds({ userId })).toEqual({ done: 0, refused: ["FORBIDDEN"] });
  });
});
