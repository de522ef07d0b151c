import { beforeAll, beforeEach, expect, it } from "vitest";
import { addLiquidity } from "../../core/defi/exchange/add-liquidity.ts";
import { createDeveloper, type Developer } from "../support/developer.ts";
import { depositUnits } from "../support/exchange.ts";
import { onWeb } from "../support/identity.ts";
import { createUser, tokenOf } from "../support/people.ts";
import { withPlatform } from "../support/platform.ts";

/** The portfolio of the public API. */

const platform = withPlatform();
let ada: Developer;
let test: Developer;

beforeAll(async () => {
  const user = await createUser();
  const actor = onWeb(user);
  for (const [asset, amount] of [
    ["EUR", "1000.01"],
    ["BTC", "0.1"],
    ["ETH", "10"],
    ["USDC", "30000"],
  ] as const)
    await depositUnits(actor, asset, amount);
  await addLiquidity(actor, { pairId: "ETH-USDC", amount0: "1", amount1: "3000", slippage: "50" });
  const token = await tokenOf(user);
  ada = await createDeveloper(platform, token);
  test = await createDeveloper(platform, token, { mode: "test" });
});
// Advances past the rate limits of the plans.
beforeEach(() => platform.advance(60));

interface Portfolio {
  readonly total: { readonly usd: string; readonly eur: string };
  readonly wallets: { readonly usd: string };
  readonly pooled: { readonly usd: string };
  readonly farmed: { readonly usd: string };
  readonly allocation: readonly {
    readonly asset: string;
    readonly amount: string;
    readonly percent: string;
  }[];
}

it("returns a portfolio that includes wallets and pool shares once, with percentages of 100 in total", async () => {
  const { status, body } = await ada.get<Portfolio>("/v1/portfolio");
  expect(status).toBe(200);
  expect(body).toMatchObject({ object: "portfolio", livemode: true, farmed: { usd: "0.00" } });
  expect(Number(body.pooled.usd)).toBeGreaterThan(0);
  const parts = Number(body.wallets.usd) + Number(body.pooled.usd);
  expect(Math.abs(Number(body.total.usd) - parts)).toBeLessThan(0.03);
  expect(body.allocation.map(({ asset }) => asset).sort()).toEqual(["BTC", "ETH", "EUR", "USDC"]);
  const percents = body.allocation.map(({ percent }) => Math.round(Number(percent) * 100));
  expect(percents.reduce((a, b) => a + b, 0)).toBe(10_000);
  const v2 = await ada.get<{ allocation: { amount: unknown }[] }>("/v2/portfolio");
  expect(v2.body.allocation[0]?.amount).toEqual({ value: expect.any(String), asset: expect.any(String) });
});

it("excludes the live ledger from the portfolio of a sandbox", async () => {
  const { body } = await test.get<Portfolio>("/v1/portfolio");
  expect(body).toMatchObject({ livemode: false, total: { usd: "0.00", eur: "0.00" }, allocation: [] });
});
