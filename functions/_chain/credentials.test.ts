import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { SESSION_COOKIE } from "../../contract/cookies.ts";
import { route } from "../../contract/route.ts";
import * as ApiKeys from "../../core/identity/api-keys/index.ts";
import * as ApiKey from "../../core/identity/api-keys/open.ts";
import * as Devices from "../../core/identity/devices/index.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import type { User } from "../../core/identity/user.ts";
import * as Users from "../../core/identity/users.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { withRoutes } from "../../tests/support/chain.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { onDevice, withSecrets } from "../../tests/support/identity.ts";
import { makeServe, type Plain, serve } from "./serve.ts";

/** Each kind of route accepts its own kind of credential only. */

withDatabase();
withSecrets();

const shared = {
  method: "GET",
  family: "defi",
  summary: "",
  responses: {
    200: {
      description: "",
      body: z.object({ channel: z.string(), who: z.string(), deviceId: z.string().optional() }),
    },
  },
} as const;
const web = route({ ...shared, id: "t.web", path: "/t/web", auth: "session" });
const mobile = route({ ...shared, id: "t.mobile", path: "/t/mobile", family: "mobile", auth: "mobile" });
const mobileOpen = route({ ...mobile, id: "t.mobile-open", path: "/t/mobile-open", auth: "none" });
const mobileWrite = route({
  ...mobile,
  id: "t.mobile-write",
  method: "POST",
  path: "/t/mobile-write",
  request: { body: z.strictObject({ amount: z.number() }) },
});
const serveKeyed = makeServe<Plain>(() => ({ keys: ApiKey }));
const keyed = route({ ...shared, id: "t.keyed", path: "/t/keyed", auth: "apiKey" });
const perCaller = route({
  ...mobile,
  id: "t.per-caller",
  path: "/t/per-caller",
  limit: { bucket: "t.per-caller", max: 3, windowSeconds: 86_400, by: "actor" },
});

const call = withRoutes([
  { spec: web, handler: serve(web, async ({ actor }) => ({ channel: actor.channel, who: actor.userId })) },
  {
    spec: mobile,
    handler: serve(mobile, async ({ actor: { channel, userId, deviceId } }) => ({
      channel,
      who: userId,
      deviceId,
    })),
  },
  {
    spec: mobileOpen,
    handler: serve(mobileOpen, async ({ actor }) => ({ channel: "none", who: actor?.userId ?? "anonymous" })),
  },
  {
    spec: mobileWrite,
    handler: serve(mobileWrite, async ({ actor }) => ({ channel: actor.channel, who: "x" })),
  },
  {
    spec: keyed,
    handler: serveKeyed(keyed, async ({ actor }) => ({ channel: actor.channel, who: actor.userId })),
  },
  {
    spec: perCaller,
    handler: serve(perCaller, async ({ actor }) => ({ channel: actor.channel, who: actor.userId })),
  },
]);

const client = { ip: "127.0.0.1", userAgent: "test" };
const device = {
  deviceId: "phone",
  deviceInfo: { platform: "ios", model: "Phone", osVersion: "26", appVersion: "1" },
};

let count = 0;
let user: User;
let tokens: { web: string; mobile: string; key: string };
beforeAll(() => {
  process.env["PUBLIC_URL"] = "https://svc.example";
});
beforeEach(async () => {
  user = await Users.register({
    name: "Ada",
    email: `channel${++count}@example.com`,
    password: "Lovelace!1843",
  });
  const [browser, phone, { secret }] = await Promise.all([
    Sessions.start(user, client),
    Devices.start(user, client, device),
    ApiKeys.create(user, { name: "Bot", mode: "live", plan: "free", scopes: ["*"] }),
  ]);
  tokens = { web: browser.accessToken, mobile: phone.accessToken, key: secret };
});
afterEach(() => Clock.setOffset(0));

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const cookie = (token: string) => ({ headers: { cookie: `${SESSION_COOKIE}=${token}` } });

describe("a mobile route", () => {
  it("accepts a mobile access token, and identifies its account and device", async () => {
    expect(await call("/t/mobile", bearer(tokens.mobile))).toMatchObject({
      status: 200,
      body: { channel: "mobile", who: user.userId, deviceId: "phone" },
    });
  });

  it("accepts no credential other than a mobile access token as bearer token", async () => {
    const { refreshToken } = await Devices.start(user, client, { ...device, deviceId: "other" });
    const others = [
      {},
      bearer(tokens.web),
      bearer(tokens.key),
      bearer(refreshToken),
      cookie(tokens.web),
      cookie(tokens.mobile),
      { headers: { "x-api-key": tokens.key } },
      { headers: { authorization: `Basic ${tokens.mobile}` } },
    ];
    for (const init of others)
      expect(await call("/t/mobile", init)).toMatchObject({
        status: 401,
        body: { error: "UNAUTHORIZED", message: expect.any(String) },
      });
  });

  it("ignores cookies, whatever the origin", async () => {
    const { headers } = bearer(tokens.mobile);
    const foreign = { ...headers, ...cookie(tokens.web).headers, origin: "https://evil.example" };
    const body = JSON.stringify({ amount: 1 });
    const init = { method: "POST", body, headers: { ...foreign, "content-type": "application/json" } };
    expect((await call("/t/mobile-write", init)).status).toBe(200);
    expect((await call("/t/mobile-open", cookie(tokens.web))).body).toMatchObject({ who: "anonymous" });
  });

  it("returns different errors for an expired token and an ended session", async () => {
    const [session] = await Devices.list(onDevice(user));
    await Devices.revoke(user, session?.id ?? "");
    expect(await call("/t/mobile", bearer(tokens.mobile))).toMatchObject({
      status: 401,
      body: { error: "SESSION_ENDED" },
    });
    Clock.setOffset(900_000);
    expect(await call("/t/mobile", bearer(tokens.mobile))).toMatchObject({
      status: 401,
      body: { error: "TOKEN_EXPIRED" },
    });
  });

  it("rejects the next call of a device that was evicted, signed out or blocked", async () => {
    const ended = async () => (await call("/t/mobile", bearer(tokens.mobile))).body["error"];
    for (const deviceId of ["a", "b", "c", "d", "e"]) {
      expect(await ended()).toBeUndefined();
      Clock.setOffset(Clock.offset() + 1000);
      await Devices.start(user, client, { ...device, deviceId });
    }
    expect(await ended()).toBe("SESSION_ENDED");
    tokens.mobile = (await Devices.start(user, client, device)).accessToken;
    expect(await ended()).toBeUndefined();
    await Sessions.endAll(user.userId);
    expect(await ended()).toBe("SESSION_ENDED");
    tokens.mobile = (await Devices.start(user, client, device)).accessToken;
    await Users.block(user.userId);
    expect(await ended()).toBe("SESSION_ENDED");
  });

  it("names each invalid field", async () => {
    const headers = { ...bearer(tokens.mobile).headers, "content-type": "application/json" };
    expect(await call("/t/mobile-write", { method: "POST", body: "{}", headers })).toMatchObject({
      status: 400,
      body: { error: "INVALID_REQUEST", details: [{ field: "amount", message: "is required" }] },
    });
  });
});

describe("a web route", () => {
  it("rejects a mobile token and an API key", async () => {
    expect(await call("/t/web", bearer(tokens.web))).toMatchObject({ status: 200, body: { channel: "web" } });
    for (const init of [
      bearer(tokens.mobile),
      cookie(tokens.mobile),
      bearer(tokens.key),
      { headers: { "x-api-key": tokens.key } },
    ])
      expect(await call("/t/web", init)).toMatchObject({ status: 401, body: { error: "Unauthorized" } });
  });
});

describe("a route for API keys", () => {
  it("rejects session tokens", async () => {
    expect(await call("/t/keyed", bearer(tokens.key))).toMatchObject({
      status: 200,
      body: { channel: "apiKey" },
    });
    for (const init of [bearer(tokens.web), cookie(tokens.web), bearer(tokens.mobile)])
      expect((await call("/t/keyed", init)).status).toBe(401);
  });
});

describe("a limit per caller", () => {
  it("is not used up by a token whose session has ended", async () => {
    const signedOut = tokens.mobile;
    tokens.mobile = (await Devices.start(user, client, device)).accessToken;
    for (let i = 0; i < 5; i++) await call("/t/per-caller", bearer(signedOut));
    const answer = await call("/t/per-caller", bearer(tokens.mobile));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("x-ratelimit-remaining")).toBe("2");
  });

  it("counts callers without a valid credential by address", async () => {
    const from = { "x-forwarded-for": "203.0.113.200" };
    const ended = bearer(tokens.mobile).headers;
    await Sessions.endAll(user.userId);
    const statuses = [];
    for (const headers of [from, { ...from, ...ended }, from, { ...from, ...ended }])
      statuses.push((await call("/t/per-caller", { headers })).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
  });
});
