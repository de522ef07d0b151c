import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { depositUnits, inOneMinute } from "../../tests/support/exchange.ts";
import { createMember, proposalDraft, TOKEN } from "../../tests/support/governance.ts";
import { withKey } from "../../tests/support/identity.ts";
import { createFundedWallet } from "../../tests/support/ledger.ts";
import { createStaff } from "../../tests/support/people.ts";
import { ledgers } from "../../tests/support/sandboxes.ts";
import { withStoppedClock } from "../../tests/support/staking.ts";
import { audit } from "../audit/index.ts";
import type { UserActor, WebActor } from "../identity/actor.ts";
import { testReceivers } from "../identity/sandboxes/people.ts";
import { type Mode, SANDBOX } from "../kernel/mode.ts";
import { DAY_MS } from "../kernel/time.ts";
import { systemRef, walletId } from "../ledger/accounts.ts";
import * as Ledger from "../ledger/index.ts";
import * as Table from "../platform/table/index.ts";
import { owned } from "../wallets/owned.ts";
import * as Address from "./addresses/index.ts";
import * as Adjustments from "./adjustments/index.ts";
import { addLiquidity } from "./exchange/add-liquidity.ts";
import * as Exchange from "./exchange/index.ts";
import * as Market from "./exchange/market.ts";
import { readExchange } from "./exchange/pools.ts";
import * as Liquidity from "./exchange/positions.ts";
import { removeLiquidity } from "./exchange/remove-liquidity.ts";
import * as Swaps from "./exchange/swap.ts";
import { lastDay } from "./exchange/trades.ts";
import * as FarmFunding from "./farming/funding.ts";
import * as Farming from "./farming/index.ts";
import { exit, harvest, withdrawShares } from "./farming/withdraw.ts";
import { actionOf } from "./governance/actions/index.ts";
import { advance } from "./governance/advance.ts";
import * as Delegation from "./governance/delegation.ts";
import * as Governance from "./governance/index.ts";
import { cancel } from "./governance/index.ts";
import { powerAt, powerNow } from "./governance/power.ts";
import * as Proposals from "./governance/proposals.ts";
import { vote } from "./governance/vote.ts";
import { exchangeParameters, governanceParameters } from "./parameters/index.ts";
import * as Portfolio from "./portfolio/index.ts";
import * as Compounding from "./staking/compounding.ts";
import * as Funding from "./staking/funding.ts";
import * as Staking from "./staking/index.ts";
import { claim } from "./staking/index.ts";
import * as Stakes from "./staking/positions.ts";
import { unlock } from "./staking/schedules.ts";
import { unstake } from "./staking/unstake.ts";

/**
 * The live ledger and two sandboxes: operations of a user in one of them are neither visible nor effective in the
 * others.
 */

withDatabase();
const clock = withStoppedClock();
let owner: UserActor;
const actorIn = (mode: Mode): UserActor => (mode === "live" ? owner : withKey(owner, { mode }));
let friend: UserActor;
/** The users besides the owner: in a sandbox only a test receiver. */
const friendIn = (mode: Mode): string => (mode === "live" ? friend.userId : testReceivers[0].userId);
let employee: WebActor;
beforeAll(async () => {
  employee = await createStaff("EMPLOYE");
});

beforeAll(async () => {
  friend = await createMember(1n);
  owner = await createMember(60_000_000n);
  for (const mode of ledgers) {
    if (mode !== "live") await createFundedWallet(actorIn(mode), "YANI", 60_000_000n * TOKEN);
    await FarmFunding.open(mode);
    await depositUnits(actorIn(mode), "ETH", "100");
    await depositUnits(actorIn(mode), "USDC", "500000");
  }
});
afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

/** Returns all private and public data of a ledger. */
async function picture(mode: Mode): Promise<unknown> {
  const actor = actorIn(mode);
  return {
    portfolio: await Portfolio.list(actor),
    exchange: await readExchange(mode),
    market: await Market.list(mode),
    day: await lastDay(mode, "ETH-USDC", clock.now()),
    quote: await Exchange.quote(mode, quoteRequest).catch((error) => error.code),
    liquidity: await Liquidity.list(actor),
    farms: await Farming.list(mode),
    farming: await Farming.positions(actor),
    pools: (await Funding.list(mode)).pools,
    stakes: await Stakes.list(actor),
    proposals: await Proposals.list(mode, { page: 1, limit: 100 }),
    delegation: await Delegation.read(actor),
    friends: await Delegation.read({ ...friend, userId: friendIn(mode), mode } as UserActor),
    power: [await powerNow(actor), await powerAt(actor, clock.now())],
    parameters: [await governanceParameters.read(mode), await exchangeParameters.read(mode)],
    treasury: await Ledger.balance(systemRef(mode, "treasury", "YANI").account, "YANI"),
  };
}

const quoteRequest = { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1", slippage: "1" };

/** Returns the items of a ledger. Every item of these domains contains its ledger. */
async function itemsOf(mode: Mode): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of Table.scan()) {
    // The end of a staff member's chain of the audit trail belongs to no ledger.
    if (String(item["pk"]).startsWith("TRAILHEAD#")) continue;
    const text = JSON.stringify(item, (_, value) => (typeof value === "bigint" ? String(value) : value));
    const [named = "live"] = new RegExp(SANDBOX).exec(text) ?? [];
    if (named === mode) items.push(item);
  }
  return items;
}

const others = (mode: Mode): Mode[] => ledgers.filter((one) => one !== mode);

/** Returns the data and items of all other ledgers. */
const elsewhere = (mode: Mode) =>
  Promise.all(others(mode).map(async (one) => [one, await picture(one), await itemsOf(one)]));

/** Ids that earlier operations created. */
interface Ids {
  stake: string;
  liquidity: string;
  farming: string;
  proposals: string[];
}

/** Every operation with an actor, in an order in which all succeed. */
const operations: Readonly<Record<string, (actor: UserActor, ids: Ids) => Promise<unknown>>> = {
  adjust: (actor) =>
    Adjustments.adjust(
      { ...employee, mode: actor.mode } as UserActor,
      walletId(actor.mode, actor.userId, "YANI"),
      {
        operation: "DEPOSIT",
        amount: "1",
        reason: "a test",
      },
    ),
  async addLiquidity(actor, ids) {
    const amounts = { amount0: "10", amount1: "40000" };
    const added = await addLiquidity(actor, { pairId: "ETH-USDC", ...amounts, slippage: "1" });
    ids.liquidity = added.position.id;
  },
  swap: (actor) =>
    Swaps.swap(actor, {
      tokenIn: "ETH",
      tokenOut: "USDC",
      amountIn: "1",
      minAmountOut: "0",
      deadline: inOneMinute(),
    }),
  removeLiquidity: (actor, { liquidity }) => removeLiquidity(actor, removal(liquidity)),
  async stakeShares(actor, ids) {
    const { position } = await Farming.stakeShares(actor, { farmId: "eth-usdc", amount: "2" });
    ids.farming = position.id;
    clock.advance(3600);
  },
  harvest: (actor, { farming }) => harvest(actor, farming),
  withdrawShares: (actor, { farming }) => withdrawShares(actor, { positionId: farming, amount: "1" }),
  exit: (actor, { farming }) => exit(actor, farming),
  async stake(actor, ids) {
    const { position } = await Staking.stake(actor, { poolId: "locked-90", amount: "1000" });
    ids.stake = position.id;
    clock.advance(3600);
  },
  claim: (actor, ids) => claim(actor, ids.stake),
  unstake: (actor, ids) => unstake(actor, { positionId: ids.stake, amount: "100", forceEarly: true }),
  async set(actor, ids) {
    await Delegation.set(actor, Address.ofUser(friendIn(actor.mode)));
    for (const isOn of [true, false]) await Compounding.set(actor, ids.stake, isOn);
  },
  remove: (actor) => Delegation.remove(actor),
  async create(actor, ids) {
    for (let i = 0; i < 2; i++) ids.proposals.push((await Governance.create(actor, proposalDraft())).id);
    clock.advance(2 * 86_400 + 1);
  },
  vote: (actor, { proposals: [id = ""] }) => vote(actor, id, { voteType: "for" }),
  cancel: (actor, { proposals: [, id = ""] }) => cancel(actor, id),
};

/** The error of each operation for an object of another ledger. */
const missing: Readonly<Record<string, string>> = {
  removeLiquidity: "LIQUIDITY_POSITION_NOT_FOUND",
  harvest: "FARMING_POSITION_NOT_FOUND",
  withdrawShares: "FARMING_POSITION_NOT_FOUND",
  exit: "FARMING_POSITION_NOT_FOUND",
  claim: "POSITION_NOT_FOUND",
  unstake: "POSITION_NOT_FOUND",
  vote: "PROPOSAL_NOT_FOUND",
  cancel: "PROPOSAL_NOT_FOUND",
};

const removal = (positionId: string) => ({
  positionId,
  lpTokens: "0.0001",
  minAmount0: "0",
  minAmount1: "0",
});

it("the tests of this file cover every operation that changes data", () => {
  const sources = globSync("core/defi/**/*.ts", { exclude: ["**/*.test.ts"] });
  const names = sources.flatMap((file) =>
    [
      ...readFileSync(file, "utf8").matchAll(
        /^export (?:async )?(?:function|const) (\w+)[ =]*\(\s*(?:\w+|\{[^}]*\}): UserActor,/gm,
      ),
    ].map(([, name]) => name),
  );
  // Read-only functions and helpers.
  const reads = [
    "fromId",
    "list",
    "page",
    "rewards",
    "checkAdjustment",
    "position",
    "readsOf",
    "situationOf",
  ];
  expect([...new Set(names)].filter((name) => !reads.includes(name ?? "")).sort()).toEqual(
    Object.keys(operations).sort(),
  );
});

describe.each(ledgers)("in the %s ledger", (mode) => {
  const ids: Ids = { stake: "", liquidity: "", farming: "", proposals: [] };

  it.each(Object.keys(operations))(
    "the operation %s changes data of this ledger, and none of the other ledgers",
    async (name) => {
      const startMs = clock.now();
      const before = await elsewhere(mode);
      const own = await itemsOf(mode);
      await operations[name]?.(actorIn(mode), ids);
      const elapsed = (clock.now() - startMs) / 1000;
      clock.advance(-elapsed);
      expect(await elsewhere(mode)).toEqual(before);
      expect(await itemsOf(mode)).not.toEqual(own);
      clock.advance(elapsed);
    },
  );

  it.each(Object.entries(missing))(
    "the operation %s on an object of another ledger is rejected with %s",
    async (name, code) => {
      for (const other of others(mode))
        await expect(operations[name]?.(actorIn(other), ids)).rejects.toMatchObject({ code });
    },
  );

  it("proposals are not found from other ledgers", async () => {
    const [id = ""] = ids.proposals;
    expect(await Proposals.fromId(mode, id)).toMatchObject({ state: { mode } });
    for (const other of others(mode))
      await expect(Proposals.fromId(other, id)).rejects.toMatchObject({ code: "PROPOSAL_NOT_FOUND" });
  });
});

describe("the schedules", () => {
  it("close votes and unlock stakes in all ledgers", async () => {
    clock.advance((8 * DAY_MS) / 1000);
    await advance();
    for (const mode of ledgers) {
      const { proposals } = await Proposals.list(mode, { page: 1, limit: 10 });
      expect(
        proposals.filter(({ state }) => state.tally !== undefined),
        mode,
      ).toHaveLength(1);
    }
    clock.advance((90 * DAY_MS) / 1000);
    expect(await unlock()).toBe(ledgers.length);
    const events: unknown[] = [];
    for await (const item of Table.scan())
      if (item["type"] === "stake-unlocked") events.push(JSON.parse(String(item["payload"])).mode);
    expect(events.sort()).toEqual([...ledgers].sort());
  });

  it.each(ledgers)("execute proposals of the %s ledger in that ledger alone", async (mode) => {
    const actor = actorIn(mode);
    const { id } = await Governance.create(
      actor,
      proposalDraft({
        actions: [
          actionOf("exchange", "setFee", { feeBps: 7n }),
          actionOf("staking", "setPool", { poolId: "flexible", ...terms }),
          actionOf("governance", "setParameters", figures),
          actionOf("treasury", "transfer", {
            recipient: Address.ofUser(friendIn(mode)),
            asset: "YANI",
            amount: TOKEN,
          }),
        ],
      }),
    );
    clock.advance((2 * DAY_MS) / 1000 + 1);
    await vote(actor, id, { voteType: "for" });
    clock.advance((8 * DAY_MS) / 1000);
    await advance();
    clock.advance((3 * DAY_MS) / 1000);
    const friends = async (of: Mode) =>
      (await owned({ userId: friendIn(of), mode: of })).map(({ held, available }) => held + available);
    const seen = () => Promise.all(others(mode).map(async (one) => [await picture(one), await friends(one)]));
    const before = await seen();
    await advance();
    expect((await Proposals.fromId(mode, id)).status).toBe("executed");
    expect(await seen()).toEqual(before);
    expect(await exchangeParameters.read(mode)).toEqual({ feeBps: 7n });
    expect(await governanceParameters.read(mode)).toEqual(figures);
    expect((await Funding.list(mode)).pools[0]).toMatchObject({ maxStake: terms.maxStake });
    expect(await friends(mode)).toEqual([mode === "live" ? 2n * TOKEN : TOKEN]);
  });
});

const terms = { apyBps: 800n, minStake: TOKEN, maxStake: 9n * TOKEN, active: true };
const figures = {
  proposalThreshold: 2_000_000n * TOKEN,
  quorumBps: 300n,
  votingDelaySeconds: 172_800n,
  votingPeriodSeconds: 604_800n,
  timelockSeconds: 172_800n,
};
