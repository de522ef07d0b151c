import { beforeEach, describe, expect, it } from "vitest";
import vectors from "../../tests/vectors/identity.json" with { type: "json" };
import * as Ids from "../kernel/ids/index.ts";
import * as Csrf from "./csrf.ts";

const example = vectors.csrf_hmac_example;

beforeEach(() => {
  process.env["CSRF_SECRET"] = Ids.secret();
  delete process.env["CSRF_SECRET_PREVIOUS"];
});

describe("HMAC", () => {
  it.each(vectors.hmac_rfc4231)("matches RFC 4231 for key $keyHex", ({ keyHex, dataHex, hmacSha256Hex }) => {
    expect(Csrf.hmac(Buffer.from(keyHex, "hex"), Buffer.from(dataHex, "hex")).toString("hex")).toBe(
      hmacSha256Hex,
    );
  });
});

describe("a CSRF token", () => {
  it("matches the example of the OWASP cheat sheet", async () => {
    process.env["CSRF_SECRET"] = example.secret;
    expect(await Csrf.verify(example.sessionId, example.token)).toBe(true);
    expect(Csrf.hmac(example.secret, example.message).toString("hex")).toBe(example.token.split(".")[0]);
  });

  it("is valid only for its own session", async () => {
    const token = await Csrf.issue("ses_1");
    expect(await Csrf.verify("ses_1", token)).toBe(true);
    expect(await Csrf.verify("ses_2", token)).toBe(false);
  });

  it("is different each time it is issued", async () => {
    expect(await Csrf.issue("ses_1")).not.toBe(await Csrf.issue("ses_1"));
  });

  it("is rejected if it was made without the secret", async () => {
    const random = "00112233445566778899aabbccddeeff";
    const ownMac = Csrf.hmac("a guess", `5!ses_1!32!${random}`).toString("hex");
    for (const token of ["", random, `${random}.${random}`, `.${random}`, `${ownMac}.${random}`]) {
      expect(await Csrf.verify("ses_1", token), token).toBe(false);
    }
  });

  it("is rejected with another random value, in another letter case, or with an additional character", async () => {
    const token = await Csrf.issue("ses_1");
    const [mac = "", random = ""] = token.split(".");
    const other = random.startsWith("0") ? `1${random.slice(1)}` : `0${random.slice(1)}`;
    for (const changed of [`${mac}.${other}`, token.toUpperCase(), `${token}\n`, `${token}.`, ` ${token}`]) {
      expect(await Csrf.verify("ses_1", changed), changed).toBe(false);
    }
  });

  it("survives one rotation of the secret, but not two", async () => {
    const token = await Csrf.issue("ses_1");
    process.env["CSRF_SECRET_PREVIOUS"] = process.env["CSRF_SECRET"];
    process.env["CSRF_SECRET"] = Ids.secret();
    expect(await Csrf.verify("ses_1", token)).toBe(true);
    process.env["CSRF_SECRET_PREVIOUS"] = Ids.secret();
    expect(await Csrf.verify("ses_1", token)).toBe(false);
  });
});
