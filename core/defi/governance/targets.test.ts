import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { depositUnits, provideLiquidity, readPool, swapAtAnyPrice } from "../../../tests/support/exchange.ts";
import { advanceClock, createMember, queueProposal, TOKEN } from "../../../tests/support/governance.ts";
import { newActor, readBalances } from "../../../tests/support/ledger.ts";
import { audit } from "../../audit/index.ts";
import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { accountOf } from "../../ledger/accounts.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Supply from "../../ledger/supply.ts";
import { burn } from "../exchange/engine/pool.ts";
import { removeLiquidity } from "../exchange/remove-liquidity.ts";
import * as Farming from "../farming/index.ts";
import { exit, harvest, withdrawShares } from "../farming/withdraw.ts";
import { actionOf, check } from "./actions/index.ts";
import type { Action } from "./actions/schema.ts";
import { advance } from "./advance.ts";
import { fromId } from "./proposals.ts";

describe("the treasury", () => {
  /** The treasury's share of the exchange's fees, which governance redeems for tokens. */

  withDatabase();
  let rich: UserActor;
  beforeAll(async () => {
    await Supply.issue("live");
    rich = await createMember(50_000_000n);
    const trader = newActor();
    await depositUnits(trader, "ETH", "100");
    await depositUnits(trader, "USDC", "400000");
    const { provider, added } = await provideLiquidity("ETH-USDC", "100", "400000");
    for (let i = 0; i < 3; i++) {
      await swapAtAnyPrice(trader, "ETH", "USDC", "20");
      await swapAtAnyPrice(trader, "USDC", "ETH", "80000");
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

  it("redeems its shares for the pool's tokens, as a user does, when the proposal is executed", async () => {
    const [had, before, pool] = [await shares(), await treasury(), await readPool("ETH-USDC")];
    expect(had).toBeGreaterThan(0n);
    const { amount0, amount1, pool: after } = burn(pool, had);
    const { id } = await queueProposal(rich, redeem(had, amount0, amount1));
    advanceClock(2 * DAY_MS);
    await Promise.all([advance(), advance()]);
    expect((await fromId("live", id)).status).toBe("executed");
    expect(await treasury()).toEqual([(before[0] ?? 0n) + amount0, (before[1] ?? 0n) + amount1]);
    expect(await shares()).toBe(0n);
    expect(await readPool("ETH-USDC")).toEqual(after);
    expect((await audit()).differences).toEqual([]);
  });

  it("redeems nothing below the minimum amounts, nor more shares than it has", async () => {
    const pool = await readPool("ETH-USDC");
    const dear = await queueProposal(rich, redeem(1_000_000n, 10n ** 21n, 0n));
    const missing = await queueProposal(rich, redeem(1_000_000n, 0n, 0n));
    advanceClock(2 * DAY_MS);
    await advance();
    expect((await fromId("live", dear.id)).state.failure).toContain("SLIPPAGE_EXCEEDED");
    expect((await fromId("live", missing.id)).state.failure).toContain("PLATFORM_ACCOUNT_SHORT");
    expect(await readPool("ETH-USDC")).toEqual(pool);
  });

  it("funds the rewards account", async () => {
    const before = await Ledger.balance("rewards", "YANI");
    const { id } = await queueProposal(rich, actionOf("treasury", "fundRewards", { amount: 10n ** 24n }));
    advanceClock(2 * DAY_MS);
    await advance();
    expect((await fromId("live", id)).status).toBe("executed");
    expect(await Ledger.balance("rewards", "YANI")).toBe(before + 10n ** 24n);
    expect((await audit()).differences).toEqual([]);
  });

  it.each([
    [
      "an unknown pair",
      { pairId: "ETH-DOGE", shares: 1n, minAmount0: 0n, minAmount1: 0n },
      /pairId must be one of/,
    ],
    [
      "zero shares",
      { pairId: "ETH-USDC", shares: 0n, minAmount0: 0n, minAmount1: 0n },
      /shares must be more/,
    ],
  ])("cannot redeem %s", async (_, args, rule) => {
    await expect(check("live", [actionOf("treasury", "redeemShares", args)])).rejects.toMatchObject({
      code: "INVALID_ACTIONS",
      message: expect.stringMatching(rule),
    });
  });

  it("cannot redeem shares of three pools, or twice of one pool, in one proposal", async () => {
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
});

describe("farming", () => {
  /** Farms that governance creates, funds and ends. */

  withDatabase();
  const DAY = 86_400n;
  let rich: UserActor;
  let ada: UserActor;
  beforeAll(async () => {
    await Supply.issue("live");
    rich = await createMember(50_000_000n);
    ada = newActor();
    await provideLiquidity("BTC-USDC", "10", "900000", ada);
  });
  afterEach(() => Clock.setOffset(0));

  const treasury = () => Ledger.balance("treasury", "YANI");
  const funds = (farmId: string) => Ledger.balance(`rewards:${farmId}`, "YANI");
  const create = (farmId: string, amount: bigint, days = 30n): Action =>
    actionOf("farming", "createFarm", { farmId, pairId: "BTC-USDC", durationSeconds: days * DAY, amount });
  const fund = (farmId: string, amount: bigint): Action =>
    actionOf("farming", "fundFarm", { farmId, amount });
  const end = (farmId: string): Action => actionOf("farming", "endFarm", { farmId });
  const setDuration = (farmId: string, seconds: bigint): Action =>
    actionOf("farming", "setFarmDuration", { farmId, durationSeconds: seconds });

  /** Proposes the actions, votes for them and executes them. @returns the executed or failed proposal */
  async function carried(...actions: readonly Action[]) {
    const { id } = await queueProposal(rich, ...actions);
    advanceClock(2 * DAY_MS);
    await Promise.all([advance(), advance()]);
    return fromId("live", id);
  }

  const sound = async () => expect((await audit()).differences).toEqual([]);

  describe("a farm", () => {
    it("is created with a reward from the treasury, and pays it out during its period", async () => {
      const before = await treasury();
      const reward = 30n * DAY * TOKEN;
      expect((await carried(create("spring-btc", reward))).status).toBe("executed");
      expect([await treasury(), await funds("spring-btc")]).toEqual([before - reward, reward]);
      expect(await Farming.fromId("live", "spring-btc")).toMatchObject({
        ...{ status: "active", emissionPerSecond: TOKEN, pairId: "BTC-USDC", rewardsBalance: reward },
      });
      const { position } = await Farming.stakeShares(ada, { farmId: "spring-btc", amount: "1" });
      advanceClock(31 * DAY_MS);
      const { harvested } = await harvest(ada, position.id);
      // The whole reward, except the emission before the first share.
      expect(harvested <= reward && harvested > reward - 100n * TOKEN).toBe(true);
      expect((await readBalances(accountOf(ada, "YANI"))).available).toBe(harvested);
      await exit(ada, position.id);
      await sound();
    });

    it("adds the remaining reward if it is funded before its end, and begins a new period afterwards", async () => {
      const reward = 30n * DAY * TOKEN;
      await carried(create("summer-btc", reward));
      expect((await carried(fund("summer-btc", reward))).status).toBe("executed");
      const { emissionPerSecond, rewardsToCome, rewardsBalance } = await Farming.fromId("live", "summer-btc");
      // Eleven days pass from the proposal to its execution: 19 of the first 30 remain.
      expect(emissionPerSecond > TOKEN && emissionPerSecond < 2n * TOKEN).toBe(true);
      expect(rewardsToCome <= rewardsBalance).toBe(true);
      advanceClock(40 * DAY_MS);
      expect((await Farming.fromId("live", "summer-btc")).status).toBe("finished");
      await carried(fund("summer-btc", reward));
      expect(await Farming.fromId("live", "summer-btc")).toMatchObject({
        ...{ status: "active", emissionPerSecond: TOKEN },
      });
      await sound();
    });

    it("returns unearned rewards to the treasury when it is ended, and still pays shares and earned rewards", async () => {
      const reward = 30n * DAY * TOKEN;
      await carried(create("autumn-btc", reward));
      const { position } = await Farming.stakeShares(ada, { farmId: "autumn-btc", amount: "1" });
      const before = await treasury();
      expect((await carried(end("autumn-btc"))).status).toBe("executed");
      const { earned } = await Farming.position(ada, position.id);
      expect(earned).toBeGreaterThan(10n * DAY * TOKEN);
      const left = await funds("autumn-btc");
      // Flooring has withheld a few base units from the earner.
      expect(left - earned >= 0n && left - earned < 10n ** 12n).toBe(true);
      expect(await treasury()).toBe(before + reward - left);
      advanceClock(5 * DAY_MS);
      expect(await Farming.fromId("live", "autumn-btc")).toMatchObject({
        status: "ended",
        emissionPerSecond: 0n,
      });
      await expect(Farming.stakeShares(ada, { farmId: "autumn-btc", amount: "1" })).rejects.toMatchObject({
        code: "FARM_ENDED",
      });
      await withdrawShares(ada, { positionId: position.id, amount: "0.5" });
      expect(await exit(ada, position.id)).toMatchObject({ harvested: earned });
      // Ending it again changes nothing; after funding, it accepts shares again.
      expect((await carried(end("autumn-btc"))).status).toBe("executed");
      await carried(fund("autumn-btc", reward));
      await Farming.stakeShares(ada, { farmId: "autumn-btc", amount: "1" });
      await sound();
    });

    it("can change its duration only after its emission has ended", async () => {
      // Eleven days pass from the proposal to its execution.
      await carried(create("winter-btc", 15n * DAY * TOKEN, 15n));
      const early = await carried(setDuration("winter-btc", 60n * DAY));
      expect(early.state.failure).toContain("INVALID_FARM_TERMS");
      advanceClock(5 * DAY_MS);
      await advance();
      expect(await Farming.fromId("live", "winter-btc")).toMatchObject({ durationSeconds: 60n * DAY });
    });

    it("is not created or funded by a proposal that requires more than the treasury has", async () => {
      const all = await treasury();
      const proposal = await carried(create("rich-btc", all + 1n), fund("btc-usdc", 365n * DAY));
      expect(proposal.state.failure).toContain("PLATFORM_ACCOUNT_SHORT");
      await expect(Farming.fromId("live", "rich-btc")).rejects.toMatchObject({ code: "FARM_NOT_FOUND" });
      expect(await treasury()).toBe(all);
      await sound();
    });
  });

  it.each([
    ["an invalid id", [create("No Farm", 0n)], /farmId must be/],
    ["a farm that exists", [create("btc-usdc", 0n)], /already/],
    [
      "an unknown pair",
      [actionOf("farming", "createFarm", { farmId: "x", pairId: "X-Y", durationSeconds: DAY, amount: 0n })],
      /pairId must be one of/,
    ],
    ["a period of a second", [{ ...create("x", 0n, 0n) }], /durationSeconds must be/],
    ["a reward of less than a base unit each second", [create("x", 5n)], /amount must be at least/],
    [
      "more than one entry can post",
      [fund("btc-usdc", 10n ** 31n)],
      /exceeds the maximum of a single transaction/,
    ],
    ["an unknown farm", [fund("nowhere", 10n ** 18n)], /farm does not exist/],
    ["the end of an unknown farm", [end("nowhere")], /farm does not exist/],
    ["a duration of an unknown farm", [setDuration("nowhere", DAY)], /farm does not exist/],
    ["two changes of one farm", [fund("btc-usdc", 10n ** 18n), end("btc-usdc")], /changes the same values/],
  ])("rejects %s when it is proposed", async (_, actions, rule) => {
    await expect(check("live", actions)).rejects.toMatchObject({
      code: "INVALID_ACTIONS",
      message: expect.stringMatching(rule),
    });
  });
});
