import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { commonWords, listFile } from "../../local/common-passwords.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { onWeb, withSecrets } from "../../tests/support/identity.ts";
import vectors from "../../tests/vectors/bcrypt.json" with { type: "json" };
import * as Clock from "../kernel/clock/index.ts";
import { log } from "../platform/log.ts";
import * as Table from "../platform/table/index.ts";
import { type ProofMethod, webActor } from "./actor.ts";
import { changePassword } from "./change-password.ts";
import { decode } from "./common-passwords/fingerprints.ts";
import { isCommon } from "./common-passwords/index.ts";
import { LIST } from "./common-passwords/list.lazy.ts";
import { wordsOf } from "./common-passwords/words.ts";
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

const [OLD, NEW] = ["Lovelace!1843", "Babbage!1834"];
let count = 0;
const register = () => Users.register({ name: "Ada", email: `ada${++count}@example.com`, password: OLD });

const verdict = (password: string): Promise<string> =>
  Passwords.assertStrong(password).then(
    () => "accepted",
    (error: Error) => error.message,
  );

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
    ["Password1!", "most common"],
    ["Azerty123!", "most common"],
    ["Welcome1!", "most common"],
    ["PASSWORD2024!!", "most common"],
    ["!123Sunshine", "most common"],
    ["L3tM3!n2025", "most common"],
    ["1qaz@WSX", "most common"],
    ["Pa$$word.", "digit"],
    ["Aa123456!", "most common"],
    ["Motdepasse1!", "most common"],
    ["Bonjour1999#", "most common"],
    ["Q.w.e.r.t.y.1", "most common"],
    // The platform's name.
    ["Svc!1234", "most common"],
    ["MySVC2026!", "most common"],
    ["S.v.c-Wallet1", "most common"],
    ["SvcB4nk99!", "most common"],
  ])("%j is rejected, with the reason", async (password, reason) => {
    expect(await verdict(password)).toContain(reason);
  });

  it.each([
    `Aa1!${"x".repeat(60)}`,
    `Aa1!${"x".repeat(68)}`,
    `Aa1!${"é".repeat(34)}`,
    "Ça passe 1 fois",
    "ÉTÉ à 30°",
    // A common word in a longer text, or with digits that are no year or sequence, is not a common password.
    "Dragon!8273649",
    "Correct horse, 2 staples",
    "Lovelace!1843",
    "Svc harbour 2 lamps!",
  ])("%j is accepted", async (password) => {
    expect(await verdict(password)).toBe("accepted");
  });
});

describe("the list of common passwords", () => {
  it("is the one that `npm run passwords` writes from the installed package", () => {
    expect(readFileSync("core/identity/common-passwords/list.lazy.ts", "utf8")).toBe(listFile());
  });

  it("contains every word that it was made from, and is smaller than 150 KB", async () => {
    const isListed = decode(LIST);
    expect([...commonWords()].filter((word) => !isListed(word))).toEqual([]);
    expect(commonWords().size).toBeGreaterThan(30_000);
    expect(LIST.length).toBeLessThan(150_000);
  });

  it("rejects at most one of 10,000 random passwords", async () => {
    const words = [...commonWords()].length;
    const most = Math.max(
      ...["Lovelace!1843", "!123Ab$cdefg45!!", "1a@b2C#d4"].map((one) => wordsOf(one).length),
    );
    expect((most * words) / 2 ** 32).toBeLessThan(1e-4);
    let rejected = 0;
    for (let n = 0; n < 20_000; n++)
      if (await isCommon(`A1!${createHash("sha256").update(`random ${n}`).digest("base64url")}`)) rejected++;
    expect(rejected).toBeLessThanOrEqual(2);
  });

  it("is not applied with COMMON_PASSWORDS=accept, as on a laptop", async () => {
    vi.stubEnv("COMMON_PASSWORDS", "accept");
    expect(await verdict("Password1!")).toBe("accepted");
    expect(await verdict("password1!")).toContain("uppercase");
    vi.unstubAllEnvs();
  });

  it("is applied to registrations and to changed passwords", async () => {
    const email = `common${++count}@example.com`;
    await expect(Users.register({ name: "Ada", email, password: "Welcome1!" })).rejects.toMatchObject({
      code: "AUTH_WEAK_PASSWORD",
      details: { fields: [{ field: "password" }] },
    });
    const change = { currentPassword: OLD, newPassword: "Azerty123!" };
    await expect(
      changePassword(onWeb(await register()), change, async () => undefined),
    ).rejects.toMatchObject({
      code: "AUTH_WEAK_PASSWORD",
      details: { fields: [{ field: "newPassword" }] },
    });
  });
});

describe("a range API of breached passwords", () => {
  const BREACHED = "Gr8-Lovelace-Pass";
  const digits = createHash("sha1").update(BREACHED).digest("hex").toUpperCase();
  const requests: { url: string | undefined; padding: unknown }[] = [];
  let respond: (response: ServerResponse) => void = () => undefined;
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push({ url: request.url, padding: request.headers["add-padding"] });
      respond(response);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(() => void server.close());
  beforeEach(() => {
    requests.length = 0;
    vi.stubEnv("PWNED_PASSWORDS_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  const lines = (count: number) => (response: ServerResponse) =>
    response.end(`${"0".repeat(35)}:3\r\n${digits.slice(5)}:${count}\r\n${"F".repeat(35)}:1`);

  it("receives five digits of the hash and asks for padding; a breached password is rejected", async () => {
    respond = lines(7);
    expect(await verdict(BREACHED)).toContain("data breach");
    expect(requests).toEqual([{ url: `/range/${digits.slice(0, 5)}`, padding: "true" }]);
  });

  it("does not reject another password, or one that is only padding", async () => {
    respond = lines(0);
    expect(await verdict(BREACHED)).toBe("accepted");
    respond = lines(7);
    expect(await verdict("Lovelace!1843")).toBe("accepted");
  });

  it("is not asked about a password that is rejected without it, nor without the setting", async () => {
    expect(await verdict("Password1!")).toContain("most common");
    vi.stubEnv("PWNED_PASSWORDS_URL", "");
    expect(await verdict(BREACHED)).toBe("accepted");
    expect(requests).toEqual([]);
  });

  it.each([
    ["responds with an error", (response: ServerResponse) => response.writeHead(503).end()],
    ["ends the connection", (response: ServerResponse) => response.destroy()],
    ["does not respond in time", () => undefined],
  ])("that %s does not prevent a registration, and is logged", async (_, answer) => {
    respond = answer;
    const warned = vi.spyOn(log, "warn").mockReturnValue();
    expect(await verdict(BREACHED)).toBe("accepted");
    expect(warned).toHaveBeenCalledWith(
      expect.stringContaining("range API did not respond"),
      expect.anything(),
    );
    server.closeAllConnections();
  });
});

const IP = "192.0.2.1";
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

  it("is changed in a session that keeps its proof of the last five minutes, but does not extend it", async () => {
    const change = { currentPassword: OLD, newPassword: NEW };
    const proofAfter = async (age: number, method: ProofMethod) => {
      const now = Clock.nowSeconds();
      const proven = { authentication: { at: now - age, methods: [method] } };
      const actor = webActor(await register(), "ses_test", proven);
      const { amr, authenticatedAt = now } = await changePassword(actor, change, async () => undefined);
      return { amr, age: now - authenticatedAt };
    };
    expect(await proofAfter(250, "totp")).toEqual({ amr: ["totp", "password"], age: 250 });
    for (const { amr, age } of [await proofAfter(301, "totp"), await proofAfter(250, "password")]) {
      expect(amr).toEqual(["password"]);
      expect(age).toBeLessThanOrEqual(0);
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
