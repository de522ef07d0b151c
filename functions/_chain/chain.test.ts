import type { Gateway } from "@svc/local-aws/http/gateway";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { CSRF_COOKIE, SESSION_COOKIE } from "../../contract/cookies.ts";
import { envelopes } from "../../contract/envelopes.ts";
import { type Family, type RouteSpec, route } from "../../contract/route.ts";
import * as Csrf from "../../core/identity/csrf.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import type { User } from "../../core/identity/user.ts";
import * as Users from "../../core/identity/users.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { defineError, fail, NotFound, Unavailable } from "../../core/kernel/errors.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import * as Idempotency from "../../core/platform/idempotency/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import { startGateway } from "../../local/aws.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { onWeb } from "../../tests/support/identity.ts";
import { bare } from "../../tests/support/items.ts";
import { Reply } from "./call.ts";
import { publicError, renderError } from "./envelope.ts";
import { handler as fallback } from "./fallback.ts";
import type { Handler } from "./outer.ts";
import { receive } from "./receive.ts";
import { serve } from "./serve.ts";

/** The chain behind a real socket. Each route demonstrates one rule. */

withDatabase();

const Broken = defineError("BROKEN_ON_PURPOSE", "conflict", "As asked.", "Comme demandé.");
const done = { 200: { description: "", body: z.object({ ok: z.boolean(), who: z.string().optional() }) } };
const family = "defi";

const open = route({
  id: "t.open",
  method: "GET",
  path: "/t/open",
  family,
  summary: "",
  auth: "none",
  responses: done,
});
const cached = route({ ...open, id: "t.cached", path: "/t/cached", cache: { seconds: 9 } });
const withCookie = route({ ...cached, id: "t.cookie", path: "/t/cookie" });
const mine = route({
  id: "t.mine",
  method: "GET",
  path: "/t/mine",
  family,
  summary: "",
  auth: "session",
  responses: done,
});
const staff = route({ ...mine, id: "t.staff", path: "/t/staff", roles: ["EMPLOYE"] });
const admin = route({ ...mine, id: "t.admin", path: "/t/admin", auth: "admin" });
const page = route({ ...mine, id: "t.page", path: "/t/page", signInAt: "/auth/signin" });
const limited = route({
  ...mine,
  id: "t.limited",
  path: "/t/limited",
  limit: { bucket: "t", max: 2, windowSeconds: 60, by: "ip" },
});
const concurrent = route({
  ...mine,
  id: "t.concurrent",
  path: "/t/concurrent/{how}",
  request: { params: z.strictObject({ how: z.string() }) },
  limit: { bucket: "t.concurrent", max: 2, windowSeconds: 60, by: "actor" },
  countsConcurrently: true,
  errors: [Broken],
});
const write = route({
  id: "t.write",
  method: "POST",
  path: "/t/write/{id}",
  family,
  summary: "",
  auth: "session",
  idempotent: true,
  request: {
    params: z.object({ id: z.string() }),
    body: z.strictObject({
      amount: z.number().positive(),
      note: z.string().max(5).optional(),
      link: z.url({ protocol: /^https$/, hostname: z.regexes.domain, error: "must be https" }).optional(),
    }),
    contentTypes: ["application/json", "application/x-www-form-urlencoded"],
    maxBodyBytes: 1000,
  },
  responses: { 200: { description: "", body: z.object({ count: z.string() }) } },
});
const fails = route({
  id: "t.fails",
  method: "GET",
  path: "/t/fails/{how}",
  family,
  summary: "",
  auth: "none",
  request: {
    params: z.object({ how: z.string() }),
    query: z.object({ kind: z.string().optional() }),
  },
  responses: done,
  errors: [Broken],
});

const signed = route({
  id: "t.signed",
  method: "POST",
  path: "/t/signed",
  family: "inbound",
  summary: "",
  auth: "signature",
  signatureHeader: "t-signature",
  responses: { 200: { description: "", body: z.object({ received: z.boolean() }) } },
});

const counter = bare({ pk: "TEST#counter", sk: "COUNTER" });
const handlers: Record<string, Handler> = {
  [signed.id]: receive(signed, {
    verify: async () => undefined,
    accept: async () => undefined,
  }),
  [open.id]: serve(open, async ({ actor }) => ({
    ok: true,
    who: actor?.userId ?? "anonymous",
    secret: "dropped",
  })),
  [cached.id]: serve(cached, async () => ({ ok: true })),
  [withCookie.id]: serve(withCookie, async () => new Reply({ ok: true }, { cookies: ["a=b"] })),
  [mine.id]: serve(mine, async ({ actor }) => ({ ok: true, who: actor.userId })),
  [staff.id]: serve(staff, async () => ({ ok: true })),
  [admin.id]: serve(admin, async () => ({ ok: true })),
  [page.id]: serve(page, async () => ({ ok: true })),
  [limited.id]: serve(limited, async () => ({ ok: true })),
  [concurrent.id]: serve(concurrent, async ({ params }) => {
    if (params.how === "broken") throw fail(Broken, { details: { hint: "none" } });
    return { ok: true };
  }),
  [write.id]: serve(
    write,
    async ({ body, idempotency }) => {
      if (body.note === "late") throw fail(Unavailable);
      const result = { moved: BigInt(Math.round(body.amount)) };
      await Table.commit([
        ...Idempotency.recordWrites(idempotency, result),
        { update: counter, add: { n: result.moved } },
      ]);
      return result;
    },
    ({ moved }) => ({ count: moved.toString() }),
  ),
  [fails.id]: serve(fails, async ({ params }) => {
    if (params.how === "declared") throw fail(Broken, { details: { hint: "none" } });
    if (params.how === "undeclared") throw fail(NotFound);
    if (params.how === "late") throw fail(Unavailable);
    if (params.how === "schema") return { ok: "not a boolean" } as unknown as { ok: boolean };
    throw new Error("password=hunter2 leaked from the depths");
  }),
};
const routes: readonly RouteSpec[] = [
  signed,
  open,
  cached,
  withCookie,
  mine,
  staff,
  admin,
  page,
  limited,
  concurrent,
  write,
  fails,
];

let gateway: Gateway;
let url = "";
let token = "";
let sessionId = "";
let userId = "";
beforeAll(async () => {
  Object.assign(process.env, {
    JWT_SECRET: Ids.secret(),
    CSRF_SECRET: Ids.secret(),
    ORIGIN_SECRET: "from-our-distribution",
    PUBLIC_URL: "https://svc.example",
    CORS_ORIGINS: "https://app.example",
  });
  gateway = await startGateway(
    {
      routes,
      load: async (id) => handlers[id] as never,
      fallback: async () => fallback as never,
    },
    0,
    "127.0.0.1",
  );
  url = `http://127.0.0.1:${gateway.port}`;
  const user = await Users.register({ name: "Ada", email: "ada@example.com", password: "Lovelace!1843" });
  const started = await Sessions.start(user, { ip: "127.0.0.1", userAgent: "test" });
  token = started.accessToken;
  sessionId = started.sessionId;
  userId = user.userId;
});
afterAll(() => gateway.stop());

const bearer = () => ({ authorization: `Bearer ${token}` });
const cookie = () => ({ cookie: `${SESSION_COOKIE}=${token}` });
const json = { "content-type": "application/json" };

async function call(path: string, init: RequestInit = {}) {
  const response = await fetch(url + path, { redirect: "manual", ...init });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : JSON.parse(text),
  };
}
const post = (body: unknown, headers: Record<string, string> = {}, raw = JSON.stringify(body)) =>
  call("/t/write/1", { method: "POST", body: raw, headers: { ...json, ...bearer(), ...headers } });

describe("admission", () => {
  it("rejects a missing token, an invalid token and another scheme with the same short body", async () => {
    for (const headers of [{}, { authorization: "Bearer x.y.z" }, { authorization: "Basic abc" }]) {
      expect(await call("/t/mine", { headers })).toMatchObject({
        status: 401,
        body: { error: "Unauthorized" },
      });
    }
  });

  it("states the reason in WWW-Authenticate, and a code if the token was once valid", async () => {
    const reasonFor = async (headers: Record<string, string>) => {
      const answer = await call("/t/mine", { headers });
      return [answer.headers.get("www-authenticate"), answer.body];
    };
    expect(await reasonFor({})).toEqual(['Bearer realm="svc"', { error: "Unauthorized" }]);
    const invalid = 'Bearer realm="svc", error="invalid_token", error_description=';
    expect(await reasonFor({ authorization: "Bearer x.y.z" })).toEqual([
      `${invalid}"The credential is not valid."`,
      { error: "Unauthorized" },
    ]);
    const user = (await Users.fromId(userId)) as User;
    const ended = await Sessions.start(user, { ip: "127.0.0.1", userAgent: "test" });
    await Sessions.end(onWeb(user, ended.sessionId));
    const [challenge, body] = await reasonFor({ authorization: `Bearer ${ended.accessToken}` });
    expect(challenge).toBe(`${invalid}"The session has ended. Sign in again."`);
    expect(body).toMatchObject({ error: "Unauthorized", code: "SESSION_ENDED" });
    Clock.setOffset(25 * 3_600_000);
    expect(await reasonFor(bearer())).toEqual([
      `${invalid}"The access token has expired. Refresh it."`,
      { error: "Unauthorized", code: "TOKEN_EXPIRED", message: "The access token has expired. Refresh it." },
    ]);
    Clock.setOffset(0);
  });

  it("accepts the token from the header or the cookie", async () => {
    for (const headers of [bearer(), cookie()]) {
      expect(await call("/t/mine", { headers })).toMatchObject({ status: 200, body: { who: userId } });
    }
  });

  it("reads a valid credential on a route that requires no credential, and ignores an invalid one", async () => {
    expect((await call("/t/open", { headers: bearer() })).body.who).toBe(userId);
    expect((await call("/t/open", { headers: { authorization: "Bearer bad" } })).body.who).toBe("anonymous");
  });

  it("rejects a role that the route does not list with 403", async () => {
    for (const path of ["/t/staff", "/t/admin"]) {
      expect(await call(path, { headers: bearer() })).toMatchObject({
        status: 403,
        body: { code: "FORBIDDEN" },
      });
    }
  });

  it("accepts an ADMIN on routes for staff and for administrators, and applies a change of role to the next call", async () => {
    // The last administrator cannot lose the role, so there is a second one.
    const other = await Users.register({ name: "Ben", email: "ben@example.com", password: "Lovelace!1843" });
    for (const one of [other.userId, userId]) await Users.setRole(one, "ADMIN");
    for (const path of ["/t/staff", "/t/admin"]) {
      expect((await call(path, { headers: bearer() })).status).toBe(200);
    }
    await Users.setRole(userId, "PARTICULIER");
    expect((await call("/t/staff", { headers: bearer() })).status).toBe(403);
  });

  it("redirects a browser without a session to the sign-in page with the requested path", async () => {
    const { status, headers } = await call("/t/page");
    expect(status).toBe(302);
    expect(headers.get("location")).toBe("/auth/signin?callbackUrl=%2Ft%2Fpage");
  });

  it("checks the rate limit before the credential, and states when to retry", async () => {
    const from = { "x-forwarded-for": "203.0.113.77" };
    const first = await call("/t/limited", { headers: from });
    expect(first.status).toBe(401);
    expect(first.headers.get("x-ratelimit-limit")).toBe("2");
    expect(first.headers.get("x-ratelimit-remaining")).toBe("1");
    await call("/t/limited", { headers: { ...from, ...bearer() } });
    const third = await call("/t/limited", { headers: { ...from, ...bearer() } });
    expect(third).toMatchObject({ status: 429, body: { error: "Too many requests" } });
    expect(Number(third.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(Number(third.headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now() / 1000);
    expect(
      (await call("/t/limited", { headers: { ...bearer(), "x-forwarded-for": "203.0.113.78" } })).status,
    ).toBe(200);
  });

  it("counts failed calls as well on a route that counts its limit while the handler runs", async () => {
    const statuses = async (...hows: string[]) => {
      const answers = [];
      for (const how of hows) answers.push(await call(`/t/concurrent/${how}`, { headers: bearer() }));
      return answers.map(({ status, headers }) => [status, headers.get("x-ratelimit-remaining")]);
    };
    expect((await call("/t/concurrent/well")).status).toBe(401);
    expect(await statuses("well", "broken", "well", "broken")).toEqual([
      [200, "1"],
      [409, "0"],
      [429, "0"],
      [429, "0"],
    ]);
  });

  it("trusts the viewer's address only together with the origin's secret", async () => {
    const from = (address: string, secret: string) =>
      call("/t/limited", { headers: { "x-viewer-address": address, "x-origin-secret": secret } });
    for (let i = 0; i < 2; i++) await from("198.51.100.1", "from-our-distribution");
    expect((await from("198.51.100.1", "from-our-distribution")).status).toBe(429);
    expect((await from("198.51.100.2", "from-our-distribution")).status).toBe(401);
    // A forged secret is counted under the connection's own address.
    const forged = await Promise.all([1, 2, 3].map((n) => from(`198.51.100.${n + 10}`, "guessed")));
    expect(forged.map((one) => one.status).sort()).toEqual([401, 401, 429]);
    // As many characters as the secret, but more bytes.
    expect((await from("198.51.100.3", "é".repeat("from-our-distribution".length))).status).not.toBe(500);
  });

  it("requires the current or the previous origin secret on every path if EDGE_REQUIRED is set", async () => {
    vi.stubEnv("EDGE_REQUIRED", "true");
    vi.stubEnv("ORIGIN_SECRET_PREVIOUS", "previous-secret");
    const paths: [string, RequestInit, number][] = [
      ["/t/open", {}, 200],
      ["/t/mine", { headers: bearer() }, 200],
      ["/t/signed", { method: "POST" }, 200],
      ["/no/such", {}, 404],
    ];
    for (const [path, init, otherwise] of paths) {
      const status = async (secret: Record<string, string>) =>
        (await call(path, { ...init, headers: { ...init.headers, ...secret } })).status;
      for (const wrong of [{}, { "x-origin-secret": "guessed" }, { "x-viewer-address": "192.0.2.1" }])
        expect(await status(wrong as Record<string, string>), path).toBe(403);
      for (const secret of ["from-our-distribution", "previous-secret"])
        expect(await status({ "x-origin-secret": secret }), path).toBe(otherwise);
    }
    vi.unstubAllEnvs();
    expect((await call("/t/open")).status).toBe(200);
  });
});

describe("input", () => {
  it.each<[string, string, Record<string, string>, number, string, string]>([
    ["malformed JSON", '{"amount":', {}, 400, "MALFORMED_JSON", "valid JSON"],
    [
      "another content type",
      "amount=1",
      { "content-type": "text/xml" },
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      "text/xml",
    ],
    [
      "an oversized body",
      JSON.stringify({ amount: 1, note: "x".repeat(2000) }),
      {},
      413,
      "BODY_TOO_LARGE",
      "1000",
    ],
    ["a missing field", "{}", {}, 400, "INVALID_REQUEST", "amount is required"],
    ["a field of another type", '{"amount":"1"}', {}, 400, "INVALID_REQUEST", "amount must be a number"],
    [
      "half a character",
      '{"amount":1,"note":"\\ud800"}',
      {},
      400,
      "INVALID_REQUEST",
      "note must be well-formed",
    ],
    [
      "a name that an object cannot have",
      '{"amount":1,"note":{"__proto__":"x"}}',
      {},
      400,
      "INVALID_REQUEST",
      "note.__proto__ is not an allowed name",
    ],
    ["a broken rule", '{"amount":-1}', {}, 400, "INVALID_REQUEST", "amount"],
    [
      "an unknown field",
      '{"amount":1,"role":"ADMIN"}',
      {},
      400,
      "INVALID_REQUEST",
      "role is not a known field",
    ],
    [
      "a number that JSON rounds",
      '{"amount":90071992547409.931}',
      {},
      400,
      "INVALID_REQUEST",
      "more digits than a JSON number can hold",
    ],
    ["a number that JSON rounds away", '{"amount":99999999999999.999}', {}, 400, "INVALID_REQUEST", "amount"],
    ["an infinite number", '{"amount":1e400}', {}, 400, "INVALID_REQUEST", "amount"],
    ["no body", "", {}, 400, "INVALID_REQUEST", "body"],
    [
      "a prototype key",
      '{"__proto__":{"amount":1}}',
      {},
      400,
      "INVALID_REQUEST",
      "__proto__ is not an allowed name",
    ],
  ])("rejects %s and names the field", async (_, raw, headers, status, code, words) => {
    const answer = await post(undefined, headers, raw);
    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.body.error).toContain(words);
  });

  it("rejects a parameter that is too long or repeated, and names it", async () => {
    const long = await call(`/t/fails/${"x".repeat(257)}`);
    expect(long).toMatchObject({ status: 400, body: { code: "INVALID_REQUEST" } });
    expect(long.body.error).toContain("how must have at most 256 characters");
    expect((await call(`/t/fails/declared?kind=${"x".repeat(2048)}`)).status).toBe(409);
    expect((await call(`/t/fails/declared?kind=${"x".repeat(2049)}`)).body.error).toContain(
      "kind must have at most 2048 characters",
    );
    const twice = await call("/t/fails/declared?kind=a&kind=a");
    expect(twice).toMatchObject({ status: 400, body: { code: "INVALID_REQUEST" } });
    expect(twice.body.fields).toEqual([{ field: "kind", message: "must be sent only once" }]);
  });

  it("lists every invalid field", async () => {
    const { body } = await post({ amount: 0, note: "too long" });
    expect(body.fields.map((one: { field: string }) => one.field)).toEqual(["amount", "note"]);
  });

  it("states each rule once, and only the type if the type is wrong", async () => {
    const { body } = await post({
      amount: [0],
      note: ["too", "long", "for", "a", "note", "!"],
      link: "ftp://[::1]",
    });
    expect(body.fields).toEqual([
      { field: "amount", message: "must be a number" },
      { field: "note", message: "must be a string" },
      { field: "link", message: "must be https" },
    ]);
  });
});

describe("an Idempotency-Key", () => {
  it("executes only one of 12 parallel requests, and gives all of them its response", async () => {
    const before = BigInt(((await Table.get(counter))?.["n"] as bigint | undefined) ?? 0n);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => post({ amount: 7 }, { "idempotency-key": "parallel" })),
    );
    expect(new Set(answers.map((one) => JSON.stringify([one.status, one.body])))).toEqual(
      new Set(['[200,{"count":"7"}]']),
    );
    expect(answers.filter((one) => one.headers.get("idempotency-replayed") === "true")).toHaveLength(11);
    expect((await Table.get(counter))?.["n"]).toBe(before + 7n);
  });

  it("is rejected with another body than at its first use", async () => {
    await post({ amount: 1 }, { "idempotency-key": "reused" });
    const again = await post({ amount: 2 }, { "idempotency-key": "reused" });
    expect(again).toMatchObject({ status: 422, body: { code: "IDEMPOTENCY_KEY_REUSED" } });
  });

  it("is rejected if it is malformed", async () => {
    const answer = await post({ amount: 1 }, { "idempotency-key": "with space" });
    expect(answer).toMatchObject({ status: 400, body: { code: "INVALID_IDEMPOTENCY_KEY" } });
  });
});

describe("a write that is authenticated by a cookie", () => {
  const send = (headers: Record<string, string>, body = '{"amount":1}') =>
    call("/t/write/1", { method: "POST", body, headers: { ...json, ...cookie(), ...headers } });
  const form = { "content-type": "application/x-www-form-urlencoded" };

  it.each([
    ["no origin (no browser)", {}, 200],
    ["our own origin", { origin: "https://svc.example", "sec-fetch-site": "same-origin" }, 200],
    [
      "an origin that the configuration names",
      { origin: "https://app.example", "sec-fetch-site": "cross-site" },
      200,
    ],
    ["another site's origin", { origin: "https://evil.example" }, 403],
    ["another site, no origin", { "sec-fetch-site": "cross-site" }, 403],
    ["a sibling host", { "sec-fetch-site": "same-site" }, 403],
    ["an opaque origin", { origin: "null" }, 403],
  ])("with %s is answered with the right status", async (_, headers, status) => {
    expect((await send(headers as Record<string, string>)).status).toBe(status);
  });

  it("requires its session's CSRF token in a cookie and in a field, if it is a form", async () => {
    const good = await Csrf.issue(sessionId);
    const foreign = await Csrf.issue("ses_other");
    const withTokens = (inCookie: string, inField: string) =>
      send(
        { ...form, cookie: `${SESSION_COOKIE}=${token}; ${CSRF_COOKIE}=${inCookie}` },
        `amount=1&csrfToken=${inField}`,
      );
    expect((await withTokens(good, "")).status).toBe(403);
    expect((await withTokens("", good)).status).toBe(403);
    expect((await withTokens(foreign, foreign)).status).toBe(403);
    // The token is accepted; the amount of a form is a string and so invalid.
    expect((await withTokens(good, good)).status).toBe(400);
  });

  it("is accepted from any origin if it has a bearer token instead", async () => {
    expect((await post({ amount: 1 }, { origin: "https://evil.example" })).status).toBe(200);
  });
});

describe("errors", () => {
  it("are rendered in the family's envelope with their details", async () => {
    const answer = await call("/t/fails/declared");
    expect(answer).toMatchObject({
      status: 409,
      body: { error: "As asked.", code: "BROKEN_ON_PURPOSE", hint: "none" },
    });
  });

  it("contain the request id, but never the text of the cause", async () => {
    const { status, body } = await call("/t/fails/otherwise", {
      headers: { "x-request-id": "req-of-mine-1" },
    });
    expect(status).toBe(500);
    expect(body).toMatchObject({ code: "INTERNAL_ERROR", requestId: "req-of-mine-1" });
    expect(JSON.stringify(body)).not.toContain("hunter2");
  });

  it.each(Object.keys(envelopes) as Family[])(
    "contain the request id in the envelope of %s if the platform caused them",
    (one) => {
      for (const thrown of [new Error("hunter2"), fail(Unavailable)]) {
        const { body } = renderError({ family: one }, publicError(thrown, "req_one"), "req_one");
        expect(body).toContain("req_one");
        expect(body).not.toContain("hunter2");
      }
    },
  );

  it("with an unknown outcome state whether to retry, check first, or repeat with the Idempotency-Key", async () => {
    const messageOf = async (answer: ReturnType<typeof call>) => (await answer).body.error;
    expect(await messageOf(call("/t/fails/late"))).toMatch(/in time\. Try again\.$/);
    expect(await messageOf(post({ amount: 1, note: "late" }))).toMatch(/check before you try again/);
    const keyed = post({ amount: 1, note: "late" }, { "idempotency-key": "late-1" });
    expect(await messageOf(keyed)).toMatch(/with the same Idempotency-Key\.$/);
  });

  it("are replaced by an internal error in tests if the route does not declare them", async () => {
    expect((await call("/t/fails/undeclared")).body).toMatchObject({ undeclared: "NOT_FOUND" });
  });

  it("replace, in tests, a response that does not match its schema", async () => {
    expect((await call("/t/fails/schema")).status).toBe(500);
  });

  it("for an unknown path or a wrong method have the envelope of the family with the nearest path", async () => {
    expect(await call("/api/defi/nothing")).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    const wrong = await call("/api/defi/wallets", { method: "DELETE" });
    expect(wrong).toMatchObject({ status: 405, body: { code: "METHOD_NOT_ALLOWED" } });
    expect(wrong.headers.get("allow")).toContain("POST");
    expect(wrong.body.error).toBe("DELETE is not supported at /api/defi/wallets. Use GET or POST.");
    expect((await call("/api/defi/wallets/")).status).toBe(404);
    const browser = { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } };
    expect((await call("/api/defi/nothing", browser)).body).toMatchObject({ code: "NOT_FOUND" });
    const page = await fetch(`${url}/no/such/page`, browser);
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(await page.text()).toContain("Page not found");
    expect((await call("//api/defi/wallets")).status).toBe(404);
    expect((await call("/api/defi%2fwallets")).status).toBe(404);
    expect((await call("/api/auth/nothing/at/all", { method: "DELETE" })).body).toHaveProperty("retryAfter");
  });
});

describe("every response", () => {
  it("has the security headers and a request id, whatever its status", async () => {
    for (const path of ["/t/open", "/t/mine", "/t/fails/declared", "/t/fails/otherwise", "/nowhere"]) {
      const { headers } = await call(path);
      expect(headers.get("x-content-type-options"), path).toBe("nosniff");
      const policy = headers.get("content-security-policy")?.split("; ");
      expect(policy, path).toEqual(
        expect.arrayContaining(
          ["default-src", "object-src", "base-uri", "frame-ancestors"].map((one) => `${one} 'none'`),
        ),
      );
      expect(headers.get("strict-transport-security"), path).toContain("max-age=");
      expect(headers.get("cache-control"), path).toBe("no-store");
      expect(headers.get("x-request-id"), path).toMatch(/^req_/);
    }
  });

  it("has the route's public cache-control, or no-store if it sets a cookie", async () => {
    const [answer, own] = [await call("/t/cached"), await call("/t/cookie")];
    expect(answer.headers.get("cache-control")).toBe("public, max-age=9");
    expect(answer.headers.has("x-request-id")).toBe(false);
    expect(own.headers.get("set-cookie")).toBe("a=b");
    expect(own.headers.get("cache-control")).toBe("no-store");
    expect(own.headers.has("x-request-id")).toBe(true);
  });

  it("contains only fields that the contract declares", async () => {
    expect((await call("/t/open")).body).not.toHaveProperty("secret");
  });

  it("has CORS headers only for allowed origins", async () => {
    const of = async (origin: string) =>
      (await call("/t/open", { headers: { origin } })).headers.get("access-control-allow-origin");
    expect(await of("https://app.example")).toBe("https://app.example");
    expect(await of("https://svc.example")).toBe("https://svc.example");
    expect(await of("https://evil.example")).toBeNull();
  });

  it("to a CORS preflight names the allowed methods and headers", async () => {
    const headers = { origin: "https://app.example", "access-control-request-method": "POST" };
    const answer = await call("/api/defi/wallets", { method: "OPTIONS", headers });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-methods")).toContain("POST");
    expect(answer.headers.get("access-control-allow-headers")).toContain("idempotency-key");
  });
});
