import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as Clock from "../kernel/clock/index.ts";
import * as Ids from "../kernel/ids/index.ts";
import * as Jws from "./jws.ts";
import * as Tokens from "./tokens.ts";
import { fromItem } from "./user.ts";

const user = fromItem({
  userId: "usr_1",
  name: "Ada Lovelace",
  email: "ada@example.com",
  role: "PARTICULIER",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  securityStamp: "s",
  ownershipId: "o",
});

beforeEach(() => {
  process.env["JWT_SECRET"] = Ids.secret();
  delete process.env["JWT_SECRET_PREVIOUS"];
});
afterEach(() => {
  Clock.setOffset(0);
  delete process.env["JWT_AUDIENCE"];
  delete process.env["JWT_ISSUER"];
});

const ref = { sub: "usr_1", sid: "ses_1", sec: "secret" };
const verifyAccess = (token: string) => Tokens.verify(Tokens.webAccess, token);

const resign = async (
  token: string,
  change: (claims: Record<string, unknown>) => unknown,
  typ = "at+jwt",
) => {
  const payload = token.split(".")[1] ?? "";
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  return Jws.sign(typ, change(claims) as object, Jws.keyOf(process.env["JWT_SECRET"] ?? ""));
};

describe("an access token", () => {
  it("has the specified claims, its session and a unique id, and lasts 24 hours", async () => {
    const claims = await verifyAccess(await Tokens.signAccess(user, ref));
    const now = Clock.nowSeconds();
    expect(claims).toEqual({
      sub: "usr_1",
      email: "ada@example.com",
      name: "Ada Lovelace",
      role: "PARTICULIER",
      iat: expect.any(Number),
      exp: (claims?.iat ?? 0) + 86_400,
      iss: "svc",
      aud: "svc-web",
      sid: "ses_1",
      sec: "secret",
      jti: expect.stringMatching(/^[\w-]{22}$/),
    });
    expect(Math.abs((claims?.iat ?? 0) - now)).toBeLessThanOrEqual(60);
  });

  it("is valid until its last second, but not at the next", async () => {
    const token = await Tokens.signAccess(user, ref);
    Clock.setOffset(86_398_000);
    expect(await verifyAccess(token)).toBeDefined();
    Clock.setOffset(86_400_000);
    expect(await verifyAccess(token)).toBeUndefined();
  });

  it("is rejected with an issue time far in the future", async () => {
    Clock.setOffset(3_600_000);
    const token = await Tokens.signAccess(user, ref);
    Clock.setOffset(0);
    expect(await verifyAccess(token)).toBeUndefined();
  });

  it("is rejected from another issuer or for another audience", async () => {
    const token = await Tokens.signAccess(user, ref);
    process.env["JWT_AUDIENCE"] = "another";
    expect(await verifyAccess(token)).toBeUndefined();
    delete process.env["JWT_AUDIENCE"];
    process.env["JWT_ISSUER"] = "another";
    expect(await verifyAccess(token)).toBeUndefined();
  });

  it("survives one rotation of the secret, but not two", async () => {
    const token = await Tokens.signAccess(user, ref);
    process.env["JWT_SECRET_PREVIOUS"] = process.env["JWT_SECRET"];
    process.env["JWT_SECRET"] = Ids.secret();
    expect(await verifyAccess(token)).toBeDefined();
    process.env["JWT_SECRET_PREVIOUS"] = process.env["JWT_SECRET"];
    process.env["JWT_SECRET"] = Ids.secret();
    expect(await verifyAccess(token)).toBeUndefined();
  });

  it("is rejected without one of its claims or with an unknown role, even if the signature is valid", async () => {
    const token = await Tokens.signAccess(user, ref);
    expect(await verifyAccess(await resign(token, (claims) => claims))).toBeDefined();
    for (const name of ["sub", "email", "name", "role", "iat", "exp", "iss", "aud", "sid", "jti"]) {
      const without = await resign(token, (claims) => ({ ...claims, [name]: undefined }));
      expect(await verifyAccess(without), name).toBeUndefined();
    }
    const odd = await resign(token, (claims) => ({ ...claims, role: "ROOT" }));
    expect(await verifyAccess(odd)).toBeUndefined();
  });

  it("is not accepted as a refresh token, nor a refresh token as an access token, nor an untyped token as either", async () => {
    const access = await Tokens.signAccess(user, ref);
    const refresh = await Tokens.signRefresh(ref, Clock.nowSeconds() + 60);
    expect(await Tokens.verifyRefresh(access)).toBeUndefined();
    expect(await verifyAccess(refresh)).toBeUndefined();
    expect(await Tokens.verifyRefresh(refresh)).toMatchObject({ sub: "usr_1", sid: "ses_1" });
    const untyped = await resign(access, (claims) => claims, "JWT");
    expect(await verifyAccess(untyped)).toBeUndefined();
    expect(await Tokens.verifyRefresh(untyped)).toBeUndefined();
  });
});

describe("a text that is not a token", () => {
  it("is rejected without an exception", async () => {
    const part = fc.oneof(
      fc.base64String(),
      fc.string({ unit: "binary" }),
      fc.json().map((text) => btoa(encodeURI(text))),
    );
    const garbage = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(part, { maxLength: 5 }).map((parts) => parts.join(".")),
    );
    await fc.assert(
      fc.asyncProperty(garbage, async (token) => (await verifyAccess(token)) === undefined),
      { numRuns: 300 },
    );
  });

  it("is rejected without an exception, even if it is signed with our key", async () => {
    const key = Jws.keyOf(process.env["JWT_SECRET"] ?? "");
    for (const payload of [[], {}, { sub: { $: 1 } }]) {
      expect(await verifyAccess(await Jws.sign("at+jwt", payload, key))).toBeUndefined();
    }
  });
});
