import { expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { depositUnits, provideLiquidity, swapAtAnyPrice } from "../../../tests/support/exchange.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import { audit } from "../../audit/index.ts";
import * as Money from "../../kernel/money/index.ts";
import * as Market from "./market.ts";
import * as Positions from "./positions.ts";
import { removeLiquidity } from "./remove-liquidity.ts";

vi.mock("../../prices/index.ts", () => ({ snapshot: () => Promise.reject(new Error("no prices")) }));

withDatabase();

it("liquidity can be added and removed while no prices are known, and is valued at zero", async () => {
  const { provider, added } = await provideLiquidity("USDC-USD", "100", "100");
  expect(added.position).toMatchObject({ currentValue: "0.00", unclaimedFees: "0.00" });
  expect(await Positions.list(provider)).toEqual([added.position]);
  const removed = await removeLiquidity(provider, {
    positionId: added.position.id,
    lpTokens: Money.format(added.lpTokensReceived, 4),
    minAmount0: "99",
    minAmount1: "99",
  });
  expect(removed.position.lpTokens).toBe(0n);
  expect((await audit()).differences).toEqual([]);
});

it("pairs are listed while no prices are known, with reserves and values of zero", async () => {
  const trader = newActor();
  await provideLiquidity("EUR-USDC", "100", "110");
  await depositUnits(trader, "EUR", "10");
  await swapAtAnyPrice(trader, "EUR", "USDC", "10");
  const shown = (await Market.list("live")).find(({ pair }) => pair.id === "EUR-USDC");
  expect(shown).toMatchObject({ reserve0: 11_000n, volume24h: "0.00", tvl: "0.00", apy: "0.00" });
  expect(Number(shown?.price)).toBeCloseTo(0.91, 1);
});
