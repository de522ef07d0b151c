import { Decimal } from "decimal.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { audit } from "../../core/audit/index.ts";
import { swapExactIn } from "../../core/defi/exchange/engine/pool.ts";
import * as Market from "../../core/defi/exchange/market.ts";
import { getPair } from "../../core/defi/exchange/pairs.ts";
import { readExchange } from "../../core/defi/exchange/pools.ts";
import { toDecimal } from "../../core/kernel/decimal/index.ts";
import * as Money from "../../core/kernel/money/index.ts";
import * as Supply from "../../core/ledger/supply.ts";
import * as Prices from "../../core/prices/index.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { depositUnits, swapAtAnyPrice } from "../../tests/support/exchange.ts";
import { newActor } from "../../tests/support/ledger.ts";
import { seedLiquidity } from "../liquidity.ts";
import { arbitrage, opportunity } from "./arbitrage.ts";

withDatabase();

const poolOf = async (pairId: string) => {
  const pool = (await readExchange("live")).pools.get(pairId);
  if (!pool) throw new Error(`no pool ${pairId}`);
  return pool;
};

test("arbitrage() brings every pool near the feed's price, and does not trade if all are near it", async () => {
  await Supply.issue("live");
  await seedLiquidity();
  const [whale, trader] = [newActor(), newActor()];
  await depositUnits(whale, "USDC", "300000");
  for (const [asset, amount] of [
    ["BTC", "10"],
    ["ETH", "300"],
    ["USDC", "900000"],
    ["EUR", "900000"],
  ] as const)
    await depositUnits(trader, asset, amount);
  expect(await arbitrage(trader)).toBe(0);
  await swapAtAnyPrice(whale, "USDC", "BTC", "300000");
  expect(await arbitrage(trader)).toBeGreaterThan(0);
  // A trade in one pool moves others, so it takes a few passes.
  for (let pass = 0; pass < 5; pass++) await arbitrage(trader);
  const prices = await Prices.snapshot();
  const usd = (symbol: string) => prices.get(symbol)?.usd.toNumber() ?? 0;
  for (const { pair, price } of await Market.list("live")) {
    const market = usd(pair.token0.symbol) / usd(pair.token1.symbol);
    expect(Math.abs(Number(price) / market - 1), pair.id).toBeLessThan(0.0055);
  }
  expect((await audit()).differences).toEqual([]);
});

test("arbitrage() does not trade for a trader without money", async () => {
  expect(await arbitrage(newActor())).toBe(0);
});

test("opportunity() is undefined near the market's price, and otherwise moves the pool to that price", async () => {
  const pair = getPair("BTC-USDC");
  const pool = { ...(await poolOf("BTC-USDC")), pair };
  const { token0, token1 } = pair;
  const price = ({ reserve0, reserve1 }: { reserve0: bigint; reserve1: bigint }) =>
    toDecimal(reserve1, token1.decimals).div(toDecimal(reserve0, token0.decimals));
  fc.assert(
    fc.property(fc.integer({ min: -3_000, max: 3_000 }), (basisPoints) => {
      const market = price(pool.state).div(new Decimal(10_000 + basisPoints).div(10_000));
      const found = opportunity(pool, 30n, market);
      if (Math.abs(basisPoints) <= 49) expect(found).toBeUndefined();
      if (Math.abs(basisPoints) < 51 || !found) return;
      const isSale = basisPoints > 0;
      expect(found.tokenIn).toBe(isSale ? "BTC" : "USDC");
      const amount = Money.parse(found.amountIn, isSale ? token0.decimals : token1.decimals);
      const { pool: after } = swapExactIn(pool.state, isSale ? 0 : 1, amount, 30n);
      expect(price(after).div(market).minus(1).abs().lt("0.002")).toBe(true);
    }),
  );
});
