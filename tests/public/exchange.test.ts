import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { audit } from "../../core/audit/index.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { App } from "../support/app.ts";
import { createDeveloper, type Developer } from "../support/developer.ts";
import { fundAccount } from "../support/money.ts";
import { type Answer, withPlatform } from "../support/platform.ts";

const platform = withPlatform();

let ada: Developer;
let grace: Developer;

beforeAll(async () => {
  const made = async (name: string) => {
    const email = `${name}-swaps@example.com`;
    const { id } = await new App(platform).register(email, "Lovelace!1843");
    const body = { email, password: "Lovelace!1843" };
    const { token } = (await platform.call<{ token: string }>("POST", "/api/auth/signin", { body })).body;
    await fundAccount(id, "EUR", 10_000_000n);
    await fundAccount(id, "USDC", 100_000_000_000n);
    await fundAccount(id, "ETH", 100n * 10n ** 18n);
    return createDeveloper(platform, token);
  };
  [ada, grace] = [await made("ada"), await made("grace")];
});
// Advances past the rate limits of the plans.
beforeEach(() => platform.advance(60));
afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

interface Listed<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}
interface Exchanged {
  readonly id: string;
  readonly amount_in: string;
  readonly amount_out: string;
  readonly min_amount_out: string;
  readonly max_amount_in: string | null;
  readonly expires_at: string;
  readonly route: readonly string[];
}
interface Trade {
  readonly id: string;
  readonly side: string;
  readonly base_amount: string;
  readonly quote_amount: string;
  readonly price: string;
}
interface Position {
  readonly id: string;
  readonly shares: string;
}

const codeOf = ({ status, body }: Answer<unknown>) => [
  status,
  (body as { error?: { code: string } }).error?.code,
];
const inThirtySeconds = () => new Date(Clock.nowMs() + 30_000).toISOString();
const swap = (by: Developer, order: object, key?: string) =>
  by.post<Exchanged>("/v1/exchange/swaps", { deadline: inThirtySeconds(), ...order }, key);
const quote = async (query: string) => (await ada.get<Exchanged>(`/v1/exchange/quotes?${query}`)).body;
const balanceOf = async (by: Developer, asset: string) =>
  (await by.get<Listed<{ balance: string }>>(`/v1/wallets?asset=${asset}`)).body.data[0]?.balance ?? "0";
const cents = (amount: string) => {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(6, "0"));
};

describe("pairs", () => {
  it("are listed, and read with their value and yield", async () => {
    const first = (await ada.get<Listed<{ id: string }>>("/v1/exchange/pairs?limit=2")).body;
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([["BTC-USDC", "ETH-USDC"], true]);
    expect((await ada.get("/v1/exchange/pairs/eth-usdc")).body).toMatchObject({
      object: "pair",
      id: "ETH-USDC",
      livemode: true,
      base_asset: "ETH",
      quote_asset: "USDC",
      tvl_usd: expect.stringMatching(/^\d+\.\d\d$/),
      apy_percent: expect.stringMatching(/^\d+\.\d\d$/),
    });
    const v2 = await ada.get("/v2/exchange/pairs/ETH-USDC");
    expect(v2.body).toMatchObject({ base_reserve: { asset: "ETH" } });
    expect(codeOf(await ada.get("/v1/exchange/pairs/none"))).toEqual([404, "PAIR_NOT_FOUND"]);
  });
});

describe("a swap", () => {
  it("by exact input returns the quoted amount, once per key, and only its owner can read it", async () => {
    const quoted = await quote("asset_in=EUR&asset_out=USDC&amount_in=100");
    expect(quoted).toMatchObject({ object: "quote", amount_in: "100", max_amount_in: null });
    const order = {
      asset_in: "EUR",
      asset_out: "USDC",
      amount_in: "100",
      min_amount_out: quoted.min_amount_out,
      deadline: quoted.expires_at,
    };
    const made = await swap(ada, order, "one-swap");
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      object: "swap",
      amount_in: "100",
      amount_out: quoted.amount_out,
      transaction_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
    const again = await swap(ada, order, "one-swap");
    expect([again.body, again.headers.get("idempotency-replayed")]).toEqual([made.body, "true"]);
    const path = `/v1/exchange/swaps/${made.body.id}`;
    expect((await ada.get(path)).body).toEqual(made.body);
    expect(codeOf(await grace.get(path))).toEqual([404, "SWAP_NOT_FOUND"]);
    expect(codeOf(await ada.get("/v1/exchange/swaps/nothing"))).toEqual([404, "SWAP_NOT_FOUND"]);
  });

  it("by exact output returns exactly the wanted amount, for at most the maximum input", async () => {
    const wanted = "123.456789";
    const quoted = await quote(`asset_in=EUR&asset_out=USDC&amount_out=${wanted}`);
    expect(quoted.amount_out).toBe(wanted);
    const [euros, dollars] = [await balanceOf(ada, "EUR"), await balanceOf(ada, "USDC")];
    const order = { asset_in: "EUR", asset_out: "USDC", amount_out: wanted };
    const made = await swap(ada, { ...order, max_amount_in: quoted.max_amount_in });
    expect(made.body).toMatchObject({ amount_in: quoted.amount_in, amount_out: wanted });
    expect(cents(await balanceOf(ada, "USDC")) - cents(dollars)).toBe(cents(wanted));
    expect(cents(euros) - cents(await balanceOf(ada, "EUR"))).toBe(cents(quoted.amount_in));

    const dear = await quote(`asset_in=EUR&asset_out=USDC&amount_out=${wanted}`);
    const less = (Number(dear.amount_in) - 0.01).toFixed(2);
    expect(codeOf(await swap(ada, { ...order, max_amount_in: less }))).toEqual([400, "SLIPPAGE_EXCEEDED"]);
    expect((await swap(ada, { ...order, max_amount_in: dear.amount_in })).status).toBe(201);
    expect(codeOf(await swap(ada, { ...order, amount_out: "900000000", max_amount_in: "1" }))).toEqual([
      400,
      "INSUFFICIENT_LIQUIDITY",
    ]);
  });

  it("is rejected with both kinds of amounts, after its deadline, or for unknown assets", async () => {
    const order = { asset_in: "EUR", asset_out: "USDC", amount_in: "1", min_amount_out: "0" };
    for (const wrong of [
      { ...order, amount_out: "1" },
      { ...order, min_amount_out: undefined },
      { asset_in: "EUR", asset_out: "USDC" },
      { ...order, to: "unknown" },
    ])
      expect(codeOf(await swap(ada, wrong))).toEqual([400, "INVALID_REQUEST"]);
    const past = new Date(Clock.nowMs() - 1000).toISOString();
    expect(codeOf(await swap(ada, { ...order, deadline: past }))).toEqual([400, "QUOTE_EXPIRED"]);
    expect(codeOf(await swap(ada, { ...order, asset_out: "NONE" }))).toEqual([404, "PAIR_NOT_FOUND"]);
    expect(codeOf(await ada.get("/v1/exchange/quotes?asset_in=EUR&asset_out=USDC"))).toEqual([
      400,
      "INVALID_REQUEST",
    ]);
  });

  it("is listed in its pair's trades, newest first, without its owner", async () => {
    for (const amount of ["11", "12", "13"])
      await swap(grace, { asset_in: "EUR", asset_out: "USDC", amount_in: amount, min_amount_out: "0" });
    await swap(grace, { asset_in: "USDC", asset_out: "EUR", amount_out: "7", max_amount_in: "100" });
    const path = "/v1/exchange/pairs/EUR-USDC/trades";
    const first = (await ada.get<Listed<Trade>>(`${path}?limit=3`)).body;
    expect(first.data.map(({ side, base_amount }) => [side, base_amount])).toEqual([
      ["buy", "7"],
      ["sell", "13"],
      ["sell", "12"],
    ]);
    await swap(grace, { asset_in: "EUR", asset_out: "USDC", amount_in: "14", min_amount_out: "0" });
    const next = (await ada.get<Listed<Trade>>(`${path}?limit=1&cursor=${first.next_cursor}`)).body;
    expect(next.data.map(({ base_amount }) => base_amount)).toEqual(["11"]);
    const [one] = next.data;
    expect(Number(one?.price)).toBeCloseTo(Number(one?.quote_amount) / 11, 6);
    expect(Object.keys(one ?? {}).sort()).toEqual(
      [
        ...["base_amount", "base_asset", "created_at", "id", "livemode", "object", "pair"],
        ...["price", "quote_amount", "quote_asset", "side"],
      ].sort(),
    );
    for (const cursor of ["nothing", "1.txn_x"])
      expect(codeOf(await ada.get(`${path}?cursor=${cursor}`))).toEqual([400, "INVALID_REQUEST"]);
    expect(codeOf(await ada.get("/v1/exchange/pairs/X-Y/trades"))).toEqual([404, "PAIR_NOT_FOUND"]);
  });
});

describe("liquidity", () => {
  it("is provided, listed, and removed in parts and in full", async () => {
    const base = "/v1/exchange/positions";
    const { price } = (await ada.get<{ price: string }>("/v1/exchange/pairs/ETH-USDC")).body;
    const half = (Number(price) / 2).toFixed(6);
    const body = { pair: "ETH-USDC", base_amount: "0.5", quote_amount: half, slippage: "1" };
    const made = await grace.post<Position>(base, body, "one-position");
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ object: "liquidity_position", pair: "ETH-USDC", farmed_shares: "0" });
    expect((await grace.post(base, body, "one-position")).body).toEqual(made.body);
    const { id, shares } = made.body;
    expect((await grace.get<Listed<Position>>(base)).body.data).toMatchObject([{ id, shares }]);
    expect((await ada.get<Listed<Position>>(base)).body.data).toEqual([]);
    const least = { min_base_amount: "0", min_quote_amount: "0" };
    const remove = (by: Developer, amount: string, more: object = least) =>
      by.post<{ position: Position }>(`${base}/${id}/remove`, { shares: amount, ...more });
    expect(codeOf(await remove(ada, "1"))).toEqual([404, "LIQUIDITY_POSITION_NOT_FOUND"]);
    const dear = { ...least, min_base_amount: "1000" };
    expect(codeOf(await remove(grace, "0.00001", dear))).toEqual([400, "SLIPPAGE_EXCEEDED"]);
    const part = await remove(grace, "0.00001");
    expect(part.body).toMatchObject({
      object: "liquidity_removal",
      shares: "0.00001",
      share_asset: "LP-ETH-USDC",
    });
    await remove(grace, part.body.position.shares);
    expect((await grace.get<Listed<Position>>(base)).body.data).toEqual([]);
  });
});
