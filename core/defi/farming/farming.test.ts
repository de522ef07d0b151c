import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { type availableUnits, depositUnits, provideLiquidity } from "../../../tests/support/exchange.ts";
import {
  createFarmer,
  createProvider,
  FARM,
  readFarmState,
  readFarmView,
  stakeShares,
  withFarms,
} from "../../../tests/support/farming.ts";
import { newActor, readBalances } from "../../../tests/support/ledger.ts";
import { ledgers } from "../../../tests/support/sandboxes.ts";
import { DAY, errorOf, tokens } from "../../../tests/support/staking.ts";
import { audit } from "../../audit/index.ts";
import * as Money from "../../kernel/money/index.ts";
import { accountOf, systemRef } from "../../ledger/accounts.ts";
import * as Ledger from "../../ledger/index.ts";
import * as ApiEvents from "../../platform/api-events/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Debts from "../../policy/debts.ts";
import * as Policy from "../../policy/index.ts";
import { owned } from "../../wallets/owned.ts";
import * as Liquidity from "../exchange/positions.ts";
import { removeLiquidity } from "../exchange/remove-liquidity.ts";
import * as Staking from "../staking/funding.ts";
import * as Engine from "./engine/farm.ts";
import * as Funding from "./funding.ts";
import * as Farming from "./index.ts";
import { exit, harvest, withdrawShares } from "./withdraw.ts";

withDatabase();
const clock = withFarms();

// Another user is in the pool and in the farm from the beginning.
beforeAll(async () => {
  await provideLiquidity("ETH-USDC", "100", "400000");
});
afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

const SHARE = 10n ** 12n;
const remove = (actor: Parameters<typeof removeLiquidity>[0], positionId: string, lpTokens: string) =>
  removeLiquidity(actor, { positionId, lpTokens, minAmount0: "0", minAmount1: "0" });
const yani = async (actor: Parameters<typeof availableUnits>[0]) =>
  (await readBalances(accountOf(actor, "YANI"))).available;

/** Returns the outbox's events of a position, oldest first. */
async function eventsOf(positionId: string) {
  const found: { id: string; type: string; payload: Record<string, unknown> }[] = [];
  for await (const item of Table.scan()) {
    if (!String(item["pk"]).startsWith("OUTBOX#")) continue;
    const payload = JSON.parse(String(item["payload"])) as Record<string, unknown>;
    if (payload["positionId"] === positionId)
      found.push({ id: String(item["id"]), type: String(item["type"]), payload });
  }
  return found.sort((a, b) => (a.id < b.id ? -1 : 1));
}

describe("the farms", () => {
  it("are three initially, each funded for a year from the rewards account", async () => {
    const farms = await Farming.list("live");
    expect(farms.map(({ id, status }) => [id, status])).toEqual([
      ["btc-usdc", "active"],
      ["eth-usdc", "active"],
      ["yani-usdc", "active"],
    ]);
    const given = farms.reduce((sum, { rewardsBalance }) => sum + rewardsBalance, 0n);
    expect(given).toBe(8_000_000n * tokens(1));
    expect(await Ledger.balance("rewards", "YANI")).toBe(192_000_000n * tokens(1));
    expect(await Ledger.balance("rewards:eth-usdc", "YANI")).toBe(2_000_000n * tokens(1));
    for (const one of farms)
      expect(one.rewardsOwed + one.rewardsToCome <= one.rewardsBalance, one.id).toBe(true);
  });

  it("are funded once, also if their funding is requested again and concurrently", async () => {
    expect(await Promise.all([1, 2, 3].map(() => Funding.open("live")))).toEqual([false, false, false]);
    expect(await Ledger.balance("rewards:eth-usdc", "YANI")).toBe(2_000_000n * tokens(1));
  });

  it("do not reduce the rewards that remain for staking", async () => {
    const { free: uncommitted } = Staking.fundingOf(await Table.getMany(Staking.fundingKeys("live")));
    expect(uncommitted).toBe(192_000_000n * tokens(1));
  });

  it("show a yield on the pool's whole value, and a higher one on the farmed shares alone", async () => {
    await createFarmer("10");
    const one = await readFarmView();
    expect(Number(one.apr)).toBeGreaterThan(0);
    expect(Number(one.farmedApr)).toBeGreaterThan(Number(one.apr));
    const perYear = Number(Money.format(one.emissionPerSecond * 31_536_000n, 18));
    expect(perYear).toBeCloseTo(2_000_000, 3);
    expect(Number(one.farmedApr) / Number(one.apr)).toBeCloseTo(Number(one.poolTvl) / Number(one.tvl), 0);
  });

  it("are not found under an unknown id", async () => {
    for (const id of ["doge-usdc", "ETH-USDC", "x".repeat(90), "a#b", ""])
      await expect(Farming.fromId("live", id), id).rejects.toEqual(errorOf("FARM_NOT_FOUND"));
    await expect(Farming.stakeShares(newActor(), { farmId: "doge-usdc", amount: "1" })).rejects.toEqual(
      errorOf("FARM_NOT_FOUND"),
    );
  });
});

describe("staking shares", () => {
  it("moves them from the liquidity position to the farming position, and publishes an event", async () => {
    const actor = await createProvider(1);
    const [before] = await Liquidity.list(actor);
    const { position, transactionHash } = await stakeShares(actor, "20");
    expect(position).toMatchObject({ farmId: FARM, pairId: "ETH-USDC", shares: 20n * SHARE, earned: 0n });
    expect(transactionHash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await Ledger.balance(`lp:${position.id}`, "LP-ETH-USDC")).toBe(20n * SHARE);
    const [after] = await Liquidity.list(actor);
    expect(after).toMatchObject({ lpTokens: before?.lpTokens, farmed: 20n * SHARE });
    expect(await Ledger.balance(`lp:${before?.id}`, "LP-ETH-USDC")).toBe(
      (before?.lpTokens ?? 0n) - 20n * SHARE,
    );
    expect(await eventsOf(position.id)).toEqual([
      expect.objectContaining({
        type: "farm-staked",
        payload: expect.objectContaining({
          ...{ mode: "live", userId: actor.userId, farmId: FARM, pairId: "ETH-USDC" },
          ...{ amount: "20", shares: "20", sequence: 1, transactionHash },
        }),
      }),
    ]);
    await stakeShares(actor, "5");
    expect(await Farming.positions(actor)).toMatchObject([{ id: position.id, shares: 25n * SHARE }]);
  });

  it("rejects more than the unstaked shares, and invalid amounts", async () => {
    const actor = await createProvider(1);
    await expect(stakeShares(actor, "64")).rejects.toEqual(
      errorOf("INSUFFICIENT_BALANCE", { required: "64", currency: "LP-ETH-USDC" }),
    );
    await stakeShares(actor, "60");
    await expect(stakeShares(actor, "60")).rejects.toEqual(errorOf("INSUFFICIENT_BALANCE"));
    await expect(stakeShares(newActor(), "1")).rejects.toEqual(
      errorOf("INSUFFICIENT_BALANCE", { available: "0" }),
    );
    for (const amount of ["0", "-1", "1.0000000000001", "x", "1e30"])
      await expect(stakeShares(actor, amount), amount).rejects.toMatchObject({ code: "INVALID_AMOUNT" });
  });

  it("prevents their removal from the pool until they are withdrawn from the farm", async () => {
    const actor = await createProvider(1);
    const [{ id = "", lpTokens = 0n } = {}] = await Liquidity.list(actor);
    const { position } = await stakeShares(actor, "40");
    const all = Money.format(lpTokens, 12);
    await expect(remove(actor, id, all)).rejects.toMatchObject({
      code: "INSUFFICIENT_BALANCE",
      message: expect.stringContaining("in a farm"),
      details: { available: Money.format(lpTokens - 40n * SHARE, 12) },
    });
    await remove(actor, id, Money.format(lpTokens - 40n * SHARE, 12));
    await expect(remove(actor, id, "0.000000000001")).rejects.toEqual(errorOf("INSUFFICIENT_BALANCE"));
    await withdrawShares(actor, { positionId: position.id, amount: "40" });
    await remove(actor, id, "40");
    expect(await Liquidity.list(actor)).toEqual([]);
  });
});

describe("rewards", () => {
  it("match the engine to the base unit, and are paid once", async () => {
    const { actor, id } = await createFarmer("10");
    const state = await readFarmState();
    const [before] = await Farming.positions(actor);
    expect(before?.earned).toBe(0n);
    clock.advance(3 * DAY);
    const perShare =
      Engine.rewardPerToken(state, BigInt(Math.floor(clock.now() / 1000))) - state.rewardPerTokenStored;
    const due = (10n * SHARE * perShare) / Engine.SCALE;
    expect(due).toBeGreaterThan(0n);
    expect(await Farming.position(actor, id)).toMatchObject({ earned: due });
    const pot = await Ledger.balance("rewards:eth-usdc", "YANI");
    const paid = await harvest(actor, id);
    expect(paid).toMatchObject({ harvested: due, position: { earned: 0n, harvested: due } });
    expect(await yani(actor)).toBe(due);
    expect(await Ledger.balance("rewards:eth-usdc", "YANI")).toBe(pot - due);
    expect(await harvest(actor, id)).toMatchObject({ harvested: 0n, transactionHash: "" });
    expect(await yani(actor)).toBe(due);
    expect((await eventsOf(id)).map(({ type, payload }) => [type, payload["sequence"]])).toEqual([
      ["farm-staked", 1],
      ["farm-harvested", 2],
    ]);
    const [line] = await Ledger.history(accountOf(actor, "YANI").account.slice("wallet:".length), 1);
    expect(line).toMatchObject({ type: "REWARD_IN", available: due, from: "rewards:eth-usdc" });
  });

  it("open the wallet that they are paid into", async () => {
    const { actor, id } = await createFarmer("10");
    const wallets = async () => (await owned(actor)).map(({ asset }) => asset.symbol);
    expect(await wallets()).not.toContain("YANI");
    clock.advance(DAY);
    await harvest(actor, id);
    expect(await wallets()).toContain("YANI");
  });

  it("can be harvested after a withdrawal, and accrue on the remaining shares", async () => {
    const { actor, id } = await createFarmer("10");
    clock.advance(DAY);
    const { earned } = await Farming.position(actor, id);
    const part = await withdrawShares(actor, { positionId: id, amount: "4" });
    expect(part).toMatchObject({ withdrawn: 4n * SHARE, position: { shares: 6n * SHARE, earned } });
    clock.advance(DAY);
    const later = await Farming.position(actor, id);
    expect(later.earned).toBeGreaterThan(earned);
    await withdrawShares(actor, { positionId: id, amount: "6" });
    clock.advance(DAY);
    expect(await Farming.position(actor, id)).toMatchObject({ earned: later.earned, status: "active" });
    expect(await harvest(actor, id)).toMatchObject({ harvested: later.earned });
    expect(await Farming.position(actor, id)).toMatchObject({ status: "closed", shares: 0n });
    expect(await Farming.positions(actor)).toEqual([]);
  });

  it("are paid by an exit together with all shares", async () => {
    const { actor, id } = await createFarmer("10");
    clock.advance(DAY);
    const { earned } = await Farming.position(actor, id);
    const gone = await exit(actor, id);
    expect(gone).toMatchObject({ withdrawn: 10n * SHARE, harvested: earned, position: { status: "closed" } });
    expect(await yani(actor)).toBe(earned);
    await expect(exit(actor, id)).rejects.toEqual(errorOf("FARMING_POSITION_NOT_FOUND"));
    const types = (await eventsOf(id)).map(({ type }) => type).sort();
    expect(types).toEqual(["farm-harvested", "farm-staked", "farm-withdrawn"]);
    // A new stake reopens the same position.
    expect((await stakeShares(actor, "1")).position).toMatchObject({ id, harvested: earned, version: 3n });
  });

  it("are published to webhooks in order, with the shares", async () => {
    const { actor, id } = await createFarmer("20");
    clock.advance(DAY);
    await harvest(actor, id);
    clock.advance(DAY);
    await exit(actor, id);
    const { events } = await ApiEvents.list(actor, { objectId: id, limit: 10, oldestFirst: true });
    const ordered = events.toSorted((a, b) => a.sequence - b.sequence);
    expect(ordered.map(({ type }) => type)).toEqual([
      "farm.staked",
      "farm.harvested",
      "farm.withdrawn",
      "farm.harvested",
    ]);
    expect(new Set(ordered.map(({ sequence }) => sequence)).size).toBe(4);
  });

  it("stop accruing at the period's end", async () => {
    const { actor, id } = await createFarmer("10");
    clock.advance(370 * DAY);
    const over = await readFarmView();
    expect(over).toMatchObject({ status: "finished", emissionPerSecond: 0n, rewardsToCome: 0n, apr: "0.00" });
    const { earned } = await Farming.position(actor, id);
    clock.advance(30 * DAY);
    expect((await Farming.position(actor, id)).earned).toBe(earned);
    expect((await harvest(actor, id)).harvested).toBe(earned);
  });
});

describe("a position", () => {
  it("is not found by another user, in another ledger, or under an unknown id", async () => {
    const { actor, id } = await createFarmer("1");
    const other = await createProvider(1);
    const verbs = [
      (who: typeof actor, of: string) => Farming.position(who, of),
      (who: typeof actor, of: string) => harvest(who, of),
      (who: typeof actor, of: string) => exit(who, of),
      (who: typeof actor, of: string) => withdrawShares(who, { positionId: of, amount: "1" }),
    ];
    const ids = [
      id,
      id.replace("frm_", `frm_${ledgers[1]}_`),
      id.replace(FARM, "doge-usdc"),
      "frm_x",
      "liq_x",
    ];
    for (const verb of verbs) {
      for (const one of ids)
        await expect(verb(other, one)).rejects.toEqual(errorOf("FARMING_POSITION_NOT_FOUND"));
      for (const one of ids.slice(1))
        await expect(verb(actor, one)).rejects.toEqual(errorOf("FARMING_POSITION_NOT_FOUND"));
    }
  });

  it("cannot pay out more shares than it has", async () => {
    const { actor, id } = await createFarmer("10");
    await expect(withdrawShares(actor, { positionId: id, amount: "10.000000000001" })).rejects.toEqual(
      errorOf("SHARES_EXCEEDED", { shares: "10", amount: "10.000000000001" }),
    );
    await expect(withdrawShares(actor, { positionId: id, amount: "0" })).rejects.toEqual(
      errorOf("INVALID_AMOUNT"),
    );
  });
});

describe("an idempotency key", () => {
  it("executes a stake and a harvest once, also a harvest that paid nothing", async () => {
    const actor = await createProvider(1);
    const claim = <T>(name: string) => Idempotency.claim<T>(actor.userId, name, `key-${name}`, {});
    const staked = await Farming.stakeShares(actor, { farmId: FARM, amount: "3" }, claim("stake"));
    await expect(Farming.stakeShares(actor, { farmId: FARM, amount: "3" }, claim("stake"))).rejects.toThrow(
      Idempotency.AlreadyDone,
    );
    expect(await harvest(actor, staked.position.id, claim("harvest"))).toMatchObject({ harvested: 0n });
    clock.advance(DAY);
    await expect(harvest(actor, staked.position.id, claim("harvest"))).rejects.toThrow(
      Idempotency.AlreadyDone,
    );
    expect(await Farming.position(actor, staked.position.id)).toMatchObject({ shares: 3n * SHARE });
  });
});

it("a user in debt can withdraw shares", async () => {
  const { actor, id } = await createFarmer("5");
  const wallet = accountOf(actor, "EUR");
  await depositUnits(actor, "EUR", "1");
  await Policy.post({
    type: "TOP_UP_REFUND",
    postings: Ledger.move(
      systemRef("live", "receivable", "EUR"),
      systemRef("live", "clearing:psp", "EUR"),
      500n,
    ),
    actorId: "test",
    reason: "taken back when it was spent",
    extraWrites: Debts.debtWrites(wallet, 500n),
    result: () => undefined,
  });
  await withdrawShares(actor, { positionId: id, amount: "5" });
  expect((await Liquidity.list(actor))[0]?.farmed).toBe(0n);
});
