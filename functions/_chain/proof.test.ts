import { createSecretKey } from "node:crypto";
import { exportSPKI, importJWK } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { openApi } from "../../contract/openapi.ts";
import { route } from "../../contract/route.ts";
import type { MobileActor } from "../../core/identity/actor.ts";
import * as Biometrics from "../../core/identity/devices/biometrics.ts";
import * as Devices from "../../core/identity/devices/index.ts";
import { prove } from "../../core/identity/proof/prove.ts";
import * as SecondFactor from "../../core/identity/second-factor/index.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import * as Tokens from "../../core/identity/tokens.ts";
import type { AuthenticatedUser, User } from "../../core/identity/user.ts";
import * as Users from "../../core/identity/users.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { InvalidAmount } from "../../core/kernel/money/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import { CurrencyMismatch } from "../../core/transfers/errors.ts";
import { Authenticator } from "../../tests/support/authenticator.ts";
import { withRoutes } from "../../tests/support/chain.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { DeviceKey, signCompact } from "../../tests/support/device-key.ts";
import { withSecrets } from "../../tests/support/identity.ts";
import { serveConfirmed } from "./proof.ts";
import { serveConfirmedAbove } from "./proof-above.ts";

/** Routes that require a confirmation. */

withDatabase();
withSecrets();

const shared = {
  family: "mobile",
  auth: "mobile",
  summary: "",
  limit: { bucket: "t", max: 1000, windowSeconds: 60, by: "actor" },
  grants: { table: "write" },
  responses: { 200: { description: "", body: z.object({ done: z.literal(true) }) } },
} as const;
const P = "/api/v1/mobile";
const look = route({
  ...shared,
  id: "t.look",
  method: "GET",
  path: `${P}/t/{id}`,
  proof: "always",
  request: { params: z.object({ id: z.string() }), query: z.record(z.string(), z.string()) },
});
const change = route({
  ...shared,
  id: "t.change",
  method: "POST",
  path: `${P}/t`,
  proof: "always",
  request: { body: z.record(z.string(), z.unknown()).optional() },
});
const twice = route({
  ...shared,
  id: "t.twice",
  method: "PUT",
  path: `${P}/twice`,
  proof: { when: "`ask` is true" },
  request: { body: z.object({ ask: z.boolean() }) },
});
const send = route({
  ...shared,
  id: "t.send",
  method: "POST",
  path: `${P}/send`,
  proof: "above-allowance",
  errors: [InvalidAmount, CurrencyMismatch],
  request: { body: z.looseObject({}) },
});

const done = async () => ({ done: true as const });
const request = withRoutes([
  { spec: look, handler: serveConfirmed(look, done) },
  { spec: change, handler: serveConfirmed(change, done) },
  {
    spec: twice,
    handler: serveConfirmed(twice, async ({ body, confirm }) => {
      if (body.ask) await Promise.all([confirm(), confirm()]);
      if (body.ask) await confirm();
      return done();
    }),
  },
  { spec: send, handler: serveConfirmedAbove(send, done) },
]);

const password = "Lovelace!1843";
const deviceInfo = { platform: "ios", model: "Phone", osVersion: "26", appVersion: "1" };

class Device {
  readonly deviceId: string;
  token = "";
  key: DeviceKey | undefined;
  constructor(deviceId: string) {
    this.deviceId = deviceId;
  }

  async signIn(user: AuthenticatedUser) {
    const { deviceId } = this;
    const client = { ip: "127.0.0.1", userAgent: "test" };
    this.token = (await Devices.start(user, client, { deviceId, deviceInfo })).accessToken;
    return this;
  }

  async actor(): Promise<MobileActor> {
    const claims = await Tokens.verify(Tokens.mobileAccess, this.token);
    if (!claims) throw new Error("the token is invalid");
    return Sessions.actorFrom(claims, await Table.getMany(Sessions.keysFor(claims))) as MobileActor;
  }

  async register(alg = "ES256"): Promise<DeviceKey> {
    this.key = await DeviceKey.create(alg);
    const actor = await this.actor();
    const biometricToken = await this.key.token({ deviceId: this.deviceId, sub: actor.userId });
    const given = { deviceId: this.deviceId, biometricType: "face_id", biometricToken } as const;
    await Biometrics.register(actor, given, async () => undefined);
    return this.key;
  }

  /** @param path after the family's, with a query */
  async call(method: string, path: string, { body, ...headers }: Record<string, string | undefined> = {}) {
    const given = Object.entries(headers).filter((one): one is [string, string] => one[1] !== undefined);
    const answer = await request(`${P}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...Object.fromEntries(given),
      },
      ...(body !== undefined && { body }),
    });
    const { error = "", details } = answer.body as { error?: string; details?: Details };
    return { status: answer.status, error, methods: details?.methods, reason: details?.reason };
  }

  confirmed(method: string, path: string, assertion: string, body?: string) {
    return this.call(method, path, { "x-biometric-assertion": assertion, body });
  }
}

interface Details {
  readonly methods?: readonly string[];
  readonly reason?: string;
}

let count = 0;
let user: User;
let phone: Device;
beforeEach(async () => {
  user = await Users.register({ name: "Ada", email: `step${++count}@example.com`, password });
  phone = await new Device("phone").signIn(user);
});
afterEach(() => {
  Clock.setOffset(0);
});

const stepUpRequired = (methods: readonly string[], reason: unknown) => ({
  ...{ status: 403, error: "STEP_UP_REQUIRED", methods },
  reason: expect.stringContaining(String(reason)),
});

describe("a device with biometrics on", () => {
  let key: DeviceKey;
  beforeEach(async () => {
    key = await phone.register();
  });

  it.each(["ES256", "RS256", "EdDSA"])("confirms a request with an assertion of its %s key", async (alg) => {
    const tablet = await new Device("tablet").signIn(user);
    const other = await tablet.register(alg);
    const assertion = await other.assertion("GET", "/t/1?full=true");
    expect((await tablet.confirmed("GET", "/t/1?full=true", assertion)).status).toBe(200);
    expect(await tablet.call("GET", "/t/1?full=true")).toEqual(stepUpRequired(["biometric"], "is missing"));
  });

  it("confirms only one of 50 parallel requests that send the same assertion", async () => {
    const body = '{"a":1}';
    const assertion = await key.assertion("POST", "/t", body);
    const all = await Promise.all(
      Array.from({ length: 50 }, () => phone.confirmed("POST", "/t", assertion, body)),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ reason }) => reason?.endsWith("is used") === true)).toHaveLength(49);
    Clock.setOffset(Clock.offset() + 30_000);
    expect(await phone.confirmed("POST", "/t", assertion, body)).toEqual(
      stepUpRequired(["biometric"], "is used"),
    );
  });

  it("confirms a request with one assertion even if its handler calls confirm twice", async () => {
    const body = '{"ask":true}';
    expect((await phone.call("PUT", "/twice", { body: '{"ask":false}' })).status).toBe(200);
    expect((await phone.call("PUT", "/twice", { body })).status).toBe(403);
    const assertion = await key.assertion("PUT", "/twice", body);
    expect((await phone.confirmed("PUT", "/twice", assertion, body)).status).toBe(200);
  });

  it.each([
    ["another method", ["PUT", "/t", '{"a":1}']],
    ["a method in lower case", ["post", "/t", '{"a":1}']],
    ["another path", ["POST", "/t/2", '{"a":1}']],
    ["a path in upper case", ["POST", "/T", '{"a":1}']],
    ["a path with a query", ["POST", "/t?a=1", '{"a":1}']],
    ["another body", ["POST", "/t", '{"a":2}']],
    ["a body with other spaces", ["POST", "/t", '{"a": 1}']],
    ["a body with another number format", ["POST", "/t", '{"a":1.0}']],
    ["no body", ["POST", "/t", undefined]],
  ] as const)("cannot confirm a request with an assertion for %s", async (_, [method, path, body]) => {
    const assertion = await key.assertion(method, path, body);
    const refused = await phone.confirmed("POST", "/t", assertion, '{"a":1}');
    expect(refused).toEqual(stepUpRequired(["biometric"], "of another request"));
  });

  it("cannot confirm a request with an assertion for the same query in another order or encoding", async () => {
    for (const [signed, sent] of [
      ["/t/1?a=1&b=2", "/t/1?b=2&a=1"],
      ["/t/1?a=%20", "/t/1?a=+"],
      ["/t/1", "/t/1?a=1"],
      ["/t/1?a=1", "/t/1"],
      ["/t/1?A=1", "/t/1?a=1"],
    ] as const) {
      const refused = await phone.confirmed("GET", sent, await key.assertion("GET", signed));
      expect(refused).toEqual(stepUpRequired(["biometric"], "of another request"));
    }
    const whole = "/t/1?b=2&a=%C3%A9";
    expect((await phone.confirmed("GET", whole, await key.assertion("GET", whole))).status).toBe(200);
  });

  it("confirms a request by a header whose name is in any case", async () => {
    const assertion = await key.assertion("GET", "/t/1");
    expect((await phone.call("GET", "/t/1", { "X-BIOMETRIC-Assertion": assertion })).status).toBe(200);
  });

  it("cannot confirm a request with an assertion that is over a minute old or ahead", async () => {
    const at = (seconds: number, jti: string) =>
      key.assertion("GET", "/t/1", undefined, { iat: Clock.nowSeconds() + seconds, jti });
    for (const seconds of [-62, 90, -86_400])
      expect(await phone.confirmed("GET", "/t/1", await at(seconds, `jti${seconds}-x`))).toEqual(
        stepUpRequired(["biometric"], "too old"),
      );
    expect((await phone.confirmed("GET", "/t/1", await at(-40, "late-enough"))).status).toBe(200);
  });

  it("cannot confirm a request with an assertion without a valid id and time", async () => {
    for (const wrong of [
      { jti: undefined },
      { jti: "" },
      { jti: 12345678 },
      { iat: undefined },
      { iat: "1" },
    ])
      expect(
        await phone.confirmed("GET", "/t/1", await key.assertion("GET", "/t/1", undefined, wrong)),
      ).toEqual(stepUpRequired(["biometric"], "is invalid"));
  });

  it("cannot confirm a request with another device's, another user's or an unregistered key", async () => {
    const tablet = await new Device("tablet").signIn(user);
    const eve = await Users.register({ name: "Eve", email: `eve${count}@example.com`, password });
    const others = [
      await tablet.register(),
      await (await new Device("phone").signIn(eve)).register(),
      await DeviceKey.create(),
    ];
    for (const other of others)
      expect(await phone.confirmed("GET", "/t/1", await other.assertion("GET", "/t/1"))).toEqual(
        stepUpRequired(["biometric"], "is invalid"),
      );
  });

  it("cannot confirm a request with a forged or malformed assertion, or another algorithm", async () => {
    const honest = await key.assertion("GET", "/t/1");
    const [, payload = "", signature = ""] = honest.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as object;
    const header = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const spki = await exportSPKI((await importJWK(key.jwk, "ES256")) as CryptoKey);
    const forged = [
      `${header({ alg: "none" })}.${payload}.`,
      `${header({ alg: "none" })}.${payload}.${signature}`,
      `${header({ alg: "ES256" })}.${payload}.`,
      await signCompact(claims, { alg: "HS256" }, createSecretKey(Buffer.from(spki))),
      // A key inside the token is not the registered one.
      await (async () => {
        const own = await DeviceKey.create();
        return signCompact(claims, { alg: "ES256", jwk: own.jwk }, own.signer);
      })(),
      honest.replace(/.$/, (last) => (last === "A" ? "Q" : "A")),
      `${honest}=`,
      `${honest}, ${honest}`,
      "x",
    ];
    for (const token of forged)
      expect(await phone.confirmed("GET", "/t/1", token), token).toEqual(
        stepUpRequired(["biometric"], "is invalid"),
      );
    expect((await phone.confirmed("GET", "/t/1", honest)).status).toBe(200);
  });

  it("cannot confirm a request with a code of the second factor instead of its key", async () => {
    const { authenticator } = await enableSecondFactor();
    expect(await phone.call("GET", "/t/1", { "x-2fa-code": authenticator.code(1) })).toEqual(
      stepUpRequired(["biometric"], "is missing"),
    );
  });

  it("cannot use an assertion again in a new session", async () => {
    const assertion = await key.assertion("GET", "/t/1");
    expect((await phone.confirmed("GET", "/t/1", assertion)).status).toBe(200);
    await phone.signIn(user);
    expect(await phone.confirmed("GET", "/t/1", assertion)).toEqual(stepUpRequired(["biometric"], "is used"));
  });

  it("cannot confirm a request with its old key after it was revoked and signed in again", async () => {
    const assertion = await key.assertion("GET", "/t/1");
    const { userId, sessionId } = await phone.actor();
    await Devices.revoke({ userId }, sessionId);
    expect(await phone.confirmed("GET", "/t/1", assertion)).toMatchObject({
      status: 401,
      error: "SESSION_ENDED",
    });
    await phone.signIn(user);
    await phone.register();
    expect(await phone.confirmed("GET", "/t/1", assertion)).toEqual(
      stepUpRequired(["biometric"], "is invalid"),
    );
  });
});

async function enableSecondFactor() {
  const actor = await phone.actor();
  const authenticator = new Authenticator((await SecondFactor.enable(actor)).secret);
  const { recoveryCodes = [] } = await SecondFactor.verify(actor, authenticator.code());
  return { authenticator, recoveryCodes };
}

describe("a device without biometrics, of an account with a second factor,", () => {
  it("confirms one request with a code, and one with a recovery code", async () => {
    const { authenticator, recoveryCodes } = await enableSecondFactor();
    const by = (code?: string) => phone.call("GET", "/t/1", { "x-2fa-code": code });
    expect(await by()).toEqual(stepUpRequired(["totp", "recovery"], "is missing"));
    expect(await by(authenticator.wrong())).toEqual(stepUpRequired(["totp", "recovery"], "is wrong"));
    expect(await by("")).toEqual(stepUpRequired(["totp", "recovery"], "is missing"));
    for (const code of [authenticator.code(1), recoveryCodes[0]]) {
      const all = await Promise.all(Array.from({ length: 8 }, () => by(code)));
      expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });

  it("may send ten wrong codes in 15 minutes", async () => {
    const { authenticator } = await enableSecondFactor();
    const all = await Promise.all(
      Array.from({ length: 20 }, () => phone.call("GET", "/t/1", { "x-2fa-code": authenticator.wrong() })),
    );
    expect(all.filter(({ status }) => status === 403)).toHaveLength(10);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  it("cannot confirm a request with an assertion, even together with a code, because it has no key", async () => {
    const { authenticator } = await enableSecondFactor();
    const assertion = await (await DeviceKey.create()).assertion("GET", "/t/1");
    expect(await phone.confirmed("GET", "/t/1", assertion)).toEqual(
      stepUpRequired(["totp", "recovery"], "not registered"),
    );
    const headers = { "x-biometric-assertion": assertion, "x-2fa-code": authenticator.code(1) };
    expect(await phone.call("GET", "/t/1", headers)).toEqual(
      stepUpRequired(["totp", "recovery"], "not registered"),
    );
  });
});

describe("a device without biometrics, of an account without a second factor,", () => {
  const advance = (seconds: number) => Clock.setOffset(Clock.offset() + seconds * 1000);

  it("needs no further proof for five minutes after a sign-in with the password", async () => {
    await phone.signIn({ ...user, amr: ["password"] });
    advance(290);
    expect((await phone.call("GET", "/t/1")).status).toBe(200);
    advance(10);
    expect(await phone.call("GET", "/t/1")).toEqual(stepUpRequired(["password"], "no proof"));
  });

  it("needs the password again with a token that is older, and cannot replace it by a code", async () => {
    expect(await phone.call("GET", "/t/1")).toEqual(stepUpRequired(["password"], "no proof"));
    expect(await phone.call("GET", "/t/1", { "x-2fa-code": "123456" })).toEqual(
      stepUpRequired(["password"], "no proof"),
    );
    await prove(await phone.actor(), REQUEST, { password });
    expect((await phone.call("GET", "/t/1")).status).toBe(200);
    advance(300);
    expect((await phone.call("GET", "/t/1")).status).toBe(403);
  });

  it("cannot prove with a wrong password, or with another device's assertion", async () => {
    const key = await DeviceKey.create();
    await expect(prove(await phone.actor(), REQUEST, { password: "Wrong!1843" })).rejects.toMatchObject({
      code: "AUTH_WRONG_PASSWORD",
    });
    const assertion = await key.assertion("POST", "/auth/proof");
    for (const given of [{}, { assertion }, { code: "123456" }])
      await expect(prove(await phone.actor(), REQUEST, given)).rejects.toMatchObject({
        code: "STEP_UP_REQUIRED",
        details: { methods: ["password"] },
      });
    expect((await phone.call("GET", "/t/1")).status).toBe(403);
  });

  it("needs the stronger method as soon as the account has one", async () => {
    await phone.signIn({ ...user, amr: ["password"] });
    const { authenticator } = await enableSecondFactor();
    expect(await phone.call("GET", "/t/1")).toEqual(stepUpRequired(["totp", "recovery"], "is missing"));
    await prove(await phone.actor(), REQUEST, { code: authenticator.code(1) });
    expect((await phone.call("GET", "/t/1")).status).toBe(200);
    const key = await phone.register();
    expect(await phone.call("GET", "/t/1")).toEqual(stepUpRequired(["biometric"], "is missing"));
    const assertion = await key.assertion("POST", "/auth/proof");
    await prove(await phone.actor(), REQUEST, { assertion });
    expect((await phone.call("GET", "/t/1")).status).toBe(200);
    await expect(prove(await phone.actor(), REQUEST, { assertion })).rejects.toMatchObject({
      code: "STEP_UP_REQUIRED",
    });
  });
});

const REQUEST = { method: "POST", path: "/api/v1/mobile/auth/proof", body: new Uint8Array() };

it("a request of a device without a key is rejected if it has an assertion, even if none is required", async () => {
  const key = await DeviceKey.create();
  expect(await phone.confirmed("GET", "/t/1", await key.assertion("GET", "/t/1"))).toEqual(
    stepUpRequired(["password"], "not registered"),
  );
  const body = '{"amount":1,"currency":"EUR"}';
  expect(await phone.confirmed("POST", "/send", await key.assertion("POST", "/send", body), body)).toEqual(
    stepUpRequired(["password"], "not registered"),
  );
});

describe("an assertion that is not required", () => {
  it("is verified, but not used up", async () => {
    const key = await phone.register();
    const [withStepUp, not] = ['{"ask":true}', '{"ask":false}'];
    const unasked = await key.assertion("PUT", "/twice", not);
    for (let times = 0; times < 2; times++)
      expect((await phone.confirmed("PUT", "/twice", unasked, not)).status).toBe(200);
    const other = await (await DeviceKey.create()).assertion("PUT", "/twice", not);
    expect(await phone.confirmed("PUT", "/twice", other, not)).toEqual(
      stepUpRequired(["biometric"], "is invalid"),
    );
    const once = await key.assertion("PUT", "/twice", withStepUp);
    expect((await phone.confirmed("PUT", "/twice", once, withStepUp)).status).toBe(200);
    expect(await phone.confirmed("PUT", "/twice", once, withStepUp)).toEqual(
      stepUpRequired(["biometric"], "is used"),
    );
  });
});

describe("a transfer", () => {
  let key: DeviceKey;
  beforeEach(async () => {
    key = await phone.register();
  });
  const status = async (body: string) => (await phone.call("POST", "/send", { body })).status;

  it.each([
    '{"amount":100,"currency":"EUR"}',
    '{"amount":"100.00","currency":"EUR"}',
    '{"amount":1e2,"currency":"EUR"}',
    '{"amount":0.00001,"currency":"BTC"}',
  ])("needs no step-up up to a value of 100 EUR: %s", async (body) => {
    expect(await status(body)).toBe(200);
  });

  it.each([
    '{"amount":"0","currency":"EUR"}',
    '{"amount":"100.000000000000000000000001","currency":"EUR"}',
    '{"amount":"1,5","currency":"EUR"}',
    '{"amount":"","currency":"EUR"}',
    '{"amount":"-1","currency":"EUR"}',
    '{"amount":-1000,"currency":"EUR"}',
    '{"amount":1e40,"currency":"EUR"}',
    '{"amount":"NaN","currency":"EUR"}',
    '{"amount":"Infinity","currency":"EUR"}',
    '{"amount":1,"currency":"EURO"}',
  ])("with an invalid amount or currency is rejected before a step-up is required: %s", async (body) => {
    expect(await status(body)).toBe(400);
  });

  it.each([
    '{"amount":100.01,"currency":"EUR"}',
    '{"amount":1e3,"currency":"EUR"}',
    '{"amount":1,"currency":"BTC"}',
    '{"amount":1}',
    '{"currency":"EUR"}',
    '{"amount":["1"],"currency":"EUR"}',
    '{"amount":{"value":1},"currency":"EUR"}',
  ])("needs a step-up above a value of 100 EUR, or if its value is unknown: %s", async (body) => {
    expect(await status(body)).toBe(403);
    const assertion = await key.assertion("POST", "/send", body);
    expect((await phone.confirmed("POST", "/send", assertion, body)).status).toBe(200);
  });
});

it("the OpenAPI document states when each route needs a recent proof, its headers and its error", () => {
  const { paths } = openApi([look, change, twice, send], "https://svc.example", "1") as unknown as Document;
  const stepUpOf = (method: string, path: string) => {
    const { description, parameters = [], responses } = paths[`${P}${path}`]?.[method] ?? {};
    expect(JSON.stringify(responses?.["403"])).toContain("STEP_UP_REQUIRED");
    const headers = parameters.filter((one) => one.in === "header").map(({ name }) => name);
    expect(headers).toEqual(expect.arrayContaining(["X-Biometric-Assertion", "X-2FA-Code"]));
    return /\*\*Recent proof\*\* [^:]*:/.exec(description ?? "")?.[0];
  };
  expect([
    stepUpOf("get", "/t/{id}"),
    stepUpOf("post", "/t"),
    stepUpOf("put", "/twice"),
    stepUpOf("post", "/send"),
  ]).toEqual([
    "**Recent proof** always:",
    "**Recent proof** always:",
    "**Recent proof** when `ask` is true:",
    "**Recent proof** above 100 EUR, if the value in euro is unknown, or if the payments of 24 hours without a proof together exceed the account's allowance (300 EUR by default):",
  ]);
});

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
}
interface Operation {
  readonly description?: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly responses?: Readonly<Record<string, unknown>>;
}
