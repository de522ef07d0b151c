import { afterEach, describe, expect, it } from "vitest";
import vectors from "../../tests/vectors/bcrypt.json" with { type: "json" };
import * as Passwords from "./passwords.ts";

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
  it.each(vectors.match)(
    "of the published vectors matches its password: $hash",
    async ({ password, hash }) => {
      expect(await Passwords.matches(password, hash)).toBe(true);
      expect(await Passwords.matches(`${password}x`, hash)).toBe(false);
    },
  );

  it("has cost 12 unless told otherwise", async () => {
    delete process.env["BCRYPT_COST"];
    const hash = await Passwords.hash("Lovelace!1843");
    expect(vectors.mustStartWith.some((prefix) => hash.startsWith(prefix))).toBe(true);
  });

  it("is another one each time, and never the password", async () => {
    const [a, b] = await Promise.all([Passwords.hash("Lovelace!1843"), Passwords.hash("Lovelace!1843")]);
    expect(a).not.toBe(b);
    expect(a).not.toContain("Lovelace");
  });

  it("does not match a longer password with the same first 72 bytes, which bcrypt would take", async () => {
    const { passwordOver72, hashOfFirst72 } = vectors.truncation;
    expect(await Passwords.matches(passwordOver72.slice(0, 72), hashOfFirst72)).toBe(true);
    expect(await Passwords.matches(passwordOver72, hashOfFirst72)).toBe(false);
  });

  it("does not match a password that goes on after a NUL", async () => {
    const hash = await Passwords.hash("Lovelace!1843");
    expect(await Passwords.matches("Lovelace!1843\0more", hash)).toBe(false);
  });

  it("matches a password however its accents are composed", async () => {
    const hash = await Passwords.hash("Éléonore!1843".normalize("NFC"));
    expect(await Passwords.matches("Éléonore!1843".normalize("NFD"), hash)).toBe(true);
  });

  it("that is not there matches nothing", async () => {
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
  ])("%j is refused for what is wrong with it", (password, reason) => {
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
