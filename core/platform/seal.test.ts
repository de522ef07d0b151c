import { beforeEach, describe, expect, it } from "vitest";
import * as Ids from "../kernel/ids/index.ts";
import { externalPurpose, purposeOf, resealed, seal, sealingName, unseal } from "./seal.ts";

const [one, two] = [externalPurpose("key_one"), externalPurpose("key_two")];

beforeEach(() => {
  process.env["SEALING_SECRET"] = Ids.secret();
  delete process.env["SEALING_SECRET_PREVIOUS"];
});

describe("a sealed value", () => {
  it("can be unsealed for its own purpose, and does not contain its plain text", async () => {
    const sealed = await seal("a secret, é", one);
    expect(await unseal(sealed, one)).toBe("a secret, é");
    expect(sealed).not.toContain(Buffer.from("a secret").toString("base64url"));
    expect(await seal("a secret, é", one)).not.toBe(sealed);
  });

  it("cannot be unsealed for another purpose, nor after it was changed", async () => {
    const sealed = await seal("a secret", one);
    await expect(unseal(sealed, two)).rejects.toThrow();
    const [name, iv, text, tag] = sealed.split(".");
    const other = Buffer.from(text ?? "", "base64url").map((byte) => byte ^ 1);
    await expect(
      unseal([name, iv, Buffer.from(other).toString("base64url"), tag].join("."), one),
    ).rejects.toThrow();
    await expect(unseal([name, iv, text, tag?.slice(0, 8)].join("."), one)).rejects.toThrow();
  });

  it("can be unsealed while its secret is the previous one, and not after that is removed", async () => {
    const sealed = await seal("a secret", one);
    process.env["SEALING_SECRET_PREVIOUS"] = process.env["SEALING_SECRET"];
    process.env["SEALING_SECRET"] = Ids.secret();
    expect(await unseal(sealed, one)).toBe("a secret");
    delete process.env["SEALING_SECRET_PREVIOUS"];
    await expect(unseal(sealed, one)).rejects.toThrow("a secret that no longer exists");
  });

  it("is resealed once under the current secret, and can then be unsealed without the previous one", async () => {
    const sealed = await seal("a secret", one);
    expect(await resealed(sealed, one)).toBeUndefined();
    process.env["SEALING_SECRET_PREVIOUS"] = process.env["SEALING_SECRET"];
    process.env["SEALING_SECRET"] = Ids.secret();
    const again = (await resealed(sealed, one)) ?? "";
    expect(again.split(".")[0]).toBe(await sealingName());
    expect(await resealed(again, one)).toBeUndefined();
    await expect(resealed(sealed, two)).rejects.toThrow();
    delete process.env["SEALING_SECRET_PREVIOUS"];
    expect(await unseal(again, one)).toBe("a secret");
  });

  it("has a purpose only in an attribute that its entity declares as sealed", () => {
    const entity = { name: "Stored", sealed: { "deep.secret": "stored:{userId}:{phone}" } };
    const item = { userId: "usr_1", phone: "+33612345678" };
    expect(purposeOf(entity, "deep.secret", item)).toBe("stored:usr_1:+33612345678");
    expect(() => purposeOf(entity, "secret", item)).toThrow("Stored does not declare secret as sealed");
    expect(() => purposeOf(entity, "deep.secret", { userId: "usr_1" })).toThrow("needs phone");
  });
});
