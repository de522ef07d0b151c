import { beforeEach, describe, expect, it } from "vitest";
import * as Ids from "../kernel/ids/index.ts";
import { externalPurpose, purposeOf, resealed, seal, sealingName, unseal } from "./seal.ts";

const [one, two] = [externalPurpose("key_one"), externalPurpose("key_two")];

beforeEach(() => {
  process.env["SEALING_SECRET"] = Ids.secret();
  delete process.env["SEALING_SECRET_PREVIOUS"];
});

describe("a sealed value", () => {
  it("opens for its own purpose, and is unreadable while sealed", async () => {
    const sealed = await seal("a secret, é", one);
    expect(await unseal(sealed, one)).toBe("a secret, é");
    expect(sealed).not.toContain(Buffer.from("a secret").toString("base64url"));
    expect(await seal("a secret, é", one)).not.toBe(sealed);
  });

  it("does not open for another purpose, nor after a change", async () => {
    const sealed = await seal("a secret", one);
    await expect(unseal(sealed, two)).rejects.toThrow();
    const [name, iv, text, tag] = sealed.split(".");
    const other = Buffer.from(text ?? "", "base64url").map((byte) => byte ^ 1);
    await expect(
      unseal([name, iv, Buffer.from(other).toString("base64url"), tag].join("."), one),
    ).rejects.toThrow();
    await expect(unseal([name, iv, text, tag?.slice(0, 8)].join("."), one)).rejects.toThrow();
  });

  it("opens while its secret is the previous one, and not later", async () => {
    const sealed = await seal("a secret", one);
    process.env["SEALING_SECRET_PREVIOUS"] = process.env["SEALING_SECRET"];
    process.env["SEALING_SECRET"] = Ids.secret();
    expect(await unseal(sealed, one)).toBe("a secret");
    delete process.env["SEALING_SECRET_PREVIOUS"];
    await expect(unseal(sealed, one)).rejects.toThrow("a secret that is gone");
  });

  it("is sealed again under the current secret once, and opens after the previous secret is removed", async () => {
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

  it("is stored only in attributes that its entity declares as sealed", () => {
    const entity = { name: "Stored", sealed: { "deep.secret": "stored:{userId}:{phone}" } };
    const item = { userId: "usr_1", phone: "+33612345678" };
    expect(purposeOf(entity, "deep.secret", item)).toBe("stored:usr_1:+33612345678");
    expect(() => purposeOf(entity, "secret", item)).toThrow("Stored does not say that secret is sealed");
    expect(() => purposeOf(entity, "deep.secret", { userId: "usr_1" })).toThrow("needs phone");
  });
});
