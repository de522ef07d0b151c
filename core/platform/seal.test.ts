import { beforeEach, describe, expect, it } from "vitest";
import * as Ids from "../kernel/ids/index.ts";
import { seal, unseal } from "./seal.ts";

beforeEach(() => {
  process.env["SEALING_SECRET"] = Ids.secret();
  delete process.env["SEALING_SECRET_PREVIOUS"];
});

describe("what is sealed", () => {
  it("opens for what it was sealed for, and reads as nothing before", async () => {
    const sealed = await seal("a secret, é", "key_one");
    expect(await unseal(sealed, "key_one")).toBe("a secret, é");
    expect(sealed).not.toContain(Buffer.from("a secret").toString("base64url"));
    expect(await seal("a secret, é", "key_one")).not.toBe(sealed);
  });

  it("does not open for anything else, nor changed", async () => {
    const sealed = await seal("a secret", "key_one");
    await expect(unseal(sealed, "key_two")).rejects.toThrow();
    const [name, iv, text, tag] = sealed.split(".");
    const other = Buffer.from(text ?? "", "base64url").map((byte) => byte ^ 1);
    await expect(
      unseal([name, iv, Buffer.from(other).toString("base64url"), tag].join("."), "key_one"),
    ).rejects.toThrow();
    await expect(unseal([name, iv, text, tag?.slice(0, 8)].join("."), "key_one")).rejects.toThrow();
  });

  it("opens while its secret is the one before, and not after", async () => {
    const sealed = await seal("a secret", "key_one");
    process.env["SEALING_SECRET_PREVIOUS"] = process.env["SEALING_SECRET"];
    process.env["SEALING_SECRET"] = Ids.secret();
    expect(await unseal(sealed, "key_one")).toBe("a secret");
    delete process.env["SEALING_SECRET_PREVIOUS"];
    await expect(unseal(sealed, "key_one")).rejects.toThrow("a secret that is gone");
  });
});
