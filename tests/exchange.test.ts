import { beforeAll, describe, expect, it } from "vitest";
import * as LiquidityRoutes from "../contract/defi/dex/liquidity.ts";
import * as DexRoutes from "../contract/defi/dex.ts";
import { audit } from "../core/audit/index.ts";
import { readExchange } from "../core/defi/exchange/pools.ts";
import * as Ids from "../core/kernel/ids/index.ts";
import * as Ledger from "../core/ledger/index.ts";
import { type Answer, withPlatform } from "./support/platform.ts";
import { roundTrips } from "./support/round-trips.ts";

/** The exchange routes over HTTP (spec 2, sections 2.2, 4.2, 7 and 8), with the demo's initial liquidity. */

const platform = withPlatform();
const dex = "/api/defi/dex";

let employee: string;

beforeAll(async () => {
  const { body } = await platform.call<{ token: string }>("POST", "/api/auth/login", {
    body: platform.seed.employee,
  });
  employee = body.token;
});

let people = 0;

/** Creates a user with a wallet of each amount. */
async function createTrader(amounts: Readonly<Record<string, number>>): Promise<string> {
  people++;
  const registered = await platform.call<{ token: string }>("POST", "/api/auth/register", {
    body: { name: "Trader", email: `trader-${people}@example.com`, password: "Analytical1!" },
    ip: `10.2.${people >> 8}.${people & 255}`,
  });
  const { token } = registered.body;
  for (const [assetSymbol, amount] of Object.entries(amounts)) {
    const opened = await platform.call<{ wallet: { id: string } }>("POST", "/api/defi/wallets", {
      token,
      body: { assetSymbol },
    });
    await platform.call("PUT", `/api/defi/wallets/${opened.body.wallet.id}`, {
      token: employee,
      body: { operation: "DEPOSIT", amount, reason: "a test" },
    });
  }
  return token;
}

const deadline = () => new Date(Date.now() + 30_000).toISOString();
const post = <T = Record<string, unknown>>(
  path: string,
  token: string | undefined,
  body: unknown,
  key?: string,
) =>
  platform.call<T>("POST", `${dex}/${path}`, {
    body,
    ...(token !== undefined && { token }),
    ...(key !== undefined && { headers: { "idempotency-key": key } }),
  });
const quote = (query: Record<string, string>) =>
  platform.call<Record<string, string> & { route: string[] }>(
    "GET",
    `${dex}/quote?${new URLSearchParams(query)}`,
  );
const swapOf = (amountIn: string, more: object = {}) => ({
  tokenIn: "ETH",
  tokenOut: "USDC",
  amountIn,
  minAmountOut: "0",
  deadline: deadline(),
  ...more,
});

interface PositionBody {
  readonly id: string;
  readonly lpTokens: string;
}

describe("the exchange routes", () => {
  it("list the pairs without sign-in, with amounts as decimal strings", async () => {
    const { status, body } = await platform.call<{ pairs: Record<string, unknown>[] }>("GET", `${dex}/pairs`);
    expect(status).toBe(200);
    expect(body.pairs.map(({ id }) => id)).toContain("BTC-USDC");
    for (const pair of body.pairs) {
      expect(pair).toMatchObject({
        token0: { symbol: expect.any(String), address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) },
        token1: { decimals: expect.any(Number), name: expect.any(String), logoUrl: expect.any(String) },
      });
      for (const field of ["reserve0", "reserve1", "price", "priceChange24h", "volume24h", "tvl", "apy"])
        expect(pair[field], field).toMatch(/^-?\d+(\.\d+)?$/);
      expect(Number(pair["tvl"])).toBeGreaterThan(0);
    }
  });

  it("return a quote, and swap at its price, with the result in the user's wallets", async () => {
    const token = await createTrader({ ETH: 2 });
    const asked = await quote({ tokenIn: "eth", tokenOut: "usdc", amountIn: "1.5" });
    expect(asked).toMatchObject({
      status: 200,
      body: { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1.5", route: ["ETH", "USDC"] },
    });
    const { amountOut, minimumReceived, expiresAt } = asked.body;
    expect(Number(minimumReceived) / Number(amountOut)).toBeCloseTo(1 / 1.005, 6);
    const made = await post("swap", token, {
      tokenIn: "ETH",
      tokenOut: "USDC",
      amountIn: "1.5",
      minAmountOut: minimumReceived,
      deadline: expiresAt,
    });
    expect(made).toMatchObject({
      status: 200,
      body: {
        transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        tokenIn: "ETH",
        tokenOut: "USDC",
        amountIn: "1.5",
        amountOut,
        fee: "0.0045",
        priceImpact: asked.body["priceImpact"],
        executedAt: expect.any(String),
      },
    });
    const { body } = await platform.call<{ wallets: { asset: { symbol: string }; balance: number }[] }>(
      "GET",
      "/api/defi/wallets",
      { token },
    );
    const balances = Object.fromEntries(body.wallets.map(({ asset, balance }) => [asset.symbol, balance]));
    expect(balances).toEqual({ ETH: 0.5, USDC: Number(amountOut) });
  });

  it("return a quote for a wanted output, and reject a request with both amounts or neither", async () => {
    const { body } = await quote({ tokenIn: "BTC", tokenOut: "USD", amountOut: "1000", slippage: "1" });
    expect(body).toMatchObject({ amountOut: "1000", route: ["BTC", "USDC", "USD"] });
    expect(Number(body["maximumAmountIn"]) / Number(body["amountIn"])).toBeCloseTo(1.01, 4);
    const both = { tokenIn: "BTC", tokenOut: "EUR", amountIn: "1", amountOut: "1" };
    expect(await quote(both)).toMatchObject({ status: 400, body: { code: "INVALID_REQUEST" } });
    expect((await quote({ tokenIn: "BTC", tokenOut: "EUR" })).status).toBe(400);
  });

  it("add liquidity, list the position, and remove it again", async () => {
    const token = await createTrader({ USDC: 1000, USD: 1000 });
    const { body } = await platform.call<{ pairs: { id: string; price: string }[] }>("GET", `${dex}/pairs`);
    const price = Number(body.pairs.find(({ id }) => id === "USDC-USD")?.price);
    const added = await post<{ position: PositionBody; lpTokensReceived: string }>("liquidity/add", token, {
      pairId: "USDC-USD",
      amount0: "500",
      amount1: (500 * price).toFixed(2),
      slippage: "0.5",
    });
    expect(added).toMatchObject({
      status: 200,
      body: {
        transactionHash: expect.stringMatching(/^0x/),
        lpTokensReceived: expect.stringMatching(/^\d+(\.\d+)?$/),
        poolShare: expect.stringMatching(/^0\.0\d+$/),
        // Rounded down: what a removal pays.
        position: {
          pairId: "USDC-USD",
          token0Amount: expect.stringMatching(/^(499\.9|500)/),
          token1Amount: expect.stringMatching(/^\d+(\.\d+)?$/),
          currentValue: expect.stringMatching(/^\d+\.\d{2,6}$/),
        },
      },
    });
    const { position, lpTokensReceived } = added.body;
    expect(position.lpTokens).toBe(lpTokensReceived);
    const positions = () =>
      platform.call<{ positions: PositionBody[] }>("GET", `${dex}/liquidity/positions`, { token });
    expect((await positions()).body.positions).toEqual([
      expect.objectContaining({ id: position.id, unclaimedFees: "0.00" }),
    ]);
    const removed = await post("liquidity/remove", token, {
      positionId: position.id,
      lpTokens: lpTokensReceived,
      minAmount0: "499",
      minAmount1: "0",
    });
    expect(removed).toMatchObject({
      status: 200,
      body: {
        lpTokensBurned: lpTokensReceived,
        amount0: expect.stringMatching(/^(499|500)/),
        position: { id: position.id, lpTokens: "0", currentValue: "0.00" },
      },
    });
    expect((await positions()).body).toEqual({ positions: [] });
  });

  it("respond with the specification's errors", async () => {
    const token = await createTrader({ ETH: 1 });
    const expectError = async (answer: Promise<Answer>, status: number, code: string) =>
      expect(await answer).toMatchObject({ status, body: { code, error: expect.any(String) } });
    await expectError(quote({ tokenIn: "ETH", tokenOut: "DOGE", amountIn: "1" }), 404, "PAIR_NOT_FOUND");
    await expectError(quote({ tokenIn: "ETH", tokenOut: "eth", amountIn: "1" }), 400, "IDENTICAL_TOKENS");
    for (const amountIn of ["0", " 1", "1 "])
      await expectError(quote({ tokenIn: "ETH", tokenOut: "USDC", amountIn }), 400, "INVALID_AMOUNT");
    await expectError(
      quote({ tokenIn: "ETH", tokenOut: "USDC", amountOut: "99999999999" }),
      400,
      "INSUFFICIENT_LIQUIDITY",
    );
    await expectError(
      post("swap", token, swapOf("0.1", { minAmountOut: "99999" })),
      400,
      "SLIPPAGE_EXCEEDED",
    );
    await expectError(
      post("swap", token, swapOf("0.1", { deadline: "2020-01-01T00:00:00Z" })),
      400,
      "QUOTE_EXPIRED",
    );
    await expectError(post("swap", token, swapOf("1.1")), 400, "INSUFFICIENT_BALANCE");
    await expectError(post("swap", token, swapOf("0.1", { tokenOut: "DOGE" })), 404, "PAIR_NOT_FOUND");
    await expectError(post("swap", token, swapOf("0.1", { deadline: "tomorrow" })), 400, "INVALID_REQUEST");
    const skewed = { pairId: "ETH-USDC", amount0: "1", amount1: "1", slippage: "0.5" };
    await expectError(post("liquidity/add", token, skewed), 400, "IMBALANCED_AMOUNTS");
    await expectError(post("liquidity/add", token, { ...skewed, pairId: "X-Y" }), 404, "PAIR_NOT_FOUND");
    const nobodys = { positionId: "liq_x", lpTokens: "1", minAmount0: "0", minAmount1: "0" };
    await expectError(post("liquidity/remove", token, nobodys), 404, "LIQUIDITY_POSITION_NOT_FOUND");
    for (const path of ["swap", "liquidity/add", "liquidity/remove"])
      expect((await post(path, undefined, {})).status, path).toBe(401);
    expect((await platform.call("GET", `${dex}/liquidity/positions`)).status).toBe(401);
  });

  it("execute a swap once per Idempotency-Key, and repeat its response", async () => {
    const token = await createTrader({ ETH: 1 });
    const key = Ids.secret();
    const body = swapOf("0.4");
    const answers = await Promise.all([1, 2, 3].map(() => post("swap", token, body, key)));
    const after = await post("swap", token, body, key);
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: after.body });
    expect(after.headers.get("idempotency-replayed")).toBe("true");
    expect((await post("swap", token, swapOf("0.5"), key)).status).toBe(422);
    const rest = await post("swap", token, swapOf("0.6"));
    expect(rest.status).toBe(200);
  });

  it("need one database round trip for the user's own data, and at most two for public data and money writes", async () => {
    const token = await createTrader({ ETH: 10, USDC: 10_000 });
    expect(
      await roundTrips(() => quote({ tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" })),
    ).toBeLessThanOrEqual(2);
    expect(await roundTrips(() => platform.call("GET", `${dex}/pairs`))).toBeLessThanOrEqual(2);
    expect(await roundTrips(() => platform.call("GET", `${dex}/liquidity/positions`, { token }))).toBe(1);
    expect(await roundTrips(() => post("swap", token, swapOf("0.1"), Ids.secret()))).toBe(2);
    const add = { pairId: "ETH-USDC", amount0: "0.1", amount1: "400", slippage: "50" };
    expect(await roundTrips(() => post("liquidity/add", token, add, Ids.secret()))).toBe(2);
  });

  it("have a timeout of 29 seconds for money writes, close to API Gateway's, so that contended writes can be retried", () => {
    for (const { id, timeoutSeconds } of [DexRoutes.swap, LiquidityRoutes.add, LiquidityRoutes.remove])
      expect(timeoutSeconds, id).toBe(29);
  });

  it("execute the swaps of 32 parallel traders on one pool, and keep its reserves equal to the ledger", async () => {
    const tokens: string[] = [];
    for (let i = 0; i < 32; i++) tokens.push(await createTrader(i % 2 ? { BTC: 1 } : { USDC: 10_000 }));
    const before = (await readExchange("live")).pools.get("BTC-USDC")?.state;
    const answers = await Promise.all(
      tokens.map((token, i) =>
        post("swap", token, {
          ...(i % 2
            ? { tokenIn: "BTC", tokenOut: "USDC", amountIn: "0.1" }
            : { tokenIn: "USDC", tokenOut: "BTC", amountIn: "9000" }),
          minAmountOut: "0",
          deadline: deadline(),
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 200));
    expect(new Set(answers.map(({ body }) => body["transactionHash"])).size).toBe(32);
    for (const { pair, state } of (await readExchange("live")).pools.values()) {
      expect(await Ledger.balance(`pool:${pair.id}`, pair.token0.symbol), pair.id).toBe(state.reserve0);
      expect(await Ledger.balance(`pool:${pair.id}`, pair.token1.symbol), pair.id).toBe(state.reserve1);
    }
    const after = (await readExchange("live")).pools.get("BTC-USDC")?.state;
    expect((after?.reserve0 ?? 0n) * (after?.reserve1 ?? 0n)).toBeGreaterThan(
      (before?.reserve0 ?? 0n) * (before?.reserve1 ?? 0n),
    );
    expect((await audit()).differences).toEqual([]);
  });
});
