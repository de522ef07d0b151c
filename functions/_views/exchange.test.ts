import { expect, it } from "vitest";
import type { Swapped } from "../../core/defi/exchange/schema.ts";
import { swapped } from "./exchange.ts";

const swap: Swapped = {
  entryId: "txn_1",
  route: ["EUR", "USDC"],
  transactionHash: "0x0",
  tokenIn: "BTC",
  tokenOut: "USDC",
  amountIn: 150_000_000n,
  amountOut: 90_000_500_000n,
  fee: "0.0045",
  priceImpact: "0.3",
  executedAt: "2026-03-01T08:00:00.000Z",
};

it("the view of a swap has amounts in whole units of its tokens", () => {
  expect(swapped(swap)).toMatchObject({ amountIn: "1.5", amountOut: "90000.5", fee: "0.0045" });
});

it("the view of a swap of an unknown token throws instead of showing base units", () => {
  for (const gone of [{ tokenIn: "GONE" }, { tokenOut: "GONE" }])
    expect(() => swapped({ ...swap, ...gone })).toThrow("the exchange has no token GONE");
});
