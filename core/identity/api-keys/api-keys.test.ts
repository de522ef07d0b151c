import { describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import * as Table from "../../platform/table/index.ts";
import * as ApiKeys from "./index.ts";

withDatabase();

const owner = { userId: "usr_owner" };
const stranger = { userId: "usr_stranger" };
const input = { name: "Bot", mode: "live", plan: "pro", scopes: ["prices:read"] } as const;

describe("an API key", () => {
  it("stands for its owner, plan, mode and scopes", async () => {
    const { key, secret } = await ApiKeys.create(owner, input);
    expect(secret).toMatch(/^svc_live_[\w-]{43}$/);
    expect(await ApiKeys.verify(secret)).toEqual({
      keyId: key.keyId,
      ownerId: owner.userId,
      plan: "pro",
      mode: "live",
      scopes: ["prices:read"],
    });
    const test = await ApiKeys.create(owner, { ...input, mode: "test" });
    expect(test.secret).toMatch(/^svc_test_/);
  });

  it("is nowhere in the table but as a hash", async () => {
    const { secret } = await ApiKeys.create(owner, input);
    const random = secret.slice("svc_live_".length);
    for await (const item of Table.scan())
      expect(JSON.stringify(item, (_, value) => String(value))).not.toContain(random);
  });

  it.each([
    "",
    "svc_live_",
    "svc_live_short",
    "bearer",
    `svc_prod_${"a".repeat(43)}`,
    `svc_live_${"a".repeat(43)}`,
  ])("%j is none", async (secret) => {
    expect(await ApiKeys.verify(secret)).toBeUndefined();
  });

  it("is listed and revoked by its owner alone, and means nothing after", async () => {
    const { key, secret } = await ApiKeys.create(owner, input);
    expect(await ApiKeys.list(owner)).toContainEqual(key);
    expect(await ApiKeys.list(stranger)).toEqual([]);
    await expect(ApiKeys.revoke(stranger, key.keyId)).rejects.toMatchObject({ code: "API_KEY_NOT_FOUND" });
    expect(await ApiKeys.verify(secret)).toBeDefined();
    await ApiKeys.revoke(owner, key.keyId);
    expect(await ApiKeys.verify(secret)).toBeUndefined();
    expect(await ApiKeys.list(owner)).not.toContainEqual(key);
    await expect(ApiKeys.revoke(owner, key.keyId)).rejects.toMatchObject({ code: "API_KEY_NOT_FOUND" });
  });

  it("has a secret of the form of its mode", async () => {
    await expect(ApiKeys.createWith(owner, input, `svc_test_${"a".repeat(43)}`)).rejects.toThrow(TypeError);
  });
});
