import { expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { depositUnits, provideLiquidity } from "../../../tests/support/exchange.ts";
import { createFundedWallet, newActor } from "../../../tests/support/ledger.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Money from "../../kernel/money/index.ts";
import * as Supply from "../../ledger/supply.ts";
import { addLiquidity } from "../exchange/add-liquidity.ts";
import * as Liquidity from "../exchange/positions.ts";
import * as Farming from "../farming/index.ts";
import * as Staking from "../staking/index.ts";
import * as Portfolio from "./index.ts";

withDatabase();

it("a portfolio lists the user's own wallets, oldest first, with their values", async () => {
  const actor = newActor();
  for (const [i, asset] of ["USD", "BTC", "EUR"].entries()) {
    Clock.setOffset(i * 1000);
    await createFundedWallet(actor, asset, 12_345n);
  }
  Clock.setOffset(0);
  const { wallets, total } = await Portfolio.list(actor);
  expect(wallets.map(({ asset }) => asset.symbol)).toEqual(["USD", "BTC", "EUR"]);
  expect(wallets[0]?.value.usd.toFixed(2)).toBe("123.45");
  expect(wallets[2]?.value.eur.toFixed(2)).toBe("123.45");
  const sum = wallets.reduce((all, { value }) => all + value.usd.toNumber(), 0);
  expect(total.usd.toNumber()).toBeGreaterThanOrEqual(sum - 1e-6);
  expect(await Portfolio.list(newActor())).toMatchObject({ wallets: [] });
});

it("a portfolio has the same total after liquidity is added, its shares are farmed, and tokens are staked", async () => {
  const actor = newActor();
  await provideLiquidity("ETH-USDC", "100", "400000");
  await depositUnits(actor, "ETH", "1");
  await depositUnits(actor, "USDC", "4000");
  await createFundedWallet(actor, "YANI", 1000n * 10n ** 18n);
  const totals = async () => {
    const { total, pooled, farmed, staked } = await Portfolio.list(actor);
    return {
      total: total.usd.toNumber(),
      parts: [pooled, farmed, staked].map(({ usd }) => usd.toNumber() > 0),
    };
  };
  const before = await totals();
  expect(before.parts).toEqual([false, false, false]);
  const same = async (parts: readonly boolean[]) => {
    const now = await totals();
    // Shares are floored, and prices move a little.
    expect(now.total / before.total).toBeCloseTo(1, 2);
    expect(now.parts).toEqual(parts);
  };
  await addLiquidity(actor, { pairId: "ETH-USDC", amount0: "1", amount1: "4000", slippage: "1" });
  await same([true, false, false]);
  const [{ lpTokens = 0n } = {}] = await Liquidity.list(actor);
  await Farming.stakeShares(actor, { farmId: "eth-usdc", amount: "20" });
  await same([true, true, false]);
  await Farming.stakeShares(actor, {
    farmId: "eth-usdc",
    amount: Money.format(lpTokens - 20n * 10n ** 12n, 12),
  });
  await same([false, true, false]);
  await Supply.issue("live");
  await Staking.stake(actor, { poolId: "flexible", amount: "500" });
  await same([false, true, true]);
});
