import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  createClient,
  isSvcError,
  SvcConnectionError,
  SvcError,
  sign,
  verifyWebhook,
} from "../../sdk/src/index.ts";
import { consoleSchema, schema } from "../../sdk/types.ts";
import { App } from "../support/app.ts";
import { createDeveloper, type Developer } from "../support/developer.ts";
import { withPlatform } from "../support/platform.ts";

/** The SDK against the platform, and against scripted responses. */

describe("the client", () => {
  const platform = withPlatform();
  let ada: Developer;
  let count = 0;
  beforeEach(async () => {
    const email = `sdk${++count}@example.com`;
    await new App(platform).register(email, "Lovelace!1843");
    const { body } = await platform.call<{ token: string }>("POST", "/api/auth/signin", {
      body: { email, password: "Lovelace!1843" },
      ip: `203.0.113.${count}`,
    });
    ada = await createDeveloper(platform, body.token);
  });

  it("returns typed responses, and iterates over all pages of a list, each item once", async () => {
    const { svc } = ada;
    for (const asset of ["EUR", "BTC", "ETH"]) await svc.post("/v1/wallets", { body: { asset } });
    const seen: string[] = [];
    for await (const { asset } of svc.list("/v1/wallets", { limit: 1 })) seen.push(asset);
    expect(seen).toEqual(["ETH", "BTC", "EUR"]);
    const [first] = await svc.list("/v1/wallets", { asset: "BTC" }).all();
    const { balance } = await svc.get("/v1/wallets/{id}", { params: { path: { id: first?.id ?? "" } } });
    expect(balance).toBe("0");
  });

  it("throws the platform's errors by code, with their documentation page and the request's id", async () => {
    await ada.svc.post("/v1/wallets", { body: { asset: "EUR" } });
    const error = await ada.svc.post("/v1/wallets", { body: { asset: "EUR" } }).catch((one: unknown) => one);
    if (!isSvcError(error, "WALLET_EXISTS")) throw error;
    expect(error).toMatchObject({ status: 409, message: expect.stringContaining("wallet") });
    expect(error.docs).toMatch(/\/docs\/errors#WALLET_EXISTS$/);
    expect(error.requestId).not.toBe("");
    expect(isSvcError(error, "WALLET_NOT_FOUND")).toBe(false);
  });

  it("executes a write once if its first response is lost, because each attempt has the same key", async () => {
    let lost = 0;
    vi.spyOn(Math, "random").mockReturnValue(0);
    const svc = createClient({
      apiKey: ada.secret,
      baseUrl: platform.url,
      fetch: async (input, init) => {
        const answer = await fetch(input, init);
        if (lost++ === 0) throw new TypeError("the connection was reset");
        return answer;
      },
    });
    const wallet = await svc.post("/v1/wallets", { body: { asset: "EUR" } });
    expect([lost, wallet.asset]).toEqual([2, "EUR"]);
    expect(await svc.list("/v1/wallets").all()).toHaveLength(1);
  });
});

describe("a client without a valid base URL", () => {
  it.each([undefined, "", "svc.example", "localhost:3000", "ftp://svc.example", "https://"])(
    "is rejected with an explanation: %s",
    (baseUrl) => {
      const fetch = vi.fn();
      expect(() => createClient({ apiKey: "svc_live_x", baseUrl, fetch })).toThrow(
        /^createClient needs baseUrl/,
      );
      expect(fetch).not.toHaveBeenCalled();
    },
  );
});

describe("a retry", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    vi.spyOn(Math, "random").mockReturnValue(0);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
    new Response(JSON.stringify({ error: { code, message: code, details: {}, request_id: "req_1" } }), {
      status,
      headers,
    });
  const list = () => Response.json({ object: "list", data: [], has_more: false, next_cursor: null });

  /** Returns a client with scripted responses, and the times of its requests. */
  function scriptedClient(answers: (() => Response)[], options: object = {}) {
    const asked: { readonly at: number; readonly headers: Headers }[] = [];
    const svc = createClient({
      apiKey: "svc_test_x",
      baseUrl: "https://svc.example",
      ...options,
      fetch: async (_, { headers }) => {
        asked.push({ at: Date.now(), headers: headers as Headers });
        const next = answers[asked.length - 1];
        if (!next) throw new TypeError("out of reach");
        return next();
      },
    });
    return { svc, asked };
  }
  /** Awaits a result while fake time advances as fast as the client works. */
  async function runToEnd(promise: Promise<unknown>): Promise<unknown> {
    let isDone = false;
    const result = promise
      .catch((error: unknown) => error)
      .finally(() => {
        isDone = true;
      });
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      vi.advanceTimersToNextTimer();
    }
    return result;
  }

  it("waits as long as Retry-After states", async () => {
    const { svc, asked } = scriptedClient([() => refusal(429, "RATE_LIMITED", { "retry-after": "7" }), list]);
    expect(await runToEnd(svc.get("/v1/wallets"))).toMatchObject({ object: "list" });
    expect((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0)).toBe(7000);
  });

  it("is not made if Retry-After exceeds the maximum, and the error states the time", async () => {
    const { svc, asked } = scriptedClient([
      () => refusal(429, "RATE_LIMITED", { "retry-after": "40000" }),
      list,
    ]);
    const error = (await runToEnd(svc.get("/v1/wallets"))) as SvcError;
    expect(error).toBeInstanceOf(SvcError);
    expect([error.code, error.retryAfter, asked.length]).toEqual(["RATE_LIMITED", 40_000, 1]);
  });

  it("repeats a write with the same key and a signature, and does not repeat a final rejection", async () => {
    const { svc, asked } = scriptedClient(
      [
        () => refusal(503, "SERVICE_UNAVAILABLE"),
        () => refusal(409, "CONTENTION"),
        () => refusal(409, "WALLET_EXISTS"),
      ],
      { signingSecret: "svc_sig_x" },
    );
    const error = await runToEnd(svc.post("/v1/wallets", { body: { asset: "EUR" } }));
    expect(error).toMatchObject({ code: "WALLET_EXISTS" });
    expect(asked).toHaveLength(3);
    expect(new Set(asked.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
    for (const { headers } of asked) expect(headers.get("x-svc-signature")).toMatch(/^v1=[0-9a-f]{64}$/);
  });

  it("has a new signature if an equal request has used the first one", async () => {
    const { svc, asked } = scriptedClient(
      [() => refusal(409, "SIGNATURE_REUSED", { "retry-after": "1" }), list],
      {
        signingSecret: "svc_sig_x",
      },
    );
    await runToEnd(svc.post("/v1/wallets", { body: { asset: "EUR" } }));
    const [first, second] = asked.map(({ headers }) => headers);
    expect(second?.get("idempotency-key")).toBe(first?.get("idempotency-key"));
    expect(second?.get("x-svc-signature")).not.toBe(first?.get("x-svc-signature"));
  });

  it("is made at most maxRetries times, and then the last error is thrown", async () => {
    const { svc, asked } = scriptedClient([], { maxRetries: 2 });
    expect(await runToEnd(svc.get("/v1/wallets"))).toBeInstanceOf(SvcConnectionError);
    expect(asked).toHaveLength(3);
  });
});

describe("a signature", () => {
  it("is the HMAC of time, method, path with query, and the body's digest", async () => {
    const body = new TextEncoder().encode('{"amount":"1"}');
    const given = { method: "post", path: "/v1/transfers?a=1", body, timestamp: 1_795_000_000 };
    const digest = createHash("sha256").update(body).digest("hex");
    const mac = createHmac("sha256", "svc_sig_x").update(`1795000000.POST./v1/transfers?a=1.${digest}`);
    expect(await sign("svc_sig_x", given)).toEqual({
      "x-svc-timestamp": "1795000000",
      "x-svc-signature": `v1=${mac.digest("hex")}`,
    });
  });
});

describe("a webhook", () => {
  const secret = `whsec_${Buffer.from("a secret of twenty-four.").toString("base64")}`;
  const payload = JSON.stringify({ id: "evt_1", type: "job-done", data: { name: "Zoë" } });
  const headersAt = (at: Date, text = payload, by = secret) => ({
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": `v1,bm90IHRoaXM= ${new Webhook(by).sign("evt_1", at, text)}`,
  });

  it("is verified with any of its secrets, from text or bytes, with headers of any kind", async () => {
    const headers = headersAt(new Date());
    expect(await verifyWebhook({ payload, headers, secret: ["whsec_b3RoZXI=", secret] })).toMatchObject({
      id: "evt_1",
    });
    const bytes = new TextEncoder().encode(payload);
    const event = await verifyWebhook<{ name: string }>({
      payload: bytes,
      headers: new Headers(headers),
      secret,
    });
    expect(event.data.name).toBe("Zoë");
  });

  it.each([
    ["another body", { payload: payload.replace("Zoë", "Bob"), headers: headersAt(new Date()), secret }],
    ["another secret", { payload, headers: headersAt(new Date()), secret: "whsec_b3RoZXI=" }],
    [
      "a timestamp older than 5 minutes",
      { payload, headers: headersAt(new Date(Date.now() - 301_000)), secret },
    ],
    ["no signature", { payload, headers: {}, secret }],
  ])("is rejected with %s", async (_, received) => {
    await expect(verifyWebhook(received)).rejects.toThrow(/webhook-/);
  });
});

it("contains the types of the current API document, as does the console (npm run sdk:types)", async () => {
  expect(readFileSync("sdk/src/schema.ts", "utf8") === (await schema())).toBe(true);
  expect(readFileSync("console/src/api/schema.ts", "utf8") === (await consoleSchema())).toBe(true);
});
