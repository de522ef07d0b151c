import { expect, it, vi } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { liquid } from "../../tests/support/exchange.ts";
import { audit } from "../ledger/audit/index.ts";
import * as Money from "../money/index.ts";
import * as Liquidity from "./liquidity.ts";

vi.mock("../prices/index.ts", () => ({ snapshot: () => Promise.reject(new Error("no prices")) }));

withDatabase();

it("liquidity comes and goes while no prices are known; it only shows no value", async () => {
  const { provider, added } = await liquid("USDC-USD", "100", "100");
  expect(added.position).toMatchObject({ currentValue: "0.00", unclaimedFees: "0.00" });
  const removed = await Liquidity.remove(provider, {
    positionId: added.position.id,
    lpTokens: Money.format(added.lpTokensReceived, 4),
    minAmount0: "99",
    minAmount1: "99",
  });
  expect(removed.position.lpTokens).toBe(0n);
  expect((await audit()).differences).toEqual([]);
});
