import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { App } from "../support/app.ts";
import { createDeveloper, Developer } from "../support/developer.ts";
import { fundAccount } from "../support/money.ts";
import { withPlatform } from "../support/platform.ts";
import { roundTrips, tableCalls } from "../support/round-trips.ts";

const platform = withPlatform();
let pro: Developer;
let ada: Developer;
let adaId: string;
let token: string;

beforeAll(async () => {
  pro = new Developer(platform, { secret: platform.seed.apiKeys.enterprise });
  const email = "ada-dev@example.com";
  const app = new App(platform);
  ({ id: adaId } = await app.register(email, "Lovelace!1843"));
  const signedIn = await platform.call<{ token: string }>("POST", "/api/auth/signin", {
    body: { email, password: "Lovelace!1843" },
  });
  ({ token } = signedIn.body);
  ada = await createDeveloper(platform, token);
});

// Advances past the rate limits of the plans.
beforeEach(() => platform.advance(60));

interface Wallet {
  readonly id: string;
  readonly asset: string;
}

describe("wallets", () => {
  it("are opened once per asset, empty, and found by their id", async () => {
    const made = await ada.post<Wallet>("/v1/wallets", { asset: "eur", label: "Till" });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      object: "wallet",
      id: expect.stringMatching(/^wal_/),
      livemode: true,
      asset: "EUR",
      label: "Till",
      balance: "0",
      available_balance: "0",
      locked_balance: "0",
      value: { usd: "0.00", eur: "0.00" },
      created_at: expect.any(String),
    });
    expect((await ada.get(`/v1/wallets/${made.body.id}`)).body).toEqual(made.body);
    const again = await ada.post<{ error: { code: string; details: unknown; request_id: string } }>(
      "/v1/wallets",
      {
        asset: "EUR",
      },
    );
    expect(again.status).toBe(409);
    expect(again.body.error).toMatchObject({
      code: "WALLET_EXISTS",
      details: { docs: expect.stringMatching(/^https?:\/\/[^/]+\/docs\/errors#WALLET_EXISTS$/) },
      request_id: again.headers.get("x-request-id"),
    });
  });

  it("have balances as decimal strings, and their value in USD and EUR", async () => {
    await fundAccount(adaId, "BTC", 150_000_000n);
    const { body } = await ada.get<{ data: Record<string, unknown>[] }>("/v1/wallets?asset=btc");
    expect(body.data).toMatchObject([{ asset: "BTC", balance: "1.5", available_balance: "1.5" }]);
    expect(body.data[0]?.["value"]).toEqual({
      usd: expect.stringMatching(/^\d+\.\d\d$/),
      eur: expect.stringMatching(/^\d+\.\d\d$/),
    });
  });

  it("are listed newest first, in pages, each once", async () => {
    const seen: string[] = [];
    let path = "/v1/wallets?limit=1";
    for (;;) {
      const { body } = await ada.get<{ data: Wallet[]; has_more: boolean; next_cursor: string | null }>(path);
      seen.push(...body.data.map(({ asset }) => asset));
      expect(body.has_more).toBe(body.next_cursor !== null);
      if (body.next_cursor === null) break;
      path = `/v1/wallets?limit=1&cursor=${body.next_cursor}`;
    }
    expect(seen).toEqual(["BTC", "EUR"]);
    expect((await ada.get("/v1/wallets?cursor=wal_unknown")).status).toBe(400);
  });

  it("of another user are not found", async () => {
    const [theirs] = (await pro.get<{ data: Wallet[] }>("/v1/wallets")).body.data;
    const { status, body } = await ada.get<{ error: { code: string } }>(`/v1/wallets/${theirs?.id}`);
    expect([status, body.error.code]).toEqual([404, "WALLET_NOT_FOUND"]);
  });

  it("can also be listed with a web session's token, but not without a credential", async () => {
    expect((await platform.call("GET", "/v1/wallets", { token })).status).toBe(200);
    const { status, body } = await platform.call<{ error: { code: string } }>("GET", "/v1/wallets");
    expect([status, body.error.code]).toEqual([401, "UNAUTHORIZED"]);
  });
});

describe("the versions", () => {
  it("differ in amounts: v2 includes the asset", async () => {
    const v1 = await ada.get<{ data: object[] }>("/v1/wallets?asset=BTC");
    const v2 = await ada.get<{ data: object[] }>("/v2/wallets?asset=BTC");
    expect([v1, v2].map(({ headers }) => headers.get("x-svc-version"))).toEqual(["v1", "v2-beta"]);
    expect(v1.body.data[0]).toMatchObject({ balance: "1.5" });
    expect(v2.body.data[0]).toMatchObject({ balance: { value: "1.5", asset: "BTC" } });
  });

  it("return 404 in the public API's error format for unknown paths", async () => {
    for (const path of ["/v1/nothing", "/v2/nothing"]) {
      const { status, body } = await ada.get<{ error: { code: string } }>(path);
      expect([status, body.error.code]).toEqual([404, "NOT_FOUND"]);
    }
  });
});

describe("a key's request", () => {
  it("needs one database round trip for its key, the key's owner, the limit and the wallets", async () => {
    const developerOfPlenty = pro;
    await developerOfPlenty.get("/v1/wallets");
    expect(await roundTrips(() => developerOfPlenty.get("/v1/wallets"))).toBe(1);
  });

  it("for wallets needs two table calls, and reads no pools and stakes", async () => {
    const { body } = await pro.post<Wallet>("/v1/wallets", { asset: "ETH" });
    const id = body.id ?? (await pro.get<{ data: Wallet[] }>("/v1/wallets")).body.data[0]?.id;
    for (const path of ["/v1/wallets", `/v1/wallets/${id}`]) {
      expect((await pro.get(path)).status, path).toBe(200);
      // One call reads the plan, and one reads the key, its owner and the wallets.
      expect(await tableCalls(() => pro.get(path)), path).toBe(2);
    }
  });

  it("is rejected immediately after the key is revoked, although its plan is cached", async () => {
    const doomed = await createDeveloper(platform, token);
    expect((await doomed.get("/v1/wallets")).status).toBe(200);
    const { body } = await platform.call<{ keys: { id: string; hint: string }[] }>("GET", "/api/keys", {
      token,
    });
    const key = body.keys.find(({ hint }) => doomed.secret.endsWith(hint));
    expect((await platform.call("DELETE", `/api/keys/${key?.id}`, { token })).status).toBeLessThan(300);
    expect((await doomed.get("/v1/wallets")).status).toBe(401);
  });

  it("counts towards one limit with all keys of its user under parallel calls", async () => {
    const email = "grace-dev@example.com";
    await new App(platform).register(email, "Lovelace!1843");
    const { body } = await platform.call<{ token: string }>("POST", "/api/auth/signin", {
      body: { email, password: "Lovelace!1843" },
      ip: "203.0.113.77",
    });
    const keys = await Promise.all([
      createDeveloper(platform, body.token),
      createDeveloper(platform, body.token),
    ]);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => keys[index % 2]?.get("/v1/wallets")),
    );
    const passed = answers.filter((one) => one?.status === 200);
    const limited = answers.filter((one) => one?.status === 429);
    expect(passed.length + limited.length).toBe(40);
    // The free plan: a burst of 10, and one per second after that.
    expect(passed.length).toBeGreaterThanOrEqual(10);
    expect(passed.length).toBeLessThanOrEqual(14);
    for (const one of limited) expect(Number(one?.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
