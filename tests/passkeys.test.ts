import { beforeEach, describe, expect, it } from "vitest";
import { handOverWrites } from "../core/handover/endings.ts";
import { fraudRecord, userProfile } from "../core/identity/entity.ts";
import { passkey, passkeyClaim } from "../core/identity/passkeys/entity.ts";
import { MAX_PASSKEYS } from "../core/identity/passkeys/errors.ts";
import * as Users from "../core/identity/users.ts";
import * as Table from "../core/platform/table/index.ts";
import { listAll } from "../core/platform/table/list.ts";
import { App } from "./support/app.ts";
import { Authenticator } from "./support/authenticator.ts";
import { type Answer, withPlatform } from "./support/platform.ts";
import { SoftwarePasskey } from "./support/software-passkey.ts";

/** Passkeys over HTTP, on the web and in the app, with an authenticator in software. */

const platform = withPlatform({ seeded: false });
const password = "Lovelace!1843";
const ORIGIN = "https://svc.example";

interface Body {
  readonly code?: string;
  readonly error?: string | { readonly code: string };
  readonly details?: { readonly methods?: readonly string[]; readonly reason?: string };
  readonly token: string;
  readonly options: {
    readonly challenge: string;
    readonly rp: { readonly id: string; readonly name: string };
    readonly rpId: string;
    readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
    readonly excludeCredentials: readonly { readonly id: string }[];
    readonly allowCredentials?: readonly { readonly id: string }[];
    readonly userVerification: string;
  };
  readonly passkey: { readonly id: string; readonly name: string; readonly lastUsedAt: string | null };
  readonly passkeys: readonly { readonly id: string; readonly name: string }[];
  readonly recoveryCodes?: readonly string[];
  readonly method: string;
  readonly user: { readonly email: string };
}

let addresses = 0;
const newAddress = () => `198.18.${++addresses >> 8}.${addresses & 255}`;

/** A browser session, with its access token as bearer token. */
class Web {
  token = "";
  readonly ip = newAddress();

  call(method: string, path: string, body?: unknown): Promise<Answer<Body>> {
    return platform.call<Body>(method, `/api/auth${path}`, {
      ...(body !== undefined && { body }),
      ...(this.token !== "" && { token: this.token }),
      ip: this.ip,
    });
  }

  async register(): Promise<this> {
    const answer = await this.call("POST", "/register", { name: "Ada Lovelace", email, password });
    expect(answer.status).toBe(201);
    this.token = answer.body.token;
    return this;
  }

  async signIn(more: object = {}): Promise<Answer<Body>> {
    const answer = await platform.call<Body>("POST", "/api/auth/signin", {
      body: { email, password, ...more },
      ip: newAddress(),
    });
    if (answer.status === 200) this.token = answer.body.token;
    return answer;
  }

  options = async (path: string) => (await this.call("POST", `${path}/options`)).body.options;

  async add(device: SoftwarePasskey, name = "Laptop"): Promise<Answer<Body>> {
    const { body } = await this.call("POST", "/passkeys/options");
    return this.call("POST", "/passkeys", { name, response: device.create(body.options) });
  }

  async signInWith(device: SoftwarePasskey, faults = {}): Promise<Answer<Body>> {
    const response = device.get(await this.options("/passkeys/sign-in"), faults);
    const body = { response };
    const answer = await platform.call<Body>("POST", "/api/auth/passkeys/sign-in", {
      body,
      ip: newAddress(),
    });
    if (answer.status === 200) this.token = answer.body.token;
    return answer;
  }

  async prove(device: SoftwarePasskey): Promise<Answer<Body>> {
    return this.call("POST", "/proof", { passkey: device.get(await this.options("/proof")) });
  }
}

let count = 0;
let email = "";
let web: Web;
let device: SoftwarePasskey;
beforeEach(async () => {
  email = `ada${++count}@example.com`;
  web = await new Web().register();
  device = new SoftwarePasskey(ORIGIN);
});

const userId = async () => (await Users.fromEmail(email))?.userId ?? "";
const later = (seconds: number) => platform.advance(seconds);
const subjects = async () => {
  await platform.drain();
  return platform.mail(email).map(({ subject }) => subject.replaceAll("\u202f", " "));
};

describe("a new passkey", () => {
  it("belongs to the site's domain, verifies its user, and is found without a user name", async () => {
    const { body } = await web.call("POST", "/passkeys/options");
    expect(body.options).toMatchObject({
      rp: { id: "svc.example", name: "svc" },
      user: {
        id: Buffer.from(await userId()).toString("base64url"),
        name: email,
        displayName: "Ada Lovelace",
      },
      attestation: "none",
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
      timeout: 300_000,
      excludeCredentials: [],
    });
  });

  it("is listed, counts as a proof in its session, notifies the owner, and comes with recovery codes once", async () => {
    const added = await web.add(device);
    expect([added.status, added.body.recoveryCodes?.length]).toEqual([201, 10]);
    expect(added.body.passkey).toMatchObject({ name: "Laptop", isSynced: false, lastUsedAt: null });
    const second = await web.add(new SoftwarePasskey(ORIGIN, { isSynced: true }), "Phone");
    expect([second.status, second.body.recoveryCodes]).toEqual([201, undefined]);
    const { passkeys } = (await web.call("GET", "/passkeys")).body;
    expect(passkeys.map(({ name }) => name)).toEqual(["Laptop", "Phone"]);
    const { options } = (await web.call("POST", "/passkeys/options")).body;
    expect(options.excludeCredentials.map(({ id }) => id)).toContain(device.id);
    expect((await subjects()).filter((one) => one.includes("clé d'accès"))).toHaveLength(2);
  });

  it("needs a recent proof with the strongest method of the account", async () => {
    await later(300);
    const refused = await web.call("POST", "/passkeys/options");
    expect(refused).toMatchObject({ status: 403, body: { methods: ["password"] } });
    expect((await web.call("POST", "/proof", { password })).status).toBe(200);
    expect((await web.add(device)).status).toBe(201);
    await later(300);
    const again = await web.call("POST", "/passkeys/options");
    expect(again).toMatchObject({ status: 403, body: { methods: ["passkey", "recovery"] } });
    expect(await web.call("POST", "/proof", { password })).toMatchObject({ status: 403 });
  });

  it.each([
    ["another site's origin", { origin: "https://svc.example.evil.com" }],
    ["a type that is not a creation", { type: "webauthn.get" }],
    ["another relying party", { rpId: "evil.com" }],
    ["no user verification", { isVerified: false }],
    ["an unknown challenge", { challenge: Buffer.alloc(32).toString("base64url") }],
  ])("is rejected with %s", async (_, faults) => {
    const { options } = (await web.call("POST", "/passkeys/options")).body;
    const response = device.create(options, faults);
    const answer = await web.call("POST", "/passkeys", { name: "x", response });
    expect(answer).toMatchObject({ status: 400, body: { code: "PASSKEY_NOT_CREATED" } });
    expect((await web.call("GET", "/passkeys")).body.passkeys).toEqual([]);
  });

  it("is rejected with a challenge of another session or purpose, a used one, or one older than five minutes", async () => {
    const other = new Web();
    await other.signIn();
    const create = async (options: Body["options"]) =>
      (await web.call("POST", "/passkeys", { name: "x", response: device.create(options) })).status;
    expect(await create((await other.call("POST", "/passkeys/options")).body.options)).toBe(400);
    const { challenge } = await web.options("/passkeys/sign-in");
    const { options } = (await web.call("POST", "/passkeys/options")).body;
    expect(await create({ ...options, challenge })).toBe(400);
    await later(290);
    await web.call("POST", "/proof", { password });
    await later(11);
    expect(await create(options)).toBe(400);
    const fresh = (await web.call("POST", "/passkeys/options")).body.options;
    expect(await create(fresh)).toBe(201);
    expect(await create(fresh)).toBe(400);
  });

  it("of another account is rejected", async () => {
    await web.add(device);
    email = `grace${count}@example.com`;
    const grace = await new Web().register();
    expect(await grace.add(device)).toMatchObject({
      status: 409,
      body: { code: "PASSKEY_ALREADY_REGISTERED" },
    });
    expect((await grace.call("GET", "/passkeys")).body.passkeys).toEqual([]);
  });

  it("is created once if the same response arrives 20 times in parallel", async () => {
    const { options } = (await web.call("POST", "/passkeys/options")).body;
    const body = { name: "x", response: device.create(options) };
    const answers = await Promise.all(Array.from({ length: 20 }, () => web.call("POST", "/passkeys", body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await Users.fromEmail(email)).toMatchObject({ passkeys: 1 });
  });

  it("is rejected beyond ten, under 15 parallel registrations", async () => {
    const prepared = await Promise.all(
      Array.from({ length: 15 }, async () => (await web.call("POST", "/passkeys/options")).body.options),
    );
    const answers = await Promise.all(
      prepared.map((options, at) =>
        web.call("POST", "/passkeys", {
          name: `Device ${at}`,
          response: new SoftwarePasskey(ORIGIN).create(options),
        }),
      ),
    );
    const codes = answers.map(({ status, body }) => body.code ?? status).sort();
    expect(codes).toEqual([...Array(MAX_PASSKEYS).fill(201), ...Array(5).fill("PASSKEY_LIMIT_REACHED")]);
    expect(answers.filter(({ body }) => body.recoveryCodes)).toHaveLength(1);
    expect((await web.call("GET", "/passkeys")).body.passkeys).toHaveLength(MAX_PASSKEYS);
    expect(await Users.fromEmail(email)).toMatchObject({ passkeys: MAX_PASSKEYS });
    expect(await web.call("POST", "/passkeys/options")).toMatchObject({ status: 409 });
  });
});

describe("a sign-in with a passkey", () => {
  it("needs neither email, password nor code, and is a proof with the strongest method", async () => {
    await web.add(device);
    const browser = new Web();
    const answer = await browser.signInWith(device);
    expect(answer).toMatchObject({ status: 200, body: { user: { email } } });
    expect(answer.headers.getSetCookie().join()).toContain("__Host-");
    expect((await browser.call("POST", "/passkeys/options")).status).toBe(200);
    const [{ lastUsedAt }] = (await browser.call("GET", "/passkeys")).body.passkeys as unknown as [
      { lastUsedAt: string },
    ];
    expect(lastUsedAt).not.toBeNull();
  });

  it("names no account before the user chooses a passkey", async () => {
    await web.add(device);
    expect(await new Web().options("/passkeys/sign-in")).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: "svc.example",
      timeout: 300_000,
      userVerification: "required",
    });
  });

  it.each([
    ["another site's origin", { origin: "https://evil.com" }],
    ["another relying party", { rpId: "evil.com" }],
    ["no user verification", { isVerified: false }],
    ["another type", { type: "webauthn.create" }],
    ["another user's handle", { userHandle: Buffer.from("usr_other").toString("base64url") }],
    ["an unknown challenge", { challenge: Buffer.alloc(32).toString("base64url") }],
  ])("is rejected with %s", async (_, faults) => {
    await web.add(device);
    const answer = await new Web().signInWith(device, faults);
    expect(answer).toMatchObject({ status: 401, body: { code: "PASSKEY_INVALID" } });
  });

  it("is rejected with the signature of another key under the same id", async () => {
    await web.add(device);
    const thief = new SoftwarePasskey(ORIGIN);
    const response = { ...thief.get(await web.options("/passkeys/sign-in"), { userHandle: "" }) };
    const { userHandle: _, ...signed } = response.response;
    const body = { response: { ...response, id: device.id, rawId: device.id, response: signed } };
    const answer = await platform.call("POST", "/api/auth/passkeys/sign-in", { body, ip: newAddress() });
    expect(answer).toMatchObject({ status: 401, body: { code: "PASSKEY_INVALID" } });
  });

  it("starts one session if the same response arrives 20 times in parallel", async () => {
    await web.add(device);
    const body = { response: device.get(await web.options("/passkeys/sign-in")) };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        platform.call("POST", "/api/auth/passkeys/sign-in", { body, ip: newAddress() }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(401)]);
  });

  it("is rejected five minutes after its challenge, and with a challenge of another purpose", async () => {
    await web.add(device);
    const options = await web.options("/passkeys/sign-in");
    const proof = await web.options("/proof");
    await later(300);
    for (const given of [options, proof]) {
      const body = { response: device.get(given) };
      const answer = await platform.call("POST", "/api/auth/passkeys/sign-in", { body, ip: newAddress() });
      expect(answer).toMatchObject({ status: 401 });
    }
  });

  it("shares its limit with the sign-in by password", async () => {
    const ip = newAddress();
    for (let tries = 0; tries < 5; tries++)
      await platform.call("POST", "/api/auth/signin", { body: { email, password: "Wrong!123" }, ip });
    const body = {
      response: device.get({ challenge: "x".repeat(43), rpId: "svc.example" }, { userHandle: "eA" }),
    };
    expect((await platform.call("POST", "/api/auth/passkeys/sign-in", { body, ip })).status).toBe(429);
  });

  it("of a copied key is rejected, recorded as fraud and notified, and the other copy still works", async () => {
    await web.add(device);
    await new Web().signInWith(device);
    device.counter = 0;
    const refused = await new Web().signInWith(device);
    expect(refused).toMatchObject({ status: 401, body: { code: "PASSKEY_INVALID" } });
    const records = await Table.queryAll({
      pk: fraudRecord.partition({ userId: await userId() }),
      beginsWith: fraudRecord.prefix,
    });
    expect(records).toMatchObject([{ what: "passkey-counter-not-grown", ip: expect.any(String) }]);
    expect(await subjects()).toContain("Alerte de sécurité : une clé d'accès a peut-être été copiée");
    expect((await new Web().signInWith(device)).status).toBe(200);
  });

  it("with a synced passkey, which has no counter, works again and again", async () => {
    const synced = new SoftwarePasskey(ORIGIN, { isSynced: true });
    await web.add(synced);
    for (let times = 0; times < 3; times++) expect((await new Web().signInWith(synced)).status).toBe(200);
  });

  it("of a blocked account is rejected", async () => {
    await web.add(device);
    await Users.block(await userId());
    expect(await new Web().signInWith(device)).toMatchObject({
      status: 403,
      body: { code: "AUTH_ACCOUNT_BLOCKED" },
    });
  });

  it("still works after a new password, and no longer after a hand-over of the account", async () => {
    await web.add(device);
    const user = await Users.fromEmail(email);
    if (!user) throw new Error("no user");
    await Users.setPassword(user, "Another-Horse-2");
    expect((await new Web().signInWith(device)).status).toBe(200);
    const current = await Users.fromEmail(email);
    if (current) await Users.setPassword(current, "Another-Horse-3", handOverWrites);
    expect(await Users.fromEmail(email)).toMatchObject({ passkeys: 0, secondFactorAt: undefined });
    expect(await new Web().signInWith(device)).toMatchObject({ status: 401 });
    await platform.drain();
    expect(await listAll(passkey, user)).toEqual([]);
    expect((await new Web().signIn({ password: "Another-Horse-3" })).status).toBe(200);
  });
});

describe("an account with a passkey", () => {
  let recoveryCodes: readonly string[];
  beforeEach(async () => {
    ({ recoveryCodes = [] } = (await web.add(device)).body);
  });

  it("rejects the password alone, and accepts it with a recovery code once", async () => {
    expect(await new Web().signIn()).toMatchObject({ status: 401, body: { code: "TWO_FACTOR_REQUIRED" } });
    const [recoveryCode] = recoveryCodes;
    expect((await new Web().signIn({ recoveryCode })).status).toBe(200);
    expect((await new Web().signIn({ recoveryCode })).status).toBe(401);
    expect((await new Web().signIn({ totpCode: "123456" })).status).toBe(401);
  });

  it("is proven by a passkey or, if it is lost, by a recovery code, and by nothing weaker", async () => {
    await later(300);
    expect(await web.call("POST", "/proof", { password })).toMatchObject({
      status: 403,
      body: { methods: ["passkey", "recovery"] },
    });
    expect(await web.prove(device)).toMatchObject({ status: 200, body: { method: "passkey" } });
    expect((await web.call("POST", "/passkeys/options")).status).toBe(200);
    await later(300);
    expect((await web.call("POST", "/passkeys/options")).status).toBe(403);
    expect(await web.call("POST", "/proof", { code: recoveryCodes[1] })).toMatchObject({
      status: 200,
      body: { method: "recovery" },
    });
    expect((await web.call("POST", "/passkeys/options")).status).toBe(200);
  });

  it("is proven in the session of the challenge only, and once under parallel requests", async () => {
    const other = new Web();
    await other.signIn({ recoveryCode: recoveryCodes[2] });
    await later(300);
    const passkey = device.get(await web.options("/proof"));
    expect((await other.call("POST", "/proof", { passkey })).status).toBe(403);
    const tries = Array.from({ length: 9 }, () => web.call("POST", "/proof", { passkey }));
    expect((await Promise.all(tries)).filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await other.call("POST", "/passkeys/options")).status).toBe(403);
  });

  it("is not proven by another account's passkey", async () => {
    const mine = web;
    email = `grace${count}@example.com`;
    const [grace, hers] = [await new Web().register(), new SoftwarePasskey(ORIGIN)];
    await grace.add(hers);
    await later(300);
    const options = await mine.options("/proof");
    expect(options.allowCredentials?.map(({ id }) => id)).toEqual([device.id]);
    const answer = await mine.call("POST", "/proof", { passkey: hers.get(options) });
    expect(answer).toMatchObject({ status: 403, body: { code: "STEP_UP_REQUIRED" } });
  });

  it("can have an authenticator as well, whose removal leaves passkey and recovery codes", async () => {
    const { body } = await web.call("POST", "/2fa/enable", { password });
    const { secret } = body as unknown as { secret: string };
    const totp = new Authenticator(secret);
    const verified = await web.call("POST", "/2fa/verify", { code: totp.code() });
    const codes = verified.body.recoveryCodes ?? [];
    expect(codes).toHaveLength(10);
    expect((await new Web().signIn({ totpCode: totp.code(1) })).status).toBe(200);
    expect((await web.call("POST", "/2fa/disable", { code: codes[0] })).status).toBe(200);
    expect((await new Web().signIn()).body.code).toBe("TWO_FACTOR_REQUIRED");
    await later(60);
    expect((await new Web().signIn({ totpCode: totp.code() })).status).toBe(401);
    expect((await new Web().signIn({ recoveryCode: codes[1] })).status).toBe(200);
    expect(await subjects()).toContain("Sécurité : votre application d'authentification a été retirée");
  });

  it("can replace its recovery codes without an authenticator, and set one up later", async () => {
    const [code, old] = recoveryCodes;
    const renewed = await web.call("POST", "/2fa/recovery-codes", { code });
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    expect((await new Web().signIn({ recoveryCode: old })).status).toBe(401);
    const recoveryCode = renewed.body.recoveryCodes?.[0];
    expect((await new Web().signIn({ recoveryCode })).status).toBe(200);
    // A setup that is begun and canceled leaves the recovery codes.
    await web.call("POST", "/2fa/enable", { password });
    expect((await new Web().signIn({ recoveryCode: renewed.body.recoveryCodes?.[1] })).status).toBe(200);
  });

  it("replaces its recovery codes with a recent passkey as the proof, and never without a proof", async () => {
    await later(300);
    expect(await web.call("POST", "/2fa/recovery-codes", {})).toMatchObject({
      status: 403,
      body: { code: "STEP_UP_REQUIRED", methods: ["passkey", "recovery"] },
    });
    await web.prove(device);
    const renewed = await web.call("POST", "/2fa/recovery-codes", {});
    expect([renewed.status, renewed.body.recoveryCodes?.length]).toEqual([200, 10]);
    const [old, recoveryCode] = [recoveryCodes[0], renewed.body.recoveryCodes?.[0]];
    expect((await new Web().signIn({ recoveryCode: old })).status).toBe(401);
    expect((await new Web().signIn({ recoveryCode })).status).toBe(200);
  });

  it("renames a passkey, and does not find another account's", async () => {
    const [{ id = "" } = {}] = (await web.call("GET", "/passkeys")).body.passkeys;
    const renamed = await web.call("PATCH", `/passkeys/${id}`, { name: "Old laptop" });
    expect(renamed).toMatchObject({ status: 200, body: { passkey: { name: "Old laptop" } } });
    email = `grace${count}@example.com`;
    const grace = await new Web().register();
    for (const [method, body] of [
      ["PATCH", { name: "x" }],
      ["DELETE", undefined],
    ] as const)
      expect(await grace.call(method, `/passkeys/${id}`, body)).toMatchObject({
        status: 404,
        body: { code: "PASSKEY_NOT_FOUND" },
      });
  });

  it("removes a passkey only with a recent proof, and the second factor with the last one", async () => {
    const [{ id = "" } = {}] = (await web.call("GET", "/passkeys")).body.passkeys;
    await later(300);
    expect((await web.call("DELETE", `/passkeys/${id}`)).status).toBe(403);
    await web.prove(device);
    expect((await web.call("DELETE", `/passkeys/${id}`)).status).toBe(200);
    // The strongest method is the password again.
    expect((await web.call("DELETE", `/passkeys/${id}`)).status).toBe(403);
    await web.call("POST", "/proof", { password });
    expect((await web.call("DELETE", `/passkeys/${id}`)).status).toBe(404);
    expect(await new Web().signInWith(device)).toMatchObject({ status: 401 });
    expect(await Table.find(passkeyClaim, { passkeyId: id })).toBeUndefined();
    expect((await new Web().signIn()).status).toBe(200);
    expect(await subjects()).toEqual(
      expect.arrayContaining([
        "Sécurité : une clé d'accès a été retirée",
        "Sécurité : l'authentification à deux facteurs est désactivée",
      ]),
    );
    // The account's next passkey comes with new recovery codes.
    expect((await web.add(device)).body.recoveryCodes).toHaveLength(10);
  });

  it("keeps the last passkey of an account that could not sign in without it", async () => {
    const [{ id = "" } = {}] = (await web.call("GET", "/passkeys")).body.passkeys;
    await Table.update(userProfile.key({ userId: await userId() }), { set: { passwordId: undefined } });
    expect(await web.call("DELETE", `/passkeys/${id}`)).toMatchObject({
      status: 409,
      body: { code: "AUTH_LAST_SIGN_IN_METHOD" },
    });
  });

  it("keeps the second factor while it has another passkey, under parallel removals", async () => {
    for (const name of ["B", "C", "D"]) await web.add(new SoftwarePasskey(ORIGIN), name);
    const { passkeys } = (await web.call("GET", "/passkeys")).body;
    const answers = await Promise.all(
      passkeys.slice(1).map(({ id }) => web.call("DELETE", `/passkeys/${id}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await Users.fromEmail(email)).toMatchObject({ passkeys: 1, secondFactorAt: expect.any(String) });
  });
});

describe("the app", () => {
  it("adds a passkey, signs in with it on another device, and proves who acts", async () => {
    const phone = new App(platform);
    email = `app${count}@example.com`;
    await phone.register(email, password);
    const call = (app: App, path: string, body?: unknown, method = "POST") =>
      app.call<Body>(method, `/auth${path}`, { ...(body !== undefined && { body }) });
    const { options } = (await call(phone, "/passkeys/options")).body;
    const added = await call(phone, "/passkeys", { name: "Phone", response: device.create(options) });
    expect([added.status, added.body.recoveryCodes?.length]).toEqual([201, 10]);
    const tablet = new App(platform, { model: "Tablet" });
    expect((await tablet.tryLogin(email, password)).status).toBe(401);
    const { deviceId, deviceInfo } = tablet;
    const response = device.get((await call(tablet, "/passkeys/sign-in/options")).body.options);
    const signedIn = await tablet.call<{ accessToken: string; user: { email: string } }>(
      "POST",
      "/auth/passkeys/sign-in",
      { body: { deviceId, deviceInfo, response } },
    );
    expect(signedIn).toMatchObject({ status: 200, body: { expiresIn: 900, user: { email } } });
    tablet.accessToken = signedIn.body.accessToken;
    await later(300);
    expect((await call(tablet, "/passkeys/options")).status).toBe(403);
    const passkey = device.get((await call(tablet, "/proof/options")).body.options);
    expect(await call(tablet, "/proof", { passkey })).toMatchObject({
      status: 200,
      body: { method: "passkey" },
    });
    expect((await call(tablet, "/passkeys/options")).status).toBe(200);
    expect((await call(tablet, "/passkeys", undefined, "GET")).body.passkeys).toHaveLength(1);
    const renewed = await tablet.call<Body>("POST", "/user/2fa/recovery-codes");
    expect([renewed.status, renewed.body.recoveryCodes?.length]).toEqual([200, 10]);
    await later(300);
    const [code] = renewed.body.recoveryCodes ?? [];
    expect((await tablet.call("POST", "/user/2fa/recovery-codes")).status).toBe(403);
    expect((await tablet.call("POST", "/user/2fa/recovery-codes", { body: { code } })).status).toBe(200);
  });

  it("can sign for the origin of an Android app only if PASSKEY_ORIGINS names it", async () => {
    const origin = "android:apk-key-hash:MkBrBbHkAUxsm3JPWb54YRw5-1NnkvXmp7Q0Rb1hZyk";
    await web.add(device);
    expect((await new Web().signInWith(device, { origin })).status).toBe(401);
    process.env["PASSKEY_ORIGINS"] = `https://apps.svc.example, ${origin}`;
    expect((await new Web().signInWith(device, { origin })).status).toBe(200);
    delete process.env["PASSKEY_ORIGINS"];
  });
});
