import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { withSecrets } from "../../../tests/support/identity.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { sandboxOf } from "../../kernel/mode.ts";
import * as Table from "../../platform/table/index.ts";
import { userProfile } from "../entity.ts";
import type { User } from "../user.ts";
import * as Users from "../users.ts";
import { create } from "../users.ts";
import { apiKey } from "./entity.ts";
import * as ApiKeys from "./index.ts";
import { allowsAddress, fromText, recordUse } from "./open.ts";
import { composeSecret, parseSecret } from "./text.ts";

withDatabase();
withSecrets();

const input = { name: "Bot", mode: "live", plan: "pro", scopes: ["prices:read"] } as const;

let count = 0;
let owner: User;
let stranger: User;
beforeEach(async () => {
  const person = () => create({ name: "Kay", email: `k${++count}@example.com`, emailVerified: true });
  [owner, stranger] = [await person(), await person()];
});
afterEach(() => Clock.setOffset(0));

const setClock = (seconds: number) => Clock.setOffset(seconds * 1000);
const texts = async () => {
  const all: string[] = [];
  for await (const item of Table.scan()) all.push(JSON.stringify(item, (_, value) => String(value)));
  return all.join("\n");
};

describe("an API key", () => {
  it("authenticates its owner with its plan, mode and scopes", async () => {
    const { key, secret } = await ApiKeys.create(owner, input);
    expect((await fromText(secret))?.actor).toEqual({
      kind: "user",
      channel: "apiKey",
      userId: owner.userId,
      securityStamp: owner.securityStamp,
      ownershipId: owner.ownershipId,
      sessionId: key.keyId,
      role: "PARTICULIER",
      email: owner.email,
      name: "Kay",
      language: undefined,
      timeZone: "Europe/Paris",
      credentialsResetAt: undefined,
      credentialsFirstResetAt: undefined,
      secondFactorAt: undefined,
      isAddressProven: true,
      means: { passkey: false, secondFactor: false, password: false },
      mode: "live",
      apiKey: { keyId: key.keyId, plan: "pro", scopes: ["prices:read"] },
    });
    const test = await ApiKeys.create(owner, { ...input, mode: "test" });
    expect(test.secret).toMatch(/^svc_test_/);
    expect((await fromText(test.secret))?.actor.mode).toBe(sandboxOf(owner.userId));
  });

  it("is read with its owner in one round trip", async () => {
    const { secret } = await ApiKeys.create(owner, input);
    const calls: string[] = [];
    Table.observe(({ operation }) => calls.push(operation));
    await fromText(secret);
    Table.observe(undefined);
    expect(calls).toEqual(["BatchGetItem"]);
  });

  it("is stored only as a hash, and its signing secret only sealed", async () => {
    const { secret, signingSecret } = await ApiKeys.create(owner, input);
    const all = await texts();
    expect(all).not.toContain(secret.slice(-43));
    expect(all).not.toContain(signingSecret.slice("svc_sig_".length));
  });

  it("is rejected with another random part, key id, owner id or mode", async () => {
    const [{ secret }, others] = [await ApiKeys.create(owner, input), await ApiKeys.create(stranger, input)];
    const [mine, theirs] = [parseSecret(secret), parseSecret(others.secret)];
    if (!mine || !theirs) throw new Error("a key has not its own form");
    const random = secret.slice(-43);
    for (const forged of [
      composeSecret(mine),
      composeSecret({ ...mine, keyId: theirs.keyId }, random),
      composeSecret({ ...mine, keyId: Ids.create("apiKey") }, random),
      composeSecret({ ...mine, ownerId: theirs.ownerId }, random),
      composeSecret({ ...mine, mode: "test" }, random),
    ])
      expect(await fromText(forged)).toBeUndefined();
    expect(await fromText(composeSecret(mine, random))).toBeDefined();
  });

  it.each([
    "",
    "svc_live_",
    "svc_live_short",
    "bearer",
    `svc_prod_${"a".repeat(95)}`,
    `svc_live_${"a".repeat(43)}`,
  ])("is not found for the text %j", async (secret) => {
    expect(await fromText(secret)).toBeUndefined();
  });

  it("can be listed and revoked only by its owner, and is invalid after a revocation", async () => {
    const { key, secret } = await ApiKeys.create(owner, input);
    expect(await ApiKeys.list(owner)).toContainEqual(key);
    expect(await ApiKeys.list(stranger)).toEqual([]);
    await expect(ApiKeys.revoke(stranger, key.keyId)).rejects.toMatchObject({ code: "API_KEY_NOT_FOUND" });
    expect(await fromText(secret)).toBeDefined();
    await ApiKeys.revoke(owner, key.keyId);
    expect(await fromText(secret)).toBeUndefined();
    expect(await ApiKeys.list(owner)).not.toContainEqual(key);
    await expect(ApiKeys.revoke(owner, key.keyId)).rejects.toMatchObject({ code: "API_KEY_NOT_FOUND" });
  });

  it("is invalid after its owner is blocked or it has expired", async () => {
    const expiresAt = new Date(Clock.nowMs() + 60_000).toISOString();
    const { key, secret } = await ApiKeys.create(owner, { ...input, expiresAt });
    expect(key.expiresAt).toBe(expiresAt);
    expect(await fromText(secret)).toBeDefined();
    setClock(61);
    expect(await fromText(secret)).toBeUndefined();
    setClock(0);
    await Users.block(owner.userId);
    expect(await fromText(secret)).toBeUndefined();
  });

  it("cannot be created with an expiry in the past", async () => {
    const expiresAt = new Date(Clock.nowMs() - 1).toISOString();
    await expect(ApiKeys.create(owner, { ...input, expiresAt })).rejects.toMatchObject({
      code: "INVALID_REQUEST",
      details: { fields: [{ field: "expiresAt", message: "must be in the future" }] },
    });
  });
});

describe("a key of staff", () => {
  beforeEach(() => vi.stubEnv("STAFF_SECOND_FACTOR", "required"));
  afterEach(() => vi.unstubAllEnvs());

  const setOwner = (set: Readonly<Record<string, unknown>>) =>
    Table.update(userProfile.key(owner), { set: { role: "ADMIN", ...set } });
  const roleOf = async (secret: string) => (await fromText(secret))?.actor.role;

  it("has the role only if it was created with the second factor of an account with a proven address", async () => {
    await setOwner({});
    const before = await ApiKeys.create(owner, input);
    expect(await roleOf(before.secret)).toBe("PARTICULIER");
    setClock(1);
    await setOwner({ secondFactorAt: Clock.nowIso() });
    expect(await roleOf(before.secret)).toBe("PARTICULIER");
    const since = await ApiKeys.create(owner, input);
    expect(await roleOf(since.secret)).toBe("ADMIN");
    await setOwner({ emailVerified: undefined });
    expect(await roleOf(since.secret)).toBe("PARTICULIER");
    await setOwner({ emailVerified: Clock.nowIso(), secondFactorAt: undefined });
    expect(await roleOf(since.secret)).toBe("PARTICULIER");
  });

  it("has the role in the local stage, which turns the rule off", async () => {
    vi.stubEnv("STAFF_SECOND_FACTOR", "off");
    await setOwner({});
    expect(await roleOf((await ApiKeys.create(owner, input)).secret)).toBe("ADMIN");
  });
});

describe("the allowed addresses of a key", () => {
  const opened = async (allowedAddresses?: readonly string[]) => {
    const { secret } = await ApiKeys.create(owner, { ...input, allowedAddresses });
    const key = await fromText(secret);
    if (!key) throw new Error("no key");
    return (ip: string) => allowsAddress(key, ip);
  };

  it("include all addresses by default", async () => {
    const allows = await opened();
    expect(["203.0.113.9", "2001:db8::1", "unknown"].map(allows)).toEqual([true, true, true]);
  });

  it("include only the key's ranges, and match an IPv4-mapped address as IPv4", async () => {
    const allows = await opened(["203.0.113.0/24", "198.51.100.7/32", "2001:db8:1::/48"]);
    for (const ip of ["203.0.113.255", "::ffff:203.0.113.1", "198.51.100.7", "2001:db8:1:ffff::1"])
      expect(allows(ip), ip).toBe(true);
    for (const ip of ["203.0.114.1", "198.51.100.8", "2001:db8:2::1", "::203.0.113.1", "unknown", ""])
      expect(allows(ip), ip).toBe(false);
  });
});

describe("the last use of a key", () => {
  const use = async (secret: string) => {
    const key = await fromText(secret);
    if (key) await recordUse(key);
  };
  const lastUsed = async () => (await ApiKeys.list(owner))[0]?.lastUsedAt;

  it("is recorded at most once a minute", async () => {
    const { secret } = await ApiKeys.create(owner, input);
    expect(await lastUsed()).toBeNull();
    await Promise.all(Array.from({ length: 10 }, () => use(secret)));
    const first = await lastUsed();
    expect(first).toMatch(/^\d{4}-/);
    setClock(30);
    await use(secret);
    expect(await lastUsed()).toBe(first);
    setClock(61);
    await use(secret);
    expect(Date.parse((await lastUsed()) ?? "") - Date.parse(first ?? "")).toBeGreaterThanOrEqual(60_000);
  });

  it("does not recreate a revoked key", async () => {
    const { key, secret } = await ApiKeys.create(owner, input);
    const opened = await fromText(secret);
    await ApiKeys.revoke(owner, key.keyId);
    if (opened) await recordUse(opened);
    expect(await Table.get(apiKey.key({ ownerId: owner.userId, keyId: key.keyId }))).toBeUndefined();
  });
});

describe("a rotation", () => {
  it("leaves the previous secret valid only for the overlap", async () => {
    const first = await ApiKeys.create(owner, input);
    const second = await ApiKeys.rotate(owner, first.key.keyId, 3600);
    expect(second.secret).not.toBe(first.secret);
    expect(second.key).toMatchObject({ keyId: first.key.keyId, hint: second.secret.slice(-4) });
    expect(second.key.previousUntil).toBe((await ApiKeys.list(owner))[0]?.previousUntil);
    for (const { secret } of [first, second]) expect(await fromText(secret)).toBeDefined();
    setClock(3601);
    expect(await fromText(first.secret)).toBeUndefined();
    expect(await fromText(second.secret)).toBeDefined();
    expect((await ApiKeys.list(owner))[0]?.previousUntil).toBeNull();
  });

  it("ends the previous secret immediately without an overlap, and any older one always", async () => {
    const first = await ApiKeys.create(owner, input);
    const second = await ApiKeys.rotate(owner, first.key.keyId, 3600);
    const third = await ApiKeys.rotate(owner, first.key.keyId, 3600);
    expect(await fromText(first.secret)).toBeUndefined();
    const last = await ApiKeys.rotate(owner, first.key.keyId, 0);
    for (const { secret } of [second, third]) expect(await fromText(secret)).toBeUndefined();
    expect(await fromText(last.secret)).toBeDefined();
  });

  it("fails for another user's key, and for an unknown one", async () => {
    const { key, secret } = await ApiKeys.create(owner, input);
    const NOT_FOUND = { code: "API_KEY_NOT_FOUND" };
    await expect(ApiKeys.rotate(stranger, key.keyId, 0)).rejects.toMatchObject(NOT_FOUND);
    await expect(ApiKeys.rotate(owner, Ids.create("apiKey"), 0)).rejects.toMatchObject(NOT_FOUND);
    expect(await fromText(secret)).toBeDefined();
    expect(await ApiKeys.list(owner)).toHaveLength(1);
  });

  it("leaves exactly two valid secrets under parallel requests", async () => {
    const { key, secret } = await ApiKeys.create(owner, input);
    const made = await Promise.all(Array.from({ length: 4 }, () => ApiKeys.rotate(owner, key.keyId, 3600)));
    const held = await Promise.all([secret, ...made.map((one) => one.secret)].map(fromText));
    expect(held.filter(Boolean)).toHaveLength(2);
  });
});
