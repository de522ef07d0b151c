import { afterEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { onWeb, withSecrets } from "../../tests/support/identity.ts";
import vectors from "../../tests/vectors/bcrypt.json" with { type: "json" };
import * as Table from "../platform/table/index.ts";
import { changePassword } from "./change-password.ts";
import { password, userProfile } from "./entity.ts";
import * as Passwords from "./passwords.ts";
import * as Users from "./users.ts";
import { create } from "./users.ts";

withDatabase();
withSecrets();

const cost = process.env["BCRYPT_COST"];
afterEach(() => {
  process.env["BCRYPT_COST"] = cost;
});

const verdict = (password: string): string => {
  try {
    Passwords.assertStrong(password);
    return "accepted";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
};

describe("a stored hash", () => {
  it.each(vectors.match)("matches its password in the published vector $hash", async ({ password, hash }) => {
    expect(await Passwords.matches(password, hash)).toBe(true);
    expect(await Passwords.matches(`${password}x`, hash)).toBe(false);
  });

  it("has cost 12 by default", async () => {
    delete process.env["BCRYPT_COST"];
    const hash = await Passwords.hash("Lovelace!1843");
    expect(vectors.mustStartWith.some((prefix) => hash.startsWith(prefix))).toBe(true);
  });

  it("differs each time, and never contains the password", async () => {
    const [a, b] = await Promise.all([Passwords.hash("Lovelace!1843"), Passwords.hash("Lovelace!1843")]);
    expect(a).not.toBe(b);
    expect(a).not.toContain("Lovelace");
  });

  it("does not match a longer password with the same first 72 bytes, which bcrypt would accept", async () => {
    const { passwordOver72, hashOfFirst72 } = vectors.truncation;
    expect(await Passwords.matches(passwordOver72.slice(0, 72), hashOfFirst72)).toBe(true);
    expect(await Passwords.matches(passwordOver72, hashOfFirst72)).toBe(false);
  });

  it("does not match a password that continues after a NUL", async () => {
    const hash = await Passwords.hash("Lovelace!1843");
    expect(await Passwords.matches("Lovelace!1843\0more", hash)).toBe(false);
  });

  it("matches a password however its accents are composed", async () => {
    const hash = await Passwords.hash("Éléonore!1843".normalize("NFC"));
    expect(await Passwords.matches("Éléonore!1843".normalize("NFD"), hash)).toBe(true);
  });

  it("matches nothing if it is missing", async () => {
    expect(await Passwords.matches("Lovelace!1843", undefined)).toBe(false);
  });
});

describe("a password", () => {
  it.each([
    ["Short!1", "at least 8 characters"],
    ["lovelace!1843", "uppercase"],
    ["Lovelace!", "digit"],
    ["Lovelace1843", "special"],
    ["Lovelace!1843\0", "NUL"],
    [`Aa1!${"x".repeat(69)}`, "72 bytes"],
    [`Aa1!${"é".repeat(35)}`, "72 bytes"],
    ["P@ssw0rd", "most common"],
    ["P@$$w0rd", "most common"],
  ])("%j is rejected, with the reason", (password, reason) => {
    expect(verdict(password)).toContain(reason);
  });

  it.each([
    `Aa1!${"x".repeat(60)}`,
    `Aa1!${"x".repeat(68)}`,
    `Aa1!${"é".repeat(34)}`,
    "Ça passe 1 fois",
    "ÉTÉ à 30°",
  ])("%j is accepted", (password) => {
    expect(verdict(password)).toBe("accepted");
  });
});

const [OLD, NEW] = ["Lovelace!1843", "Babbage!1834"];
const IP = "192.0.2.1";
let count = 0;
const register = () => Users.register({ name: "Ada", email: `ada${++count}@example.com`, password: OLD });
const keysOf = (userId: string) => [userProfile.key({ userId }), Passwords.keyOf(userId)];

describe("the item of a password", () => {
  it("contains the hash, and the account's item does not", async () => {
    const { userId } = await register();
    const [account, stored] = await Table.getMany(keysOf(userId));
    expect(stored?.["hash"]).toMatch(/^\$2[aby]\$/);
    expect(JSON.stringify(account, (_, value) => String(value))).not.toContain("$2");
    expect(account?.["passwordId"]).toBe(stored?.["passwordId"]);
  });

  it("is read with the account in one round trip", async () => {
    const { email } = await register();
    const calls: string[] = [];
    Table.observe(({ operation }) => calls.push(operation));
    await Users.authenticate(email, OLD, IP);
    Table.observe(undefined);
    // Reads the claim of the address; reads account, password and client; counts the attempt; resets the count.
    expect(calls).toEqual(["GetItem", "BatchGetItem", "UpdateItem", "DeleteItem"]);
  });

  it("is consistent with the account, whichever item was read before a concurrent change", async () => {
    for (const stale of [0, 1]) {
      const user = await register();
      const before = await Table.getMany(keysOf(user.userId));
      await changePassword(onWeb(user), { currentPassword: OLD, newPassword: NEW }, async () => undefined);
      const read = await Table.getMany(keysOf(user.userId));
      const torn = read.map((item, at) => (at === stale ? before[at] : item));
      const { item, hash } = await Passwords.readConsistent(user.userId, torn);
      expect(hash).toBe(read[1]?.["hash"]);
      expect(item?.["securityStamp"]).toBe(read[0]?.["securityStamp"]);
    }
  });

  it("does not count unless the account stores its id", async () => {
    const user = await register();
    await Table.put(password.item({ userId: user.userId, passwordId: "another", hash: "$2b$12$else" }));
    const { hash } = await Passwords.readConsistent(user.userId, await Table.getMany(keysOf(user.userId)));
    expect(hash).toBeUndefined();
    await expect(Users.authenticate(user.email, OLD, IP)).rejects.toMatchObject({
      code: "AUTH_INVALID_CREDENTIALS",
    });
  });

  it("does not exist for an account that was created by a provider", async () => {
    const { userId } = await create({
      name: "Grace",
      email: `grace${++count}@example.com`,
      emailVerified: true,
      account: { provider: "github", subject: `g${count}` },
    });
    const [account, stored] = await Table.getMany(keysOf(userId));
    expect([account?.["passwordId"], stored]).toEqual([undefined, undefined]);
  });
});
