import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { Webhook as Standard } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Authenticator } from "../../tests/support/authenticator.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { noEndings, onWeb, withSecrets } from "../../tests/support/identity.ts";
import { interleave } from "../../tests/support/interleave.ts";
import { type ProviderDouble, startProvider } from "../../tests/support/provider.ts";
import { withReceivers } from "../../tests/support/receiver.ts";
import * as ApiKeys from "../identity/api-keys/index.ts";
import * as MailLinks from "../identity/mail-links/index.ts";
import * as OAuth from "../identity/oauth/index.ts";
import * as Providers from "../identity/oauth/providers.ts";
import * as PhoneCodes from "../identity/phones/codes.ts";
import { phoneCode } from "../identity/phones/entity.ts";
import * as SecondFactor from "../identity/second-factor/index.ts";
import type { User } from "../identity/user.ts";
import * as Users from "../identity/users.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Ids from "../kernel/ids/index.ts";
import * as Deliveries from "../messaging/webhooks/deliveries.ts";
import * as Webhooks from "../messaging/webhooks/index.ts";
import { deliver } from "../messaging/webhooks/worker.ts";
import { entities, entityOf } from "../people/inventory.ts";
import { purposeOf, sealingName, unseal } from "../platform/seal.ts";
import { keyOfItem, type StoredKey } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { reseal } from "./reseal.ts";
import { type Options, run } from "./run.ts";

const database = withDatabase();
withSecrets();
const receivers = withReceivers();
let provider: ProviderDouble;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

/** The format of a sealed text: the secret's name, a nonce of 12 bytes, the ciphertext, and a tag of 16 bytes. */
const SEALED = /^[\w-]{8}\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/;

interface Found {
  readonly path: string;
  readonly value: string;
  readonly item: Table.Item;
}

function sealedIn(item: Table.Item, value: unknown, path: readonly string[] = []): Found[] {
  if (typeof value === "string") return SEALED.test(value) ? [{ path: path.join("."), value, item }] : [];
  if (typeof value !== "object" || value === null) return [];
  const nameOf = (name: string) => (Array.isArray(value) ? "*" : name);
  return Object.entries(value).flatMap(([name, inner]) => sealedIn(item, inner, [...path, nameOf(name)]));
}

/** Returns all values in the format of sealed texts, anywhere in the table. */
const allSealed = async (): Promise<Found[]> =>
  (await Array.fromAsync(Table.scan())).flatMap((item) => sealedIn(item, item));

const opened = ({ item, path, value }: Found): Promise<string> => {
  const entity = entityOf(item);
  return unseal(value, purposeOf(entity, path, { ...entity.paramsOf(keyOfItem(item)), ...item }));
};

function rotate(): void {
  process.env["SEALING_SECRET_PREVIOUS"] = process.env["SEALING_SECRET"];
  process.env["SEALING_SECRET"] = Ids.secret();
}

/** A run that never waits. */
const resealing = (options: Options = {}) =>
  run(reseal, { timer: { now: () => 0, wait: async () => undefined }, ...options });

let count = 0;
const register = () =>
  Users.register({ name: "Ada", email: `ada${++count}@example.com`, password: "Lovelace!1843" });

/** Begins a sign-in at a provider, and returns its sealed secrets. */
async function begunSignIn() {
  const google = Providers.find("google");
  const browser = Ids.secret();
  const begun =
    google && (await OAuth.begin(google, browser, "/dashboard", undefined, async () => undefined));
  if (!begun || "error" in begun) throw new Error("the provider is not there");
  const { searchParams } = new URL(begun.url);
  const verifier = (await allSealed()).find(({ path }) => path === "codeVerifier");
  const codeVerifier = verifier ? await opened(verifier) : "";
  // Matches the challenge that was sent to the provider.
  expect(createHash("sha256").update(codeVerifier).digest("base64url")).toBe(
    searchParams.get("code_challenge"),
  );
  const grant = { subject: browser, email: `grace${++count}@example.com` };
  const end = () =>
    OAuth.finish(google, {
      ...{
        browser,
        answer: provider.grantConsent(begun.url, grant),
        actor: undefined,
        handOverWrites: noEndings,
      },
      client: { ip: "127.0.0.1", userAgent: "test" },
    });
  return { end, secrets: [codeVerifier, searchParams.get("nonce") ?? ""] };
}

/** Creates a webhook, rotates its secret twice, and returns its secrets, the current one first. */
async function webhookOf(user: User) {
  const path = `/${user.userId}`;
  const { webhook, secret } = await Webhooks.create(user, { name: "Mine", url: receivers.at(path) });
  const second = await Webhooks.rotate(user, webhook.webhookId);
  const current = await Webhooks.rotate(user, webhook.webhookId);
  return { webhook, path, secrets: [current.secret, second.secret, secret] };
}

/** Creates a user with every kind of sealed value, and returns the plain values. */
async function userWithSecrets() {
  const user = await register();
  const actor = onWeb(user);
  const on = await SecondFactor.enable(actor);
  const authenticator = new Authenticator(on.secret);
  await SecondFactor.verify(actor, authenticator.code(-1));
  const other = await register();
  const begun = await SecondFactor.enable(onWeb(other));
  const former = await ApiKeys.create(user, { name: "Bot", mode: "live", scopes: [] });
  const current = await ApiKeys.rotate(user, former.key.keyId, 3600);
  const mail = await MailLinks.issue(user, "verify-email");
  const requested = PhoneCodes.newRequest(actor, { phone: "+33612345678", requestId: Ids.create("event") });
  await Table.put(requested);
  const message = await PhoneCodes.issue(requested);
  const hook = await webhookOf(user);
  const signIn = await begunSignIn();
  const secrets = [on.secret, begun.secret, former.signingSecret, current.signingSecret];
  const codes = [mail.code ?? "", message?.code ?? ""];
  return {
    ...{ user, actor, authenticator, mail, message, hook, signIn },
    secrets: [...secrets, ...codes, ...hook.secrets, ...signIn.secrets].toSorted(),
  };
}

beforeEach(async () => {
  for await (const item of Table.scan()) await Table.remove(keyOfItem(item));
  delete process.env["SEALING_SECRET_PREVIOUS"];
  for (const [name, value] of Object.entries(provider.env)) vi.stubEnv(name, value);
  vi.stubEnv("PUBLIC_URL", "https://svc.example");
  vi.stubEnv("EGRESS_ALLOW_PRIVATE", "true");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe("a sealed value", () => {
  it("is stored in exactly the attributes that the entities declare as sealed", async () => {
    await userWithSecrets();
    const found = (await allSealed()).map(({ item, path }) => `${entityOf(item).name}.${path}`);
    const declared = entities.flatMap(({ name, sealed = {} }) =>
      Object.keys(sealed).map((path) => `${name}.${path}`),
    );
    expect([...new Set(found)].toSorted()).toEqual(declared.toSorted());
  });

  it("is stored in an entity, except a device's cursor", () => {
    const sources = globSync("{core,functions,events}/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
    const users = sources.filter((file) => {
      const text = readFileSync(file, "utf8");
      return /\/seal\.ts"/.test(text) && /\bexternalPurpose\b|\bas (Seal\.)?Purpose\b/.test(text);
    });
    expect(users.toSorted()).toEqual(["core/sync/cursor.ts"]);
  });
});

describe("resealing", () => {
  it("moves all values to the current secret after each of several rotations", async () => {
    const { secrets } = await userWithSecrets();
    for (let rotation = 0; rotation < 3; rotation++) {
      expect(await resealing({ isDryRun: true })).toMatchObject({ changed: 0, failed: 0 });
      rotate();
      // Eleven secrets in fewer items: one key has two, one webhook three and one sign-in two.
      expect(await resealing({ isDryRun: true })).toMatchObject({ changed: 7, failed: 0 });
      expect(await resealing()).toMatchObject({ changed: 7, failed: 0, isComplete: true });
      expect(await resealing({ isDryRun: true })).toMatchObject({ changed: 0, failed: 0 });
    }
    delete process.env["SEALING_SECRET_PREVIOUS"];
    const found = await allSealed();
    const name = await sealingName();
    expect(found.every(({ value }) => value.startsWith(`${name}.`))).toBe(true);
    expect((await Promise.all(found.map(opened))).toSorted()).toEqual(secrets);
  });

  it("leaves all secrets usable after two rotations", async () => {
    const { user, actor, authenticator, mail, message, hook, signIn } = await userWithSecrets();
    rotate();
    await resealing();
    rotate();
    await resealing();
    await SecondFactor.use(actor, { totpCode: authenticator.code() }, "here");
    expect((await PhoneCodes.open(actor, message?.code ?? "")).phone).toBe("+33612345678");
    const shown = { code: mail.code ?? "" };
    expect((await MailLinks.openOwn(user, "verify-email", shown)).user.userId).toBe(user.userId);
    expect(await signIn.end()).toMatchObject({ callbackUrl: "/dashboard", session: expect.anything() });
    const event = { id: Ids.create("event"), type: "job-done", data: {} } as const;
    await Deliveries.enqueue({ ...event, occurredAt: Clock.nowIso(), userId: user.userId });
    await deliver(hook.webhook);
    const [got] = receivers.got(hook.path);
    for (const secret of hook.secrets)
      new Standard(secret).verify(got?.body ?? "", got?.headers as Record<string, string>);
  });

  it("preserves concurrent rotations of API keys", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, register));
    const keys = await Promise.all(
      all.map((user) => ApiKeys.create(user, { name: "Bot", mode: "live", scopes: [] })),
    );
    rotate();
    const turned = all.map((user: User, at) => ApiKeys.rotate(user, keys[at]?.key.keyId ?? "", 3600));
    const [outcome, ...currents] = await Promise.all([resealing(), ...turned]);
    expect(outcome).toMatchObject({ failed: 0, isComplete: true });
    expect(await resealing()).toMatchObject({ failed: 0, isComplete: true });
    delete process.env["SEALING_SECRET_PREVIOUS"];
    const signing = [...keys, ...currents].map(({ signingSecret }) => signingSecret).toSorted();
    expect((await Promise.all((await allSealed()).map(opened))).toSorted()).toEqual(signing);
  });

  it("is not undone by a concurrent rotation of a webhook", async () => {
    const user = await register();
    const { webhook, secret } = await Webhooks.create(user, { name: "Mine", url: receivers.at("/moment") });
    rotate();
    // The webhook's current secret is now sealed under the new sealing secret, its former secret is not.
    const second = await Webhooks.rotate(user, webhook.webhookId);
    let resealedCount = 0;
    const third = await interleave(
      database.endpoint,
      () => Webhooks.rotate(user, webhook.webhookId),
      async ({ operation }) => {
        if (operation.startsWith("Get") || resealedCount > 0) return;
        resealedCount = (await resealing()).changed;
      },
    );
    expect(resealedCount).toBe(1);
    delete process.env["SEALING_SECRET_PREVIOUS"];
    const all = [secret, second.secret, third.secret].toSorted();
    expect((await Promise.all((await allSealed()).map(opened))).toSorted()).toEqual(all);
  });

  it("reports the key of an item sealed under a secret that no longer exists, and reseals the others", async () => {
    await userWithSecrets();
    rotate();
    rotate();
    const later = await ApiKeys.create(await register(), { name: "Bot", mode: "live", scopes: [] });
    rotate();
    const failed: [StoredKey, unknown][] = [];
    const outcome = await resealing({ onFailure: (key, error) => failed.push([key, error]) });
    expect(outcome).toMatchObject({ changed: 1, failed: 7, isComplete: true });
    expect(failed.map(([{ pk }]) => pk).join()).not.toContain(later.key.keyId);
    expect(String(failed[0]?.[1])).toBe(
      "SecretExpired: the value was sealed under a secret that no longer exists",
    );
  });

  it("skips expired items", async () => {
    const { user } = await userWithSecrets();
    const ttl = Clock.nowSeconds();
    await Table.update(phoneCode.key(user), { set: { ttl } });
    rotate();
    expect(await resealing()).toMatchObject({ changed: 6, failed: 0 });
  });
});
