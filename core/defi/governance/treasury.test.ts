import { afterEach, beforeAll, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { give, liquid, poolOf, swapped } from "../../../tests/support/exchange.ts";
import { later, member, queued } from "../../../tests/support/governance.ts";
import { someone } from "../../../tests/support/ledger.ts";
import { audit } from "../../audit/index.ts";
import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Supply from "../../ledger/supply/index.ts";
import { burn } from "../exchange/engine/pool.ts";
import { removeLiquidity } from "../exchange/remove-liquidity.ts";
import { actionOf, check } from "./actions/index.ts";
import { advance } from "./advance.ts";
import { fromId } from "./proposals.ts";

/** The treasury's share of the exchange's fees, which governance turns into the tokens that it stands for. */

withDatabase();
let rich: UserActor;
beforeAll(async () => {
  await Supply.issue("live");
  rich = await member(50_000_000n);
  const trader = someone();
  await give(trader, "ETH", "100");
  await give(trader, "USDC", "400000");
  const { provider, added } = await liquid("ETH-USDC", "100", "400000");
  for (let i = 0; i < 3; i++) {
    await swapped(trader, "ETH", "USDC", "20");
    await swapped(trader, "USDC", "ETH", "80000");
  }
  // The treasury gets its shares at the next mint or burn.
  const none = { minAmount0: "0", minAmount1: "0" };
  await removeLiquidity(provider, { positionId: added.position.id, lpTokens: "0.0001", ...none });
});
afterEach(() => Clock.setOffset(0));

const shares = () => Ledger.balance("treasury", "LP-ETH-USDC");
const treasury = async () => [
  await Ledger.balance("treasury", "ETH"),
  await Ledger.balance("treasury", "USDC"),
];
const redeem = (amount: bigint, minAmount0: bigint, minAmount1: bigint) =>
  actionOf("treasury", "redeemShares", { pairId: "ETH-USDC", shares: amount, minAmount0, minAmount1 });

it("gives shares back as a user does, for the pool's tokens, in the transaction that executes the proposal", async () => {
  const [had, before, pool] = [await shares(), await treasury(), await poolOf("ETH-USDC")];
  expect(had).toBeGreaterThan(0n);
  const { amount0, amount1, pool: after } = burn(pool, had);
  const { id } = await queued(rich, redeem(had, amount0, amount1));
  later(2 * DAY_MS);
  await Promise.all([advance(), advance()]);
  expect((await fromId("live", id)).status).toBe("executed");
  expect(await treasury()).toEqual([(before[0] ?? 0n) + amount0, (before[1] ?? 0n) + amount1]);
  expect(await shares()).toBe(0n);
  expect(await poolOf("ETH-USDC")).toEqual(after);
  expect((await audit()).differences).toEqual([]);
});

it("gives nothing back below the least that was asked for, nor shares that the treasury has not", async () => {
  const pool = await poolOf("ETH-USDC");
  const dear = await queued(rich, redeem(1_000_000n, 10n ** 21n, 0n));
  const missing = await queued(rich, redeem(1_000_000n, 0n, 0n));
  later(2 * DAY_MS);
  await advance();
  expect((await fromId("live", dear.id)).state.failure).toContain("SLIPPAGE_EXCEEDED");
  expect((await fromId("live", missing.id)).state.failure).toContain("PLATFORM_ACCOUNT_SHORT");
  expect(await poolOf("ETH-USDC")).toEqual(pool);
});

it("fills the account that rewards are paid from", async () => {
  const before = await Ledger.balance("rewards", "YANI");
  const { id } = await queued(rich, actionOf("treasury", "fundRewards", { amount: 10n ** 24n }));
  later(2 * DAY_MS);
  await advance();
  expect((await fromId("live", id)).status).toBe("executed");
  expect(await Ledger.balance("rewards", "YANI")).toBe(before + 10n ** 24n);
  expect((await audit()).differences).toEqual([]);
});

it.each([
  ["of no pair", { pairId: "ETH-DOGE", shares: 1n, minAmount0: 0n, minAmount1: 0n }, /pairId must be one of/],
  ["of nothing", { pairId: "ETH-USDC", shares: 0n, minAmount0: 0n, minAmount1: 0n }, /shares must be more/],
])("%s is no redemption", async (_, args, rule) => {
  await expect(check("live", [actionOf("treasury", "redeemShares", args)])).rejects.toMatchObject({
    code: "INVALID_ACTIONS",
    message: expect.stringMatching(rule),
  });
});

it("three redemptions, or two of one pool, do not fit into one proposal", async () => {
  const of = (pairId: string) =>
    actionOf("treasury", "redeemShares", { pairId, shares: 1n, minAmount0: 0n, minAmount1: 0n });
  const [one, two, three] = ["ETH-USDC", "BTC-USDC", "EUR-USDC"].map(of) as [never, never, never];
  for (const actions of [
    [one, two, three],
    [one, one],
  ])
    await expect(check("live", actions)).rejects.toMatchObject({ code: "INVALID_ACTIONS" });
  expect(await check("live", [one, two])).toHaveLength(2);
});
