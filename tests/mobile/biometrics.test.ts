import { createSecretKey } from "node:crypto";
import { exportJWK, exportSPKI, generateKeyPair } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as Users from "../../core/identity/users.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import { App } from "../support/app.ts";
import { Authenticator, enableTwoFactor } from "../support/authenticator.ts";
import { DeviceKey, registerDeviceKey, signCompact } from "../support/device-key.ts";
import { withPlatform } from "../support/platform.ts";

afterEach(() => Clock.setOffset(0));

/** Device keys: accepted algorithms, registration, and revocation. */

const platform = withPlatform({ seeded: false });
const password = "Lovelace!1843";

let count = 0;
let email = "";
let userId = "";
let phone: App;
beforeEach(async () => {
  email = `ada${++count}@example.com`;
  phone = new App(platform);
  userId = (await phone.register(email, password)).id;
});

const enabled = async (app = phone): Promise<boolean[]> => {
  const { body } = await app.call<{ devices: { biometricEnabled: boolean; isCurrent: boolean }[] }>(
    "GET",
    "/user/devices",
  );
  return body.devices.filter(({ isCurrent }) => isCurrent).map((one) => one.biometricEnabled);
};

describe("a device's key", () => {
  it.each(["ES256", "RS256", "EdDSA"])("is accepted with %s and reported as enabled", async (alg) => {
    const answer = await registerDeviceKey(phone, userId, await DeviceKey.create(alg));
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, biometricEnabled: true, message: expect.any(String) },
    ]);
    expect(await enabled()).toEqual([true]);
  });

  it("is reported to its user by email, and only its public half is stored", async () => {
    const key = await DeviceKey.create();
    await registerDeviceKey(phone, userId, key);
    await platform.drain();
    expect(platform.mail(email).some(({ subject }) => subject.includes("biométrie"))).toBe(true);
    const { d } = await exportJWK(key.signer);
    const items = (await Array.fromAsync(Table.scan())).map((item) =>
      JSON.stringify(item, (_, value) => (typeof value === "bigint" ? String(value) : value)),
    );
    expect(items.filter((item) => item.includes(String(key.jwk.x)))).toHaveLength(1);
    expect(items.filter((item) => item.includes(String(d)))).toEqual([]);
  });

  it("is rejected if the proof is for another device or user, expired, or dated in the future", async () => {
    const key = await DeviceKey.create();
    const claims = { deviceId: phone.deviceId, sub: userId };
    const other = new App(platform);
    for (const wrong of [
      { deviceId: other.deviceId },
      { sub: "usr_other" },
      { iat: Clock.nowSeconds() - 301 },
      { iat: Clock.nowSeconds() + 360 },
      { iat: undefined },
    ]) {
      const biometricToken = await key.token({ ...claims, ...wrong });
      const answer = await registerDeviceKey(phone, userId, key, { body: { biometricToken } });
      expect([answer.status, answer.body.error], JSON.stringify(wrong)).toEqual([
        400,
        "INVALID_BIOMETRIC_TOKEN",
      ]);
    }
    expect(await enabled()).toEqual([false]);
  });

  it("is accepted only for the calling device, not for the user's other devices", async () => {
    const tablet = new App(platform);
    await tablet.login(email, password);
    const key = await DeviceKey.create();
    const biometricToken = await key.token({ deviceId: tablet.deviceId, sub: userId });
    const answer = await registerDeviceKey(phone, userId, key, {
      body: { deviceId: tablet.deviceId, biometricToken },
    });
    expect([answer.status, answer.body.error]).toEqual([404, "DEVICE_NOT_FOUND"]);
    expect(await enabled(tablet)).toEqual([false]);
  });
});

describe("an invalid proof", () => {
  const expectInvalidProof = async (biometricToken: string) => {
    const answer = await registerDeviceKey(phone, userId, await DeviceKey.create(), {
      body: { biometricToken },
    });
    expect([answer.status, answer.body.error]).toEqual([400, "INVALID_BIOMETRIC_TOKEN"]);
    expect(await enabled()).toEqual([false]);
  };
  const claims = () => ({ deviceId: phone.deviceId, sub: userId, iat: Clock.nowSeconds() });
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

  it("is rejected without a signature", async () => {
    const { jwk } = await DeviceKey.create();
    await expectInvalidProof(`${encode({ alg: "none", jwk })}.${encode(claims())}.`);
    await expectInvalidProof(`${encode({ alg: "none", jwk })}.${encode(claims())}.AA`);
  });

  it("is rejected if it is signed with a shared secret, such as the public key", async () => {
    const { publicKey } = await generateKeyPair("RS256", { extractable: true });
    const secret = createSecretKey(Buffer.from(await exportSPKI(publicKey)));
    await expectInvalidProof(
      await signCompact(claims(), { alg: "HS256", jwk: await exportJWK(publicKey) }, secret),
    );
    const shared = { kty: "oct", k: "A".repeat(43) };
    await expectInvalidProof(
      await signCompact(claims(), { alg: "HS256", jwk: shared }, Buffer.from(shared.k, "base64url")),
    );
  });

  it("is rejected if it contains a private key", async () => {
    for (const alg of ["ES256", "RS256", "EdDSA"]) {
      const key = await DeviceKey.create(alg);
      await expectInvalidProof(await key.token(claims(), { jwk: await exportJWK(key.signer) }));
    }
  });

  it("is rejected if it is signed by another key than the one that it contains", async () => {
    const [key, other] = [await DeviceKey.create(), await DeviceKey.create()];
    await expectInvalidProof(await key.token(claims(), { jwk: other.jwk }));
  });

  it("is rejected after a change of payload, signature or encoding", async () => {
    const [header, payload, signature] = (await (await DeviceKey.create()).token(claims())).split(".");
    await expectInvalidProof(
      `${header}.${encode({ ...claims(), iat: Clock.nowSeconds() - 1 })}.${signature}`,
    );
    await expectInvalidProof(
      `${header}.${payload}.${signature?.replace(/^./, (c) => (c === "A" ? "B" : "A"))}`,
    );
    await expectInvalidProof(`${header}.${payload}.${signature}=`);
    await expectInvalidProof("not a token");
  });

  it("is rejected for an unsupported algorithm or curve, or a short key", async () => {
    for (const alg of ["ES384", "PS256", "RS512"])
      await expectInvalidProof(await (await DeviceKey.create(alg)).token(claims()));
    const { publicKey, privateKey } = await crypto.subtle.generateKey(
      {
        name: "RSASSA-PKCS1-v1_5",
        hash: "SHA-256",
        modulusLength: 1024,
        publicExponent: new Uint8Array([1, 0, 1]),
      },
      true,
      ["sign", "verify"],
    );
    const start = `${encode({ alg: "RS256", jwk: await exportJWK(publicKey) })}.${encode(claims())}`;
    const signed = await crypto.subtle.sign("RSASSA-PKCS1-v1_5", privateKey, Buffer.from(start));
    await expectInvalidProof(`${start}.${Buffer.from(signed).toString("base64url")}`);
  });
});

describe("a registered key", () => {
  let key: DeviceKey;
  beforeEach(async () => {
    key = await DeviceKey.create();
    await registerDeviceKey(phone, userId, key);
  });

  it("can be registered again, and is replaced by another key only with its own confirmation", async () => {
    expect((await registerDeviceKey(phone, userId, key)).status).toBe(200);
    const other = await DeviceKey.create();
    const biometricToken = await other.token({ deviceId: phone.deviceId, sub: userId });
    const body = { deviceId: phone.deviceId, biometricType: "face_id", biometricToken };
    const refused = await registerDeviceKey(phone, userId, other, { body });
    expect([refused.status, refused.body.error, refused.body.details?.methods]).toEqual([
      403,
      "STEP_UP_REQUIRED",
      ["biometric"],
    ]);
    const byItself = { "x-biometric-assertion": await other.assertion("POST", "/auth/biometric", body) };
    expect((await registerDeviceKey(phone, userId, other, { body, headers: byItself })).status).toBe(403);
    const byTheOld = { "x-biometric-assertion": await key.assertion("POST", "/auth/biometric", body) };
    expect((await registerDeviceKey(phone, userId, other, { body, headers: byTheOld })).status).toBe(200);
  });

  it("remains when its device signs in again with the password", async () => {
    await phone.login(email, password);
    expect(await enabled()).toEqual([true]);
    expect((await registerDeviceKey(phone, userId, await DeviceKey.create())).status).toBe(403);
  });

  it("remains after its session expired, was evicted, or was ended for fraud", async () => {
    const body = { enabled: false };
    const expectConfirmationRequired = async () => {
      await phone.login(email, password);
      expect(await enabled()).toEqual([true]);
      const bare = await phone.call("POST", "/user/2fa/enable", { body });
      expect([bare.status, bare.body]).toMatchObject([403, { details: { methods: ["biometric"] } }]);
      const headers = { "x-biometric-assertion": await key.assertion("POST", "/user/2fa/enable", body) };
      expect((await phone.call("POST", "/user/2fa/enable", { body, headers })).status).toBe(200);
    };
    Clock.setOffset(8 * 86_400_000);
    await expectConfirmationRequired();
    Clock.setOffset(400 * 86_400_000);
    await expectConfirmationRequired();
    for (let at = 0; at < 5; at++) await new App(platform).login(email, password);
    expect((await phone.call("GET", "/user/devices")).status).toBe(401);
    await expectConfirmationRequired();
    const stolen = { refreshToken: phone.refreshToken, deviceId: new App(platform).deviceId };
    expect((await phone.call("POST", "/auth/refresh", { body: stolen, token: "" })).status).toBe(401);
    await expectConfirmationRequired();
  });

  const expectDeleted = async () => {
    await phone.login(email, password);
    expect(await enabled()).toEqual([false]);
    expect((await registerDeviceKey(phone, userId, await DeviceKey.create())).status).toBe(200);
  };

  it("is deleted when its device signs out", async () => {
    await phone.call("POST", "/auth/logout");
    await expectDeleted();
  });

  it("is deleted when another device signs its device out, even if the session has expired", async () => {
    Clock.setOffset(8 * 86_400_000);
    const tablet = new App(platform);
    await tablet.login(email, password);
    const body = { deviceId: phone.deviceId };
    expect((await tablet.call("POST", "/auth/logout", { body })).status).toBe(200);
    await expectDeleted();
  });

  it("is deleted when its device is revoked, or all sessions are ended", async () => {
    const tablet = new App(platform);
    await tablet.login(email, password);
    const { body } = await tablet.call<{ devices: { id: string; deviceId: string }[] }>(
      "GET",
      "/user/devices",
    );
    const { id } = body.devices.find(({ deviceId }) => deviceId === phone.deviceId) ?? {};
    expect((await tablet.call("DELETE", `/user/devices/${id}`)).status).toBe(200);
    await expectDeleted();
    expect((await tablet.call("POST", "/auth/logout-all")).status).toBe(200);
    await expectDeleted();
  });

  it("is deleted by a password reset", async () => {
    const user = await Users.fromEmail(email);
    if (!user) throw new Error("no user");
    await Users.setPassword(user, "Another!1843");
    await phone.login(email, "Another!1843");
    expect(await enabled()).toEqual([false]);
  });

  it("requires a two-factor code at its first registration if two-factor authentication is on", async () => {
    const tablet = new App(platform);
    await tablet.login(email, password);
    const { authenticator } = await enableTwoFactor(tablet);
    const first = await DeviceKey.create();
    const refused = await registerDeviceKey(tablet, userId, first);
    expect([refused.status, refused.body.error, refused.body.details?.methods]).toEqual([
      403,
      "STEP_UP_REQUIRED",
      ["totp", "recovery"],
    ]);
    expect(await enabled(tablet)).toEqual([false]);
    const headers = { "x-2fa-code": authenticator.code(1) };
    expect((await registerDeviceKey(tablet, userId, first, { headers })).status).toBe(200);
    expect((await registerDeviceKey(tablet, userId, first)).status).toBe(200);
  });

  it("confirms the setup and the deactivation of two-factor authentication", async () => {
    const path = "/user/2fa/enable";
    const change = async (body: object, confirmed: boolean) =>
      phone.call("POST", path, {
        body,
        ...(confirmed && { headers: { "x-biometric-assertion": await key.assertion("POST", path, body) } }),
      });
    expect((await change({}, false)).status).toBe(403);
    const begun = await change({}, true);
    const shows = new Authenticator(String(begun.body["secret"]));
    const body = { code: shows.code() };
    expect((await phone.call("POST", "/user/2fa/verify", { body })).status).toBe(200);
    expect((await change({ enabled: false }, false)).status).toBe(403);
    expect((await change({ enabled: false }, true)).status).toBe(200);
  });

  it("is one of ten keys that a device registers in parallel, and the others are rejected", async () => {
    const fresh = new App(platform);
    await fresh.login(email, password);
    const keys = await Promise.all(Array.from({ length: 10 }, () => DeviceKey.create()));
    const answers = await Promise.all(keys.map((one) => registerDeviceKey(fresh, userId, one)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
