import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { documentOf } from "../../contract/bin/openapi.ts";
import { publicDocument } from "../../contract/openapi/public.ts";
import * as Wallets from "../../contract/public/wallets.ts";
import type { RouteSpec } from "../../contract/route.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import { versionHeaders } from "../../functions/_chain/public-api.ts";
import { App } from "../support/app.ts";
import { createDeveloper, type Developer } from "../support/developer.ts";
import { depositUnits } from "../support/exchange.ts";
import { findActor, fundAccount } from "../support/money.ts";
import { withPlatform } from "../support/platform.ts";

/** Features of the versions: `expand[]` of v2, and deprecated routes. */

const platform = withPlatform();
let ada: Developer;
let wallet: string;
let adaId: string;
let token: string;

beforeAll(async () => {
  const email = "ada-expands@example.com";
  const { id } = await new App(platform).register(email, "Lovelace!1843");
  adaId = id;
  const credentials = { email, password: "Lovelace!1843" };
  const { body } = await platform.call<{ token: string }>("POST", "/api/auth/signin", { body: credentials });
  token = body.token;
  ada = await createDeveloper(platform, token);
  wallet = await fundAccount(id, "EUR", 10_000n);
  await fundAccount(id, "YANI", 1_000n * 10n ** 18n);
  const expires_at = new Date(Clock.nowMs() + 3_600_000).toISOString();
  for (const amount of ["1", "2"]) await ada.post("/v2/holds", { wallet, amount, expires_at });
  await ada.post("/v1/staking/positions", { pool: "flexible", amount: "100" });
});
// Advances past the rate limits of the plans.
beforeEach(() => platform.advance(60));

interface Listed {
  readonly data: readonly { readonly id: string; readonly [field: string]: unknown }[];
}
interface Failure {
  readonly error: { readonly details: unknown };
}

describe("expand[]", () => {
  it("replaces ids with their objects, in reads and in lists", async () => {
    const { body: named } = await ada.get(`/v2/wallets/${wallet}`);
    const { body } = await ada.get<Listed>("/v2/holds?expand[]=wallet");
    // The wallet's value changes with the prices.
    const { value: _, ...its } = named;
    expect(body.data.map((one) => one["wallet"])).toMatchObject([its, its]);
    const one = await ada.get(`/v2/holds/${body.data[0]?.id}?expand%5B%5D=wallet`);
    expect(one.body["wallet"]).toMatchObject(its);
    const positions = await ada.get<Listed>("/v2/staking/positions?expand[]=pool&expand[]=pool&limit=5");
    const { body: pool } = await ada.get("/v2/staking/pools/flexible");
    expect(positions.body.data.map((one) => one["pool"])).toEqual([pool]);
    expect(JSON.stringify(positions.body)).toContain('"min_stake":{"value":');
  });

  it("requires the read scope of a field's object", async () => {
    const narrow = await createDeveloper(platform, token, { scopes: ["farming:read"] });
    for (const path of ["/v2/farming/farms", "/v2/farming/farms/eth-usdc"]) {
      expect((await narrow.get(path)).status).toBe(200);
      const { status, body } = await narrow.get<Failure>(`${path}?expand[]=pair`);
      expect([status, body.error]).toMatchObject([403, { details: { scope: "exchange:read" } }]);
    }
    const both = await createDeveloper(platform, token, { scopes: ["farming:read", "exchange:read"] });
    expect((await both.get("/v2/farming/farms?expand[]=pair")).status).toBe(200);
  });

  it("returns the pair of a liquidity position, and the farm and pair of a farming position", async () => {
    const actor = await findActor(adaId);
    const { body: pair } = await ada.get<{ price: string }>("/v2/exchange/pairs/ETH-USDC");
    const quote_amount = Number(pair.price).toFixed(6);
    await depositUnits(actor, "ETH", "1");
    await depositUnits(actor, "USDC", quote_amount);
    const order = { pair: "ETH-USDC", base_amount: "1", quote_amount, slippage: "1" };
    expect((await ada.post("/v1/exchange/positions", order)).status).toBe(201);
    const made = await ada.post<{ id: string }>("/v1/farming/positions", { farm: "eth-usdc", shares: "20" });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    await platform.advance(60);
    const { body: farm } = await ada.get("/v2/farming/farms/eth-usdc");
    const withoutPrices = (one: object) => {
      const { object, id, created_at } = one as Readonly<Record<string, unknown>>;
      return { object, id, created_at };
    };
    const liquidity = await ada.get<Listed>("/v2/exchange/positions?expand[]=pair");
    expect(liquidity.body.data.map((one) => one["pair"])).toMatchObject([withoutPrices(pair)]);
    const both = "expand[]=farm&expand[]=pair";
    const { body: listed } = await ada.get<Listed>(`/v2/farming/positions?${both}`);
    const { body: one } = await ada.get(`/v2/farming/positions/${made.body.id}?${both}`);
    for (const shown of [listed.data[0] ?? {}, one])
      expect([shown["farm"], shown["pair"]]).toMatchObject([withoutPrices(farm), withoutPrices(pair)]);
    const farms = await ada.get<Listed>("/v2/farming/farms?expand[]=pair&limit=100");
    expect(farms.body.data.find(({ id }) => id === "eth-usdc")?.["pair"]).toMatchObject(withoutPrices(pair));
    expect((await ada.get("/v2/farming/farms/eth-usdc?expand[]=pair")).body["pair"]).toMatchObject(
      withoutPrices(pair),
    );
  });

  it("reads an object once per list, regardless of the list's length", async () => {
    const calls = async (path: string): Promise<number> => {
      let made = 0;
      Table.observe(() => made++);
      expect((await ada.get(path)).status).toBe(200);
      Table.observe(undefined);
      return made;
    };
    /** Returns the lowest count of several runs, because a schedule may run at the same moment. */
    const fewest = async (path: string): Promise<number> => {
      await platform.advance(60);
      let least = Number.POSITIVE_INFINITY;
      for (let again = 0; again < 8; again++) least = Math.min(least, await calls(path));
      return least;
    };
    expect(await fewest("/v2/holds?limit=2&expand[]=wallet")).toBe(
      await fewest("/v2/holds?limit=1&expand[]=wallet"),
    );
  });

  it("rejects an unknown field, and lists the valid fields", async () => {
    const { status, body } = await ada.get<Failure>("/v2/holds?expand[]=nothing");
    expect(status).toBe(400);
    expect(JSON.stringify(body.error.details)).toContain("must be one of wallet");
    expect((await ada.get("/v2/wallets?expand[]=asset")).status).toBe(400);
    const many = ["a", "b", "c", "d", "e"].map((field) => `expand[]=${field}`).join("&");
    expect((await ada.get(`/v2/holds?${many}`)).status).toBe(400);
  });

  it("exists only in v2 and in the document of v2", async () => {
    expect((await ada.get("/v1/staking/positions?expand[]=pool")).status).toBe(400);
    expect((await ada.get("/v2/holds?limit=1&limit=2")).status).toBe(400);
    const of = (version: "v1" | "v2") => JSON.stringify(documentOf(version, "https://svc.example"));
    expect(of("v2")).toContain('"expand[]"');
    expect(of("v1")).not.toContain('"expand[]"');
  });
});

describe("a deprecated route", () => {
  const deprecated = { since: "2027-01-01", sunset: "2027-07-01", see: "https://svc.example/docs/old" };
  const old: RouteSpec = { ...Wallets.list, deprecated };

  it("has headers with its deprecation date, its sunset date and a link to its documentation", () => {
    const headers = versionHeaders(old, { rawPath: "/v1/wallets" } as never);
    expect(headers).toEqual({
      "x-svc-version": "v1",
      deprecation: `@${Date.UTC(2027, 0, 1) / 1000}`,
      sunset: "Thu, 01 Jul 2027 00:00:00 GMT",
      link: '<https://svc.example/docs/old>; rel="deprecation"; type="text/html"',
    });
    expect(versionHeaders(Wallets.list, { rawPath: "/v1/wallets" } as never)).toEqual({
      "x-svc-version": "v1",
    });
  });

  it("is marked as deprecated in the document, unlike another route", () => {
    const document = publicDocument([old, Wallets.read], "v1", {
      ...{ server: "https://svc.example", release: "1.0.0", examples: { v1: {}, v2: {} } },
    }) as {
      paths: Record<string, Record<string, { deprecated?: boolean }>>;
    };
    expect(document.paths["/v1/wallets"]?.["get"]?.deprecated).toBe(true);
    expect(document.paths["/v1/wallets/{id}"]?.["get"]?.deprecated).toBeUndefined();
  });
});
