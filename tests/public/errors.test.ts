import { beforeAll, beforeEach, expect, it } from "vitest";
import * as z from "zod";
import { routes } from "../../contract/index.ts";
import { pathsOf, type RouteSpec } from "../../contract/route.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { App } from "../support/app.ts";
import { createDeveloper, type Developer } from "../support/developer.ts";
import { depositUnits } from "../support/exchange.ts";
import { findActor, fundAccount } from "../support/money.ts";
import { type Answer, withPlatform } from "../support/platform.ts";

/** Errors of the public API use only names of the API. */

const platform = withPlatform();
const HUGE = "9".repeat(39);

let ada: Developer;
let tester: Developer;
/** Ids of existing resources, by kind. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  const credentials = { email: "ada-errs@example.com", password: "Lovelace!1843" };
  const { id } = await new App(platform).register(credentials.email, credentials.password);
  const { body } = await platform.call<{ token: string }>("POST", "/api/auth/signin", { body: credentials });
  ada = await createDeveloper(platform, body.token);
  tester = await createDeveloper(platform, body.token, { mode: "test" });
  ids["wallet"] = await fundAccount(id, "EUR", 10_000n);
  await fundAccount(id, "YANI", 1_000n * 10n ** 18n);
  const actor = await findActor(id);
  const { body: pair } = await ada.get<{ price: string }>("/v1/exchange/pairs/ETH-USDC");
  const quote_amount = Number(pair.price).toFixed(6);
  await depositUnits(actor, "ETH", "1");
  await depositUnits(actor, "USDC", (2 * Number(pair.price)).toFixed(6));
  const made = async (kind: string, path: string, order: object) => {
    const { status, body: one } = await ada.post<{ id: string }>(path, order);
    expect(status, JSON.stringify(one)).toBe(201);
    ids[kind] = one.id;
  };
  const order = { pair: "ETH-USDC", base_amount: "1", quote_amount, slippage: "1" };
  await made("liquidity", "/v1/exchange/positions", order);
  await made("farming", "/v1/farming/positions", { farm: "eth-usdc", shares: "20" });
  await made("stake", "/v1/staking/positions", { pool: "locked-365", amount: "100" });
}, 60_000);
// Advances past the rate limits of the plans.
beforeEach(() => platform.advance(60));

interface Failure {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: { readonly fields?: readonly { readonly field: string; readonly message: string }[] };
    readonly request_id: string;
  };
}

const specs: readonly RouteSpec[] = routes.filter(
  ({ family, auth }) => family === "public" && auth === "apiKey",
);

function routeAt(method: string, path: string): RouteSpec {
  const found = specs.filter(
    (one) =>
      one.method === method &&
      pathsOf(one).some((of) =>
        new RegExp(`^${of.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path.split("?")[0] ?? ""),
      ),
  );
  // A fixed path has precedence over a path with a parameter.
  const [spec] = found.sort((a, b) => a.path.split("{").length - b.path.split("{").length);
  if (!spec) throw new Error(`nothing serves ${method} ${path}`);
  return spec;
}

/** Returns the field names of a route's requests, at any depth. */
function namesOf({ request: { params, query, body } = {} }: RouteSpec): ReadonlySet<string> {
  const names = new Set<string>(["body", "query", "path"]);
  const look = (schema: unknown): void => {
    if (typeof schema !== "object" || schema === null) return;
    if ("properties" in schema) for (const name of Object.keys(schema.properties as object)) names.add(name);
    for (const inner of Object.values(schema)) look(inner);
  };
  for (const one of [params, query, body])
    if (one) look(z.toJSONSchema(one, { io: "input", unrepresentable: "any" }));
  return names;
}

const keysIn = (value: unknown): string[] => {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(keysIn)];
};

const UNKNOWN = /^is not a known field$/;

/** Checks a rejection against the rules of the API's errors. */
function checkNames(spec: RouteSpec, { status, body }: Answer<unknown>, where: string): Failure["error"] {
  expect(status, `${where}: ${JSON.stringify(body)}`).toBeGreaterThanOrEqual(400);
  const { error } = body as Failure;
  const { details } = error;
  expect(
    keysIn(error).filter((key) => !/^([a-z][a-z0-9]*(_[a-z0-9]+)*|[A-Z0-9]+)$/.test(key)),
    where,
  ).toEqual([]);
  expect(Object.keys(details), where).not.toContain("request_id");
  const names = namesOf(spec);
  for (const { field, message } of details.fields ?? []) {
    const isOfRoute = field.split(".").every((name) => /^\d+$/.test(name) || names.has(name));
    expect(isOfRoute || UNKNOWN.test(message) || field === "expand[]", `${where} names ${field}`).toBe(true);
  }
  const isOurs = details.fields?.every(({ message }) => !UNKNOWN.test(message)) ?? true;
  const texts = isOurs ? `${error.message} ${details.fields?.map(({ message }) => message).join(" ")}` : "";
  expect(texts.match(/\b[a-z]+[A-Z]\w*/g), `${where}: ${texts}`).toBeNull();
  return error;
}

const SIGNED = /\/(transfers|withdrawals|capture)$/;

async function expectRejection(
  method: RouteSpec["method"],
  path: string,
  body: unknown,
  by = ada,
): Promise<Failure["error"]> {
  const ask = () => {
    if (method === "GET") return by.get(path);
    return SIGNED.test(path) ? by.signed(path, body) : by.send(method as "POST" | "PUT", path, body);
  };
  return checkNames(routeAt(method, path), await ask(), `${method} ${path} ${JSON.stringify(body)}`);
}

/** Replaces each parameter of a path. */
const fillPath = (path: string, id: string): string => path.replaceAll(/\{\w+\}/g, id);

it("names an unknown field as sent, on every route with input", async () => {
  for (const spec of specs) {
    const { method, request = {} } = spec;
    if (!(method === "GET" ? request.query : request.body)) continue;
    const path = fillPath(spec.path, "none");
    const asked = method === "GET" ? `${path}?someField=1` : path;
    const { details } = await expectRejection(method, asked, { someField: 1 }, tester);
    expect(
      details.fields?.map(({ field }) => field),
      path,
    ).toContain("someField");
    await platform.advance(2);
  }
});

it("uses only the API's names in the error for a missing resource, on every GET route with an id", async () => {
  for (const spec of specs) {
    if (!spec.path.includes("{")) continue;
    const answer = await (spec.method === "GET" ? ada.get(fillPath(spec.path, "none")) : undefined);
    if (answer) checkNames(spec, answer, spec.path);
    await platform.advance(2);
  }
});

it("names the route's own fields in errors that domain code throws", async () => {
  const { wallet, liquidity, farming, stake } = ids;
  const deadline = new Date(Clock.nowMs() + 3_600_000).toISOString();
  const swap = { asset_in: "USDC", asset_out: "ETH", deadline };
  const quote = "/v1/exchange/quotes?asset_in=USDC&asset_out";
  const cases: readonly (readonly [RouteSpec["method"], string, unknown, string, string?])[] = [
    [
      "POST",
      "/v1/exchange/swaps",
      { ...swap, amount_in: HUGE, min_amount_out: "0" },
      "INVALID_AMOUNT",
      "amount_in",
    ],
    [
      "POST",
      "/v1/exchange/swaps",
      { ...swap, amount_in: "1", min_amount_out: HUGE },
      "INVALID_AMOUNT",
      "min_amount_out",
    ],
    [
      "POST",
      "/v1/exchange/swaps",
      { ...swap, amount_out: HUGE, max_amount_in: "1" },
      "INVALID_AMOUNT",
      "amount_out",
    ],
    [
      "POST",
      "/v1/exchange/swaps",
      { ...swap, amount_out: "1", max_amount_in: HUGE },
      "INVALID_AMOUNT",
      "max_amount_in",
    ],
    ["POST", "/v1/exchange/swaps", { ...swap, amount_in: "1", min_amount_out: "1000" }, "SLIPPAGE_EXCEEDED"],
    [
      "POST",
      "/v1/exchange/swaps",
      { ...swap, asset_in: "ETH", asset_out: "USDC", amount_in: "0.000000000000000001", min_amount_out: "0" },
      "INVALID_AMOUNT",
      "amount_in",
    ],
    [
      "POST",
      "/v1/exchange/swaps",
      { ...swap, asset_out: "usdc", amount_in: "1", min_amount_out: "0" },
      "IDENTICAL_TOKENS",
      "asset_out",
    ],
    [
      "POST",
      "/v1/exchange/swaps",
      { ...swap, asset_out: "XYZ", amount_in: "1", min_amount_out: "0" },
      "PAIR_NOT_FOUND",
    ],
    ["GET", `${quote}=ETH&amount_in=${HUGE}`, undefined, "INVALID_AMOUNT", "amount_in"],
    ["GET", `${quote}=ETH&amount_out=${HUGE}`, undefined, "INVALID_AMOUNT", "amount_out"],
    ["GET", `${quote}=USDC&amount_in=1`, undefined, "IDENTICAL_TOKENS", "asset_out"],
    ["GET", `${quote}=ETH&amount_in=1&slippage=99`, undefined, "INVALID_SLIPPAGE", "slippage"],
    [
      "POST",
      "/v1/exchange/positions",
      { pair: "ETH-USDC", base_amount: HUGE, quote_amount: "1", slippage: "1" },
      "INVALID_AMOUNT",
      "base_amount",
    ],
    [
      "POST",
      "/v1/exchange/positions",
      { pair: "ETH-USDC", base_amount: "1", quote_amount: HUGE, slippage: "1" },
      "INVALID_AMOUNT",
      "quote_amount",
    ],
    [
      "POST",
      "/v1/exchange/positions",
      { pair: "ETH-USDC", base_amount: "1", quote_amount: "1", slippage: "0" },
      "IMBALANCED_AMOUNTS",
    ],
    [
      "POST",
      "/v1/exchange/positions",
      { pair: "A-B", base_amount: "1", quote_amount: "1", slippage: "0" },
      "PAIR_NOT_FOUND",
    ],
    [
      "POST",
      `/v1/exchange/positions/${liquidity}/remove`,
      { shares: HUGE, min_base_amount: "0", min_quote_amount: "0" },
      "INVALID_AMOUNT",
      "shares",
    ],
    [
      "POST",
      `/v1/exchange/positions/${liquidity}/remove`,
      { shares: "1", min_base_amount: HUGE, min_quote_amount: "0" },
      "INVALID_AMOUNT",
      "min_base_amount",
    ],
    [
      "POST",
      `/v1/exchange/positions/${liquidity}/remove`,
      { shares: "1", min_base_amount: "99", min_quote_amount: "0" },
      "SLIPPAGE_EXCEEDED",
    ],
    ["POST", "/v1/farming/positions", { farm: "eth-usdc", shares: HUGE }, "INVALID_AMOUNT", "shares"],
    ["POST", "/v1/farming/positions", { farm: "none", shares: "1" }, "FARM_NOT_FOUND"],
    ["POST", `/v1/farming/positions/${farming}/withdraw`, { shares: HUGE }, "INVALID_AMOUNT", "shares"],
    ["POST", `/v1/farming/positions/${farming}/withdraw`, { shares: "21" }, "SHARES_EXCEEDED"],
    ["POST", "/v1/staking/positions", { pool: "locked-365", amount: HUGE }, "INVALID_AMOUNT", "amount"],
    ["POST", "/v1/staking/positions", { pool: "locked-365", amount: "0.1" }, "BELOW_MINIMUM"],
    ["POST", "/v1/staking/positions", { pool: "none", amount: "1" }, "POOL_NOT_FOUND"],
    ["POST", `/v1/staking/positions/${stake}/unstake`, { amount: "1" }, "POSITION_LOCKED"],
    ["PUT", "/v1/governance/delegation", { delegate: "invalid" }, "INVALID_DELEGATE"],
    [
      "POST",
      "/v1/governance/proposals",
      { title: "A proposal", description: "Of a program.", category: "treasury", actions: [] },
      "INSUFFICIENT_VOTING_POWER",
    ],
    ["POST", "/v1/wallets", { asset: "XYZ" }, "UNSUPPORTED_ASSET", "asset"],
    ["POST", "/v1/wallets", { asset: "EUR" }, "WALLET_EXISTS"],
    [
      "POST",
      "/v1/transfers",
      { from_wallet: wallet, to_wallet: wallet, amount: HUGE },
      "INVALID_AMOUNT",
      "amount",
    ],
    [
      "POST",
      "/v1/transfers",
      { from_wallet: wallet, to_wallet: "wal_none", amount: "1.001" },
      "INVALID_AMOUNT",
      "amount",
    ],
    [
      "POST",
      "/v2/transfers",
      {
        from_wallet: wallet,
        amount: "4",
        splits: [
          { to_wallet: wallet, amount: "1" },
          { to_wallet: "b", amount: "1" },
        ],
      },
      "INVALID_SPLIT",
      "splits",
    ],
    ["POST", "/v2/holds", { wallet, amount: HUGE, expires_at: deadline }, "INVALID_AMOUNT", "amount"],
    [
      "POST",
      "/v2/holds",
      { wallet, amount: "1", expires_at: "2020-01-01T00:00:00Z" },
      "INVALID_REQUEST",
      "expires_at",
    ],
    [
      "POST",
      `/v1/wallets/${wallet}/withdrawals`,
      { amount: HUGE, destination: { type: "iban", name: "Ada", iban: "FR1420041010050500013M02606" } },
      "INVALID_AMOUNT",
      "amount",
    ],
    ["GET", "/v1/prices/NONE", undefined, "ASSET_NOT_FOUND"],
    ["GET", "/v1/prices/BTC/history?interval=1h&from=2001-01-01T00:00:00Z", undefined, "RANGE_TOO_DEEP"],
  ];
  for (const [method, path, body, code, field] of cases) {
    const error = await expectRejection(method, path, body);
    expect(error.code, `${method} ${path} ${JSON.stringify(body)} ${JSON.stringify(error)}`).toBe(code);
    if (field !== undefined)
      expect(
        error.details.fields?.map((one) => one.field),
        path,
      ).toEqual([field]);
    await platform.advance(2);
  }
  const faucet = await expectRejection("POST", "/v1/test/faucet", { asset: "XYZ", amount: "1" }, tester);
  expect(faucet.details).toMatchObject({ asset: "XYZ", fields: [{ field: "asset" }] });
});

it("accepts an empty body if no field is required", async () => {
  for (const path of [
    "farming/positions/none/harvest",
    "farming/positions/none/withdraw",
    "staking/positions/none/claim",
  ]) {
    const headers = { "idempotency-key": path };
    const { status } = await platform.call("POST", `/v1/${path}`, { token: ada.secret, headers });
    expect(status, path).toBe(404);
  }
});

it("rejects created_after later than created_before in the lists of transactions and events", async () => {
  const times = "created_after=2026-02-01T00:00:00Z&created_before=2026-01-01T00:00:00Z";
  for (const path of [`/v1/wallets/${ids["wallet"]}/transactions`, "/v2/events"]) {
    const { code, details } = await expectRejection("GET", `${path}?${times}`, undefined);
    expect([code, details.fields?.map(({ field }) => field)]).toEqual(["INVALID_RANGE", ["created_after"]]);
  }
});

it("uses only the API's names in the errors for oversized and rate-limited requests", async () => {
  const long = await expectRejection("POST", "/v1/wallets", { asset: "EUR", label: "x".repeat(70_000) });
  expect(long).toMatchObject({ code: "BODY_TOO_LARGE", details: { max_bytes: 65_536 } });
  const answers = await Promise.all(Array.from({ length: 100 }, () => ada.get("/v1/wallets")));
  const late = answers.find(({ status }) => status === 429);
  if (!late) throw new Error("no request was rate-limited");
  const error = checkNames(routeAt("GET", "/v1/wallets"), late, "too often");
  expect(error.details).toMatchObject({ retry_after: expect.any(Number) });
});
