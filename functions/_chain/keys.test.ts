import { createHash, createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import * as z from "zod";
import { route } from "../../contract/route.ts";
import * as ApiKeys from "../../core/identity/api-keys/index.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import type { User } from "../../core/identity/user.ts";
import * as Users from "../../core/identity/users.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { fail, Unavailable } from "../../core/kernel/errors.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import { sandboxOf } from "../../core/kernel/mode.ts";
import * as Subscriptions from "../../core/payments/subscriptions/index.ts";
import * as Idempotency from "../../core/platform/idempotency/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import { withRoutes } from "../../tests/support/chain.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { withSecrets } from "../../tests/support/identity.ts";
import { serve } from "./public-api.ts";
import { serveSigned } from "./signed.ts";

/** Requests with an API key, through the whole chain. */

withDatabase();
withSecrets();

const read = route({
  id: "k.read",
  method: "GET",
  path: "/k/read",
  family: "public",
  summary: "",
  auth: "apiKey",
  scope: "wallets:read",
  orSession: true,
  responses: {
    200: { description: "", body: z.object({ channel: z.string(), mode: z.string(), who: z.string() }) },
  },
});
const keysAlone = route({ ...read, id: "k.alone", path: "/k/alone", orSession: false });
const staff = route({ ...keysAlone, id: "k.staff", path: "/k/staff", roles: ["EMPLOYE"] });
const planned = route({ ...read, id: "k.planned", path: "/k/planned", limit: "plan" });
const limited = route({
  ...read,
  id: "k.limited",
  path: "/k/limited",
  limit: { bucket: "k.limited", max: 3, windowSeconds: 60, by: "actor" },
});
const send = route({
  id: "k.send",
  method: "POST",
  path: "/k/send/{id}",
  family: "public",
  summary: "",
  auth: "apiKey",
  scope: "transfers:write",
  signed: true,
  idempotent: true,
  request: {
    params: z.object({ id: z.string() }),
    query: z.object({ note: z.string().optional() }),
    body: z.strictObject({ amount: z.string() }),
  },
  responses: { 200: { description: "", body: z.object({ sent: z.string() }) } },
});

let sent = 0;
let fails = false;
const answer = async ({ actor }: { actor: { channel: string; mode: string; userId: string } }) => ({
  channel: actor.channel,
  mode: actor.mode,
  who: actor.userId,
});
const call = withRoutes([
  { spec: read, handler: serve(read, answer) },
  { spec: keysAlone, handler: serve(keysAlone, answer) },
  { spec: staff, handler: serve(staff, answer) },
  { spec: planned, handler: serve(planned, answer) },
  { spec: limited, handler: serve(limited, answer) },
  {
    spec: send,
    handler: serveSigned(send, async ({ idempotency }) => {
      if (fails) {
        fails = false;
        throw fail(Unavailable);
      }
      const result = { sent: String(++sent) };
      if (idempotency) await Idempotency.recordResult(idempotency, result);
      return result;
    }),
  },
]);

const input = { name: "Bot", mode: "live", plan: "free", scopes: ["*"] } as const;
const client = { ip: "127.0.0.1", userAgent: "test" };

let count = 0;
let owner: User;
let key: ApiKeys.Created;
beforeEach(async () => {
  owner = await Users.register({
    name: "Kay",
    email: `key${++count}@example.com`,
    password: "Lovelace!1843",
  });
  key = await ApiKeys.create(owner, input);
});
afterEach(() => Clock.setOffset(0));

const bearer = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` } });
const status = async (path: string, init: RequestInit) => (await call(path, init)).status;
const error = (code: string) => ({ error: { code, request_id: expect.stringMatching(/^req_/) } });

describe("a key", () => {
  it("is accepted as bearer token and in X-API-Key, and acts for its owner in its mode", async () => {
    const test = await ApiKeys.create(owner, { ...input, mode: "test" });
    for (const init of [bearer(key.secret), { headers: { "x-api-key": key.secret } }])
      expect(await call("/k/read", init)).toMatchObject({
        status: 200,
        body: { channel: "apiKey", mode: "live", who: owner.userId },
      });
    expect((await call("/k/read", bearer(test.secret))).body).toMatchObject({
      mode: sandboxOf(owner.userId),
    });
  });

  it("is read with its owner and the idempotency record in one call to the table", async () => {
    const calls: string[] = [];
    await call("/k/alone", bearer(key.secret));
    Table.observe(({ operation }) => calls.push(operation));
    await call("/k/alone", bearer(key.secret));
    await sign(key, { "idempotency-key": "one" });
    Table.observe(undefined);
    // A signature is recorded before the work, so that it cannot be used for another request.
    expect(calls).toEqual(["BatchGetItem", "BatchGetItem", "PutItem", "TransactWriteItems"]);
    expect((await ApiKeys.list(owner))[0]?.lastUsedAt).toMatch(/^\d{4}-/);
  });

  it("is rejected once its revocation, its rotation or a password change is confirmed, under 20 parallel callers", async () => {
    const ends: readonly (readonly [calls: number, end: () => Promise<unknown>])[] = [
      [1000, () => ApiKeys.revoke(owner, key.key.keyId)],
      [200, () => ApiKeys.rotate(owner, key.key.keyId, 0)],
      [200, () => Users.setPassword(owner, "Another-Horse-2")],
    ];
    for (const [calls, end] of ends) {
      owner = await Users.register({
        name: "Kay",
        email: `key${++count}@example.com`,
        password: "Lovelace!1843",
      });
      key = await ApiKeys.create(owner, input);
      let hasEnded = false;
      let answered = 0;
      const late: number[] = [];
      const early: number[] = [];
      const caller = async () => {
        while (answered < calls) {
          const outcomes = hasEnded ? late : early;
          outcomes.push(await status("/k/alone", bearer(key.secret)));
          if (++answered === calls * 0.4) await end().then(() => (hasEnded = true));
        }
      };
      await Promise.all(Array.from({ length: 20 }, caller));
      expect(early).toContain(200);
      expect(late.length).toBeGreaterThan(calls * 0.4);
      expect(new Set(late)).toEqual(new Set([401]));
    }
  });

  it("is rejected at the next call after it is revoked, it expires or its owner is blocked", async () => {
    const expiresAt = new Date(Clock.nowMs() + 60_000).toISOString();
    const short = await ApiKeys.create(owner, { ...input, expiresAt });
    const other = await ApiKeys.create(owner, input);
    await ApiKeys.revoke(owner, key.key.keyId);
    expect(await call("/k/read", bearer(key.secret))).toMatchObject({
      status: 401,
      body: error("UNAUTHORIZED"),
    });
    expect(await status("/k/read", bearer(short.secret))).toBe(200);
    Clock.setOffset(61_000);
    const late = await call("/k/read", bearer(short.secret));
    expect(late).toMatchObject({ status: 401, body: error("API_KEY_EXPIRED") });
    expect(late.headers.get("www-authenticate")).toContain("This API key has expired.");
    // Without the secret, a client does not learn that the key has expired.
    const guessed = short.secret.slice(0, -1) + (short.secret.endsWith("a") ? "b" : "a");
    expect((await call("/k/read", bearer(guessed))).body).toMatchObject(error("UNAUTHORIZED"));
    expect(await status("/k/read", bearer(other.secret))).toBe(200);
    await Users.block(owner.userId);
    expect(await status("/k/read", bearer(other.secret))).toBe(401);
  });

  it("must have the route's scope, and its owner the route's role", async () => {
    const narrow = await ApiKeys.create(owner, { ...input, scopes: ["wallets:write"] });
    expect(await call("/k/read", bearer(narrow.secret))).toMatchObject({
      status: 403,
      body: { error: { code: "FORBIDDEN", details: { scope: "wallets:read" } } },
    });
    expect(await status("/k/staff", bearer(key.secret))).toBe(403);
    await Users.setRole(owner.userId, "EMPLOYE");
    expect(await status("/k/staff", bearer(key.secret))).toBe(200);
  });

  it("is rejected from an IP address that it does not allow", async () => {
    const bound = await ApiKeys.create(owner, { ...input, allowedAddresses: ["203.0.113.0/24"] });
    const from = (ip: string) => ({
      headers: {
        "x-api-key": bound.secret,
        "x-viewer-address": ip,
        "x-origin-secret": "from-our-distribution",
      },
    });
    expect(await status("/k/read", from("203.0.113.200"))).toBe(200);
    expect(await call("/k/read", from("203.0.114.1"))).toMatchObject({
      status: 403,
      body: error("API_KEY_ADDRESS_NOT_ALLOWED"),
    });
    expect(await status("/k/read", { headers: { "x-api-key": bound.secret } })).toBe(403);
  });
});

describe("a web access token", () => {
  it("is accepted instead of a key on routes that allow it, as a bearer token or in our pages' cookie", async () => {
    const { accessToken } = await Sessions.start(owner, client);
    expect(await call("/k/read", bearer(accessToken))).toMatchObject({
      status: 200,
      body: { channel: "web", mode: "live", who: owner.userId },
    });
    expect(await call("/k/alone", bearer(accessToken))).toMatchObject({
      status: 401,
      body: error("API_KEY_REQUIRED"),
    });
    const signed = { method: "POST", body: '{"amount":"1"}' };
    const headers = { ...bearer(accessToken).headers, "content-type": "application/json" };
    expect((await call("/k/send/one", { ...signed, headers })).body).toMatchObject(error("API_KEY_REQUIRED"));
    expect((await call("/k/alone", bearer("none"))).body).toMatchObject(error("UNAUTHORIZED"));
    const cookie = { cookie: `__Host-svc_session=${accessToken}` };
    expect(await status("/k/read", { headers: cookie })).toBe(200);
    expect(await status("/k/alone", { headers: cookie })).toBe(401);
    expect(await status("/k/read", { headers: { ...cookie, ...bearer("none").headers } })).toBe(401);
    expect(await status("/k/read", { headers: { ...cookie, "x-api-key": "none" } })).toBe(401);
  });

  it("is rejected together with an API key, whereas one key may be sent in both headers", async () => {
    const { accessToken } = await Sessions.start(owner, client);
    const headers = { ...bearer(accessToken).headers, "x-api-key": "svc_live_wrong" };
    const { body } = await call("/k/read", { headers });
    expect(body).toMatchObject({ error: { code: "AMBIGUOUS_CREDENTIAL" } });
    expect(await status("/k/read", { headers })).toBe(400);
    const { secret } = await ApiKeys.create(owner, { ...input, name: "twice" });
    expect(await status("/k/read", { headers: { ...bearer(secret).headers, "x-api-key": secret } })).toBe(
      200,
    );
  });

  it("has limits of its own, which do not count against the account's keys", async () => {
    const { accessToken } = await Sessions.start(owner, client);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call("/k/planned", bearer(accessToken))),
    );
    expect(new Set(answers.map((one) => one.status))).toEqual(new Set([200]));
    expect(answers[0]?.headers.get("x-ratelimit-limit")).toBe("60");
    const { secret } = await ApiKeys.create(owner, { ...input, name: "beside a session" });
    const byKey = await call("/k/planned", bearer(secret));
    expect(byKey.headers.get("x-ratelimit-remaining")).toBe("9");
  });
});

describe("the limits of a key", () => {
  it("are shared by all live keys and addresses of its owner, and separate for test keys", async () => {
    const [other, test] = [
      await ApiKeys.create(owner, input),
      await ApiKeys.create(owner, { ...input, mode: "test" }),
    ];
    const from = (secret: string, ip: string) => ({
      headers: { "x-api-key": secret, "x-forwarded-for": ip },
    });
    expect(await status("/k/limited", from(key.secret, "203.0.113.1"))).toBe(200);
    expect(await status("/k/limited", from(other.secret, "203.0.113.2"))).toBe(200);
    expect(await status("/k/limited", from(key.secret, "203.0.113.3"))).toBe(200);
    expect(await status("/k/limited", from(other.secret, "203.0.113.4"))).toBe(429);
    expect(await status("/k/limited", from(test.secret, "203.0.113.4"))).toBe(200);
    const stranger = await ApiKeys.create(
      await Users.register({ name: "Eve", email: `eve${count}@example.com`, password: "Lovelace!1843" }),
      input,
    );
    expect(await status("/k/limited", from(stranger.secret, "203.0.113.4"))).toBe(200);
  });

  it("follow the plan of the owner's active subscription, for old and new keys", async () => {
    const subscription = (kind: "created" | "updated" | "deleted", atSeconds: bigint, status: string) => {
      const event = { kind, subscriptionId: "sub_1", atSeconds, status, plan: "enterprise" };
      return Subscriptions.apply(owner.userId, event, async () => undefined);
    };
    const test = await ApiKeys.create(owner, { ...input, mode: "test" });
    const limits = async (keys: readonly ApiKeys.Created[]) => {
      const answers = await Promise.all(keys.map(({ secret }) => call("/k/planned", bearer(secret))));
      return answers.map(({ headers }) => headers.get("x-ratelimit-limit"));
    };
    expect(await limits([key, test])).toEqual(["10", "10"]);
    await subscription("created", 1n, "incomplete");
    expect(await limits([key])).toEqual(["10"]);
    await subscription("updated", 2n, "active");
    const young = await ApiKeys.create(owner, input);
    expect(await limits([key, test, young])).toEqual(["1000", "1000", "1000"]);
    const rotated = await ApiKeys.rotate(owner, young.key.keyId, 0);
    const created = [young.key, rotated.key, ...(await ApiKeys.list(owner))];
    expect(new Set(created.map(({ plan }) => plan))).toEqual(new Set(["enterprise"]));
    const stranger = await Users.register({
      name: "Eve",
      email: "eve-plan@example.com",
      password: "Lovelace!1843",
    });
    expect(await limits([await ApiKeys.create(stranger, input)])).toEqual(["10"]);
    await subscription("deleted", 3n, "canceled");
    expect(await limits([key, test, rotated])).toEqual(["10", "10", "10"]);
    expect((await ApiKeys.list(owner)).map(({ plan }) => plan)).toEqual(["free", "free", "free"]);
  });

  it("allow the plan's burst, and allow the next call after the time in Retry-After", async () => {
    const other = await ApiKeys.create(owner, input);
    // Allowance returns every second, so time must not pass here.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) => call("/k/planned", bearer((i % 2 ? key : other).secret))),
    );
    const refused = answers.filter((one) => one.status === 429);
    expect(answers.filter((one) => one.status === 200)).toHaveLength(10);
    expect(refused).toHaveLength(6);
    expect(refused[0]?.body).toMatchObject(error("RATE_LIMITED"));
    expect(refused[0]?.headers.get("x-ratelimit-limit")).toBe("10");
    expect(refused[0]?.headers.get("x-ratelimit-remaining")).toBe("0");
    const wait = Number(refused[0]?.headers.get("retry-after"));
    expect(wait).toBe(1);
    Clock.setOffset(wait * 1000);
    expect(await status("/k/planned", bearer(key.secret))).toBe(200);
  });

  it("count calls with a wrong key by address, not against the key's owner", async () => {
    const wrong = key.secret.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    const from = { "x-forwarded-for": "203.0.113.50" };
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => status("/k/planned", { headers: { ...from, "x-api-key": wrong } })),
    );
    expect(new Set(tries)).toEqual(new Set([401, 429]));
    const mine = await call("/k/planned", { headers: { ...from, "x-api-key": key.secret } });
    expect(mine.status).toBe(200);
    expect(mine.headers.get("x-ratelimit-remaining")).toBe("9");
  });
});

/** The value of a header that is not sent. */
const OMITTED = "\0";

interface Given {
  readonly secret?: string;
  readonly timestamp?: number;
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
  /** The path that the request is sent to. */
  readonly to?: string;
}

/** Sends a signed request. `signed` replaces parts of the signed text. */
function sign(
  { secret, signingSecret }: ApiKeys.Secrets,
  headers: Record<string, string>,
  signed: Given = {},
  body = '{"amount":"1"}',
) {
  const path = signed.to ?? "/k/send/one?note=a%20b";
  const timestamp = signed.timestamp ?? Clock.nowSeconds();
  const digest = createHash("sha256")
    .update(signed.body ?? body)
    .digest("hex");
  const text = `${timestamp}.${signed.method ?? "POST"}.${signed.path ?? path}.${digest}`;
  const mac = createHmac("sha256", signed.secret ?? signingSecret)
    .update(text)
    .digest("hex");
  const all = {
    "content-type": "application/json",
    authorization: `Bearer ${secret}`,
    "x-svc-timestamp": String(timestamp),
    "x-svc-signature": `v1=${mac}`,
    ...headers,
  };
  const shown = Object.entries(all).filter(([, value]) => value !== OMITTED);
  return call(path, { method: "POST", body, headers: Object.fromEntries(shown) });
}
const keyed = () => ({ "idempotency-key": Ids.secret(8) });

describe("a signature", () => {
  it("is accepted if this key's signing secret made it for this request", async () => {
    expect(await sign(key, keyed())).toMatchObject({ status: 200 });
    const body = '{\n  "amount" : "é"\n}';
    expect(await sign(key, keyed(), {}, body)).toMatchObject({ status: 200 });
  });

  it("is accepted for the path as sent or decoded, and rejected for another path", async () => {
    const name = "à la carte (1)+é@b:c";
    for (const to of [
      `/k/send/${encodeURIComponent(name)}?note=a%20b`,
      new URL(`/k/send/${name}`, "https://svc.example").pathname,
      `/k/send/${encodeURIComponent(name).replace("(", "%28").replace(")", "%29")}`,
    ])
      expect([to, await sign(key, keyed(), { to })]).toMatchObject([to, { status: 200 }]);
    const decoded = { to: `/k/send/${encodeURIComponent(name)}`, path: `/k/send/${name}` };
    expect(await sign(key, keyed(), decoded)).toMatchObject({ status: 200 });
    const another = { to: "/k/send/a%20b", path: "/k/send/a%20c" };
    expect(await sign(key, keyed(), another)).toMatchObject({ status: 401 });
  });

  it("is required together with its timestamp and an Idempotency-Key", async () => {
    for (const name of ["x-svc-timestamp", "x-svc-signature"])
      expect(await sign(key, { ...keyed(), [name]: OMITTED })).toMatchObject({
        status: 401,
        body: error("SIGNATURE_REQUIRED"),
      });
    const plain = { method: "POST", body: '{"amount":"1"}' };
    const headers = { ...bearer(key.secret).headers, "content-type": "application/json" };
    expect(await call("/k/send/one", { ...plain, headers })).toMatchObject({
      status: 401,
      body: error("SIGNATURE_REQUIRED"),
    });
    expect(await sign(key, {})).toMatchObject({ status: 400, body: error("IDEMPOTENCY_KEY_REQUIRED") });
  });

  it("is rejected if it is forged, or made with another secret or for another request", async () => {
    const other = await ApiKeys.create(owner, input);
    const cases: readonly [string, Given][] = [
      ["another secret", { secret: other.signingSecret }],
      ["the key itself", { secret: key.secret }],
      ["another method", { method: "PUT" }],
      ["another path", { path: "/k/send/two?note=a%20b" }],
      ["a path without its query", { path: "/k/send/one" }],
      ["another query", { path: "/k/send/one?note=b" }],
      ["another body", { body: '{"amount":"2"}' }],
      ["the same body with other spaces", { body: '{"amount": "1"}' }],
    ];
    for (const [what, signed] of cases) {
      const { status: given, body } = await sign(key, keyed(), signed);
      expect([what, given, body["error"]]).toEqual([
        what,
        401,
        expect.objectContaining({ code: "INVALID_SIGNATURE" }),
      ]);
    }
    for (const forged of ["", "v1=", "v1=00", `v1=${"0".repeat(64)}`, `v2=${"0".repeat(64)}`, "é".repeat(64)])
      expect(
        (await sign(key, { ...keyed(), "x-svc-signature": Buffer.from(forged).toString("latin1") })).status,
        forged,
      ).toBe(401);
  });

  it("is rejected if it is sent again with another Idempotency-Key", async () => {
    const [first, timestamp] = [keyed(), Clock.nowSeconds()];
    const { status: given, body } = await sign(key, first, { timestamp });
    expect(given).toBe(200);
    expect(await sign(key, first, { timestamp })).toMatchObject({ status: 200, body });
    for (let round = 0; round < 3; round++) {
      const again = await sign(key, keyed(), { timestamp });
      expect(again).toMatchObject({ status: 409, body: error("SIGNATURE_REUSED") });
      expect(again.headers.get("retry-after")).toBe("1");
    }
    // The signature of a replayed retry is used up too.
    expect((await sign(key, first, { timestamp: timestamp + 1 })).body).toEqual(body);
    expect(await sign(key, keyed(), { timestamp: timestamp + 1 })).toMatchObject({ status: 409 });
    const fresh = await sign(key, keyed(), { timestamp: timestamp + 2 });
    expect([fresh.status, fresh.body]).toEqual([200, expect.not.objectContaining(body)]);
  });

  it("is used up by a failed request too, and is then rejected with another Idempotency-Key", async () => {
    const [first, timestamp] = [keyed(), Clock.nowSeconds()];
    fails = true;
    expect((await sign(key, first, { timestamp })).status).toBe(503);
    expect((await sign(key, first, { timestamp: timestamp + 1 })).status).toBe(200);
    expect(await sign(key, keyed(), { timestamp })).toMatchObject({ status: 409 });
  });

  it("does not use up the Idempotency-Key if it is rejected", async () => {
    const timestamp = Clock.nowSeconds();
    expect((await sign(key, keyed(), { timestamp, secret: "none" })).status).toBe(401);
    expect((await sign(key, {}, { timestamp })).status).toBe(400);
    expect((await sign(key, keyed(), { timestamp })).status).toBe(200);
  });

  it("is valid for 300 seconds before and after its timestamp", async () => {
    const at = (seconds: number) => sign(key, keyed(), { timestamp: Clock.nowSeconds() + seconds });
    for (const seconds of [-298, 298]) expect((await at(seconds)).status).toBe(200);
    for (const seconds of [-302, 302])
      expect(await at(seconds)).toMatchObject({ status: 401, body: error("TIMESTAMP_OUT_OF_RANGE") });
    for (const text of ["", "now", "1e9", "-1", "1.5", "9".repeat(20)])
      expect(await sign(key, { ...keyed(), "x-svc-timestamp": text })).toMatchObject({ status: 401 });
  });

  it("must be made with the signing secret of the same rotation as the key's secret", async () => {
    const next = await ApiKeys.rotate(owner, key.key.keyId, 3600);
    for (const secrets of [key, next]) expect((await sign(secrets, keyed())).status).toBe(200);
    const mixed = { secret: next.secret, signingSecret: key.signingSecret };
    expect(await sign(mixed, keyed())).toMatchObject({ status: 401, body: error("INVALID_SIGNATURE") });
  });

  it("is checked after the key and its scope", async () => {
    const narrow = await ApiKeys.create(owner, { ...input, scopes: ["wallets:read"] });
    expect((await sign(narrow, keyed(), { body: "other" })).status).toBe(403);
    expect((await sign({ ...key, secret: "none" }, keyed())).status).toBe(401);
  });
});

describe("an Idempotency-Key", () => {
  it("is shared by all keys of its owner, and separate for test keys", async () => {
    const [other, test] = [
      await ApiKeys.create(owner, input),
      await ApiKeys.create(owner, { ...input, mode: "test" }),
    ];
    const headers = keyed();
    const first = await sign(key, headers);
    const again = await sign(other, headers);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const tested = await sign(test, headers);
    expect(tested.headers.get("idempotency-replayed")).toBeNull();
    expect(tested.body).not.toEqual(first.body);
  });
});
