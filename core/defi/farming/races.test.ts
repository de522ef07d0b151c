import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { provideLiquidity } from "../../../tests/support/exchange.ts";
import {
  createFarmer,
  createProvider,
  readFarmState,
  stakeShares,
  withFarms,
} from "../../../tests/support/farming.ts";
import { readBalances } from "../../../tests/support/ledger.ts";
import { DAY, outcomes } from "../../../tests/support/staking.ts";
import { audit } from "../../audit/index.ts";
import { accountOf } from "../../ledger/accounts.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Liquidity from "../exchange/positions.ts";
import { removeLiquidity } from "../exchange/remove-liquidity.ts";
import * as Farming from "./index.ts";
import { exit, harvest, withdrawShares } from "./withdraw.ts";

/** Concurrent operations in one farm without the local mutex, as if each came from its own process. */

vi.mock("../../platform/mutex/index.ts", () => ({
  withLocalMutex: (_: unknown, work: () => Promise<unknown>) => work(),
}));

withDatabase();
const clock = withFarms();
const SHARE = 10n ** 12n;

beforeAll(async () => {
  await provideLiquidity("ETH-USDC", "100", "400000");
});
afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

const times = <T>(n: number, work: () => Promise<T>) => Promise.allSettled(Array.from({ length: n }, work));

it("one of ten concurrent withdrawals of all shares is executed, and the others are rejected", async () => {
  const { actor, id } = await createFarmer("10");
  const all = await times(10, () => withdrawShares(actor, { positionId: id, amount: "10" }));
  expect(outcomes(all)).toEqual([...Array(9).fill("SHARES_EXCEEDED"), "done"]);
  expect(await Ledger.balance(`lp:${id}`, "LP-ETH-USDC")).toBe(0n);
});

it("rewards are paid once for ten concurrent harvests, and shares once for ten concurrent exits", async () => {
  const { actor, id } = await createFarmer("10");
  clock.advance(DAY);
  const { earned } = await Farming.position(actor, id);
  const harvests = await Promise.all(Array.from({ length: 10 }, () => harvest(actor, id)));
  expect(harvests.map(({ harvested }) => harvested).filter((paid) => paid > 0n)).toEqual([earned]);
  const exits = await times(10, () => exit(actor, id));
  expect(outcomes(exits)).toEqual([...Array(9).fill("FARMING_POSITION_NOT_FOUND"), "done"]);
  expect((await readBalances(accountOf(actor, "YANI"))).available).toBe(earned);
});

it("six of ten concurrent stakes are executed if the shares suffice for six", async () => {
  const actor = await createProvider(1);
  const all = await times(10, () => stakeShares(actor, "10"));
  expect(outcomes(all)).toEqual([...Array(4).fill("INSUFFICIENT_BALANCE"), ...Array(6).fill("done")]);
  expect(await Farming.positions(actor)).toMatchObject([{ shares: 60n * SHARE }]);
});

it("each share is either staked or removed under concurrent stakes and removals", async () => {
  const actor = await createProvider(1);
  const [{ id = "" } = {}] = await Liquidity.list(actor);
  const gone = { positionId: id, lpTokens: "40", minAmount0: "0", minAmount1: "0" };
  const all = await Promise.allSettled([
    stakeShares(actor, "40"),
    removeLiquidity(actor, gone),
    stakeShares(actor, "40"),
  ]);
  expect(outcomes(all)).toEqual(["INSUFFICIENT_BALANCE", "INSUFFICIENT_BALANCE", "done"]);
});

it("all of 50 concurrent stakes, withdrawals and harvests are executed, with figures that agree with the ledger", async () => {
  const farmers = await Promise.all(Array.from({ length: 10 }, () => createFarmer("20")));
  const late = await Promise.all(Array.from({ length: 10 }, () => createProvider(1)));
  clock.advance(3 * DAY);
  const before = await readFarmState();
  const operations = farmers.flatMap(({ actor, id }) => [
    () => stakeShares(actor, "5"),
    () => withdrawShares(actor, { positionId: id, amount: "2" }),
    () => harvest(actor, id),
    () => withdrawShares(actor, { positionId: id, amount: "1" }),
  ]);
  const all = await Promise.allSettled(
    [...operations, ...late.map((actor) => () => stakeShares(actor, "7"))].map((operation) => operation()),
  );
  expect(outcomes(all)).toEqual(Array(50).fill("done"));
  const state = await readFarmState();
  expect(state.totalSupply - before.totalSupply).toBe((10n * (5n - 3n) + 10n * 7n) * SHARE);
  for (const { actor, id } of farmers) {
    expect(await Farming.position(actor, id)).toMatchObject({ shares: 22n * SHARE, earned: 0n });
    expect((await Liquidity.list(actor))[0]?.farmed).toBe(22n * SHARE);
  }
  const paid = await Promise.all(
    farmers.map(async ({ actor }) => (await readBalances(accountOf(actor, "YANI"))).available),
  );
  // All farmers staked and harvested the same shares in the same seconds.
  expect(new Set(paid).size).toBe(1);
  expect(before.rewardsBalance - state.rewardsBalance).toBe(paid.reduce((sum, one) => sum + one, 0n));
  expect(await Ledger.balance("rewards:eth-usdc", "YANI")).toBe(state.rewardsBalance);
});
