import { describe, expect, it, onTestFinished, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import {
  availableUnits,
  depositUnits,
  ledgerReserves,
  provideLiquidity,
  readPool,
  swapAtAnyPrice,
} from "../../../tests/support/exchange.ts";
import { differencesWithoutSupply, newActor } from "../../../tests/support/ledger.ts";
import { isReplayed } from "../../../tests/support/replayed.ts";
import { ledgers } from "../../../tests/support/sandboxes.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Money from "../../kernel/money/index.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import { type Addition, addLiquidity } from "./add-liquidity.ts";
import { getPair, LOCKED, pairs, parsePositionId, positionAccount, positionId } from "./pairs.ts";
import { poolKey } from "./pools.ts";
import * as Positions from "./positions.ts";
import { removeLiquidity } from "./remove-liquidity.ts";
import type { Added, Removed } from "./schema.ts";

withDatabase();

const adding = (pairId: string, amount0: string, amount1: string, slippage = "0.5") => ({
  pairId,
  amount0,
  amount1,
  slippage,
});
const removing = (id: string, lpTokens: string, minAmount0 = "0", minAmount1 = "0") => ({
  positionId: id,
  lpTokens,
  minAmount0,
  minAmount1,
});
/** All shares of ETH-USDC have 12 decimals, those of EUR-USDC 4. */
const eth = (shares: bigint) => Money.format(shares, 12);

describe("the first addition", () => {
  it("mints sqrt(x*y) shares, of which 1,000 are locked, and agrees with the ledger", async () => {
    const { provider, added } = await provideLiquidity("ETH-USDC", "1", "4000000");
    // sqrt(10^18 x 4 x 10^12) = 2 x 10^15.
    expect(added).toMatchObject({
      lpTokensReceived: 2n * 10n ** 15n - 1000n,
      poolShare: "99.999999",
      position: {
        id: positionId(provider, "ETH-USDC"),
        pairId: "ETH-USDC",
        token0Deposited: 10n ** 18n,
        token1Deposited: 4_000_000_000_000n,
        unclaimedFees: "0.00",
      },
    });
    expect(await Ledger.balance(LOCKED, "LP-ETH-USDC")).toBe(1000n);
    expect(await Ledger.balance("issuance", "LP-ETH-USDC")).toBe(-2n * 10n ** 15n);
    expect(await Ledger.balance(positionAccount(added.position.id), "LP-ETH-USDC")).toBe(
      added.lpTokensReceived,
    );
    expect(await readPool("ETH-USDC")).toMatchObject(await ledgerReserves("ETH-USDC"));
    expect([await availableUnits(provider, "ETH"), await availableUnits(provider, "USDC")]).toEqual([
      "0",
      "0",
    ]);
  });

  it("is rejected if it mints no more than the locked shares, and leaves the pool empty", async () => {
    await expect(provideLiquidity("EUR-USDC", "0.01", "0.0001")).rejects.toMatchObject({
      code: "INVALID_AMOUNT",
    });
    expect((await readPool("EUR-USDC")).totalSupply).toBe(0n);
  });
});

describe("a later addition", () => {
  it("takes amounts in the pool's ratio if they are within the slippage, and leaves the rest in the wallet", async () => {
    const provider = newActor();
    await depositUnits(provider, "ETH", "1");
    await depositUnits(provider, "USDC", "4010000");
    await expect(addLiquidity(provider, adding("ETH-USDC", "1", "4010000", "0.1"))).rejects.toMatchObject({
      code: "IMBALANCED_AMOUNTS",
      details: { pairId: "ETH-USDC", amount0: "1", amount1: "4000000", reserve0: "1", reserve1: "4000000" },
    });
    const added = await addLiquidity(provider, adding("eth-usdc", "1", "4010000", "0.5"));
    expect(added.lpTokensReceived).toBe(2n * 10n ** 15n);
    expect(added.poolShare).toBe("50");
    expect([await availableUnits(provider, "ETH"), await availableUnits(provider, "USDC")]).toEqual([
      "0",
      "10000",
    ]);
  });

  it("increases the user's only position in the pool", async () => {
    // Stops the clock, so that both values have the same prices.
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now());
    onTestFinished(() => clock.mockRestore());
    const { provider, added } = await provideLiquidity("ETH-USDC", "0.5", "2000000");
    const { added: more } = await provideLiquidity("ETH-USDC", "0.25", "1000000", provider);
    expect(more.position.id).toBe(added.position.id);
    expect(more.position).toMatchObject({
      lpTokens: added.lpTokensReceived + more.lpTokensReceived,
      token0Deposited: 75n * 10n ** 16n,
      token1Deposited: 3_000_000_000_000n,
      unclaimedFees: "0.00",
    });
    expect(await Positions.list(provider)).toEqual([more.position]);
  });

  it.each<[string, Partial<Addition>, string]>([
    ["to an unknown pair", { pairId: "ETH-DOGE" }, "PAIR_NOT_FOUND"],
    ["to a pair with its tokens swapped", { pairId: "USDC-ETH" }, "PAIR_NOT_FOUND"],
    ["zero of one token", { amount1: "0" }, "INVALID_AMOUNT"],
    ["more decimals than a token has", { amount1: "4000000.0000001" }, "INVALID_AMOUNT"],
    ["with a slippage above 50", { slippage: "51" }, "INVALID_SLIPPAGE"],
    ["amounts far from the pool's ratio", { amount0: "1000" }, "IMBALANCED_AMOUNTS"],
    ["more than the wallet of token0 has", { amount0: "2", amount1: "8000000" }, "INSUFFICIENT_BALANCE"],
    ["more than the wallet of token1 has", { amount0: "1", amount1: "4000000" }, "INSUFFICIENT_BALANCE"],
    [
      "so little that it mints no share",
      { amount0: "0.000000000000000001", amount1: "0.000001" },
      "INVALID_AMOUNT",
    ],
  ])("cannot add %s", async (_, wrong, code) => {
    const provider = newActor();
    await depositUnits(provider, "ETH", "1");
    await depositUnits(provider, "USDC", "3999999");
    const request = { ...adding("ETH-USDC", "0.1", "400000"), ...wrong };
    await expect(addLiquidity(provider, request)).rejects.toMatchObject({ code });
    expect([await availableUnits(provider, "ETH"), await availableUnits(provider, "USDC")]).toEqual([
      "1",
      "3999999",
    ]);
  });

  it("takes only as many base units of the finer token as correspond to whole cents of the other", async () => {
    const trader = newActor();
    await depositUnits(trader, "EUR", "10");
    await depositUnits(trader, "USDC", "10");
    await provideLiquidity("EUR-USDC", "1000", "1100");
    const { reserve0, reserve1 } = await readPool("EUR-USDC");
    // 0.0199 USDC correspond to 1.8 cents: takes one cent, and the corresponding USDC.
    await expect(addLiquidity(trader, adding("EUR-USDC", "1", "0.0199"))).rejects.toMatchObject({
      code: "IMBALANCED_AMOUNTS",
    });
    const { position } = await addLiquidity(trader, adding("EUR-USDC", "0.05", "0.0577", "50"));
    expect(position.token0Deposited).toBe(5n);
    expect((position.token1Deposited - 1n) * reserve0 < 5n * reserve1).toBe(true);
  });

  it("rejects an addition whose shares could not be redeemed later, and a removal that would leave such shares", async () => {
    const trader = newActor();
    await depositUnits(trader, "EUR", "10");
    await depositUnits(trader, "USDC", "10");
    const { reserve0, reserve1 } = await readPool("EUR-USDC");
    const forEuros = (cents: bigint) => Money.format((cents * reserve1) / reserve0 + 1n, 6);
    const { position } = await addLiquidity(trader, adding("EUR-USDC", "1", forEuros(100n)));
    const most = Money.format(position.lpTokens - 1n, 4);
    await expect(removeLiquidity(trader, removing(position.id, most))).rejects.toMatchObject({
      code: "INVALID_AMOUNT",
      message: expect.stringContaining("Withdraw the whole position"),
    });
    const all = await removeLiquidity(trader, removing(position.id, Money.format(position.lpTokens, 4)));
    expect(all.position.lpTokens).toBe(0n);
    const tiny = addLiquidity(trader, adding("EUR-USDC", "0.01", forEuros(1n)));
    await expect(tiny).rejects.toMatchObject({ code: "INVALID_AMOUNT" });
  });

  it("names the field of an invalid amount", async () => {
    await expect(addLiquidity(newActor(), adding("EUR-USDC", "1", "0.1234567"))).rejects.toMatchObject({
      code: "INVALID_AMOUNT",
      message: expect.stringMatching(/^amount1: /),
      details: { fields: [{ field: "amount1", message: expect.stringContaining("6 decimals") }] },
    });
  });

  it("is rejected with INSUFFICIENT_BALANCE if the user has no wallet", async () => {
    await expect(addLiquidity(newActor(), adding("ETH-USDC", "1", "4000000"))).rejects.toMatchObject({
      code: "INSUFFICIENT_BALANCE",
      details: { required: "1", available: "0", currency: "ETH" },
    });
  });
});

describe("fees", () => {
  it("go to 5/6 to the providers and to 1/6 to the treasury, whose shares are minted at the next addition", async () => {
    const { provider, added } = await provideLiquidity("BTC-USDC", "10", "900000");
    const trader = newActor();
    await depositUnits(trader, "BTC", "1");
    await depositUnits(trader, "USDC", "100000");
    for (let i = 0; i < 5; i++) {
      const { amountOut } = await swapAtAnyPrice(trader, "BTC", "USDC", "1");
      await swapAtAnyPrice(trader, "USDC", "BTC", Money.format(amountOut, 6));
      await depositUnits(trader, "BTC", "0.1");
    }
    expect(await Ledger.balance("treasury", "LP-BTC-USDC")).toBe(0n);
    // Both lists value the position at the same prices.
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const [position] = await Positions.list(provider);
    const fees = Number(position?.unclaimedFees);
    const value = Number(position?.currentValue);
    expect(fees).toBeGreaterThan(0);

    const pool = await readPool("BTC-USDC");
    const growth = Math.sqrt(Number(pool.reserve0 * pool.reserve1)) / Math.sqrt(Number(pool.kLast)) - 1;
    // The growth of the position's share of sqrt(k): the growth less the treasury's sixth.
    expect(fees / value).toBeCloseTo((growth * 5) / 6 / (1 + (growth * 5) / 6), 6);

    await provideLiquidity("BTC-USDC", "1", Money.format((pool.reserve1 * 10n ** 8n) / pool.reserve0, 6));
    const treasury = await Ledger.balance("treasury", "LP-BTC-USDC");
    expect(Number(treasury) / Number(added.lpTokensReceived)).toBeCloseTo(growth / 6, 5);
    const [after] = await Positions.list(provider);
    // Minting the treasury's shares does not reduce the fees shown before.
    expect(Number(after?.unclaimedFees)).toBeCloseTo(fees, 2);
  });

  it("start at zero for a new provider, whatever the pool earned before", async () => {
    const { reserve0, reserve1 } = await readPool("BTC-USDC");
    const { added } = await provideLiquidity(
      "BTC-USDC",
      "1",
      Money.format((reserve1 * 10n ** 8n) / reserve0, 6),
    );
    expect(added.position.unclaimedFees).toBe("0.00");
    expect(Number(added.position.currentValue)).toBeGreaterThan(0);
  });
});

describe("a removal", () => {
  it("of half a position's shares pays their fraction of the reserves", async () => {
    const { provider, added } = await provideLiquidity("ETH-USDC", "0.5", "2000000");
    const half = added.lpTokensReceived / 2n;
    const removed = await removeLiquidity(provider, removing(added.position.id, eth(half)));
    expect(removed).toMatchObject({
      lpTokensBurned: half,
      amount0: 25n * 10n ** 16n,
      amount1: 1_000_000_000_000n,
      position: {
        id: added.position.id,
        lpTokens: added.lpTokensReceived - half,
        token0Deposited: 25n * 10n ** 16n,
        token1Deposited: 1_000_000_000_000n,
        unclaimedFees: "0.00",
      },
    });
    expect([await availableUnits(provider, "ETH"), await availableUnits(provider, "USDC")]).toEqual([
      "0.25",
      "1000000",
    ]);
    expect(await readPool("ETH-USDC")).toMatchObject(await ledgerReserves("ETH-USDC"));
  });

  it("of all shares closes the position, which is not listed until liquidity is added again", async () => {
    const { provider, added } = await provideLiquidity("ETH-USDC", "0.5", "2000000");
    const { id } = added.position;
    const all = removing(id, eth(added.lpTokensReceived));
    const removed = await removeLiquidity(provider, all);
    expect(removed.position).toMatchObject({
      lpTokens: 0n,
      token0Deposited: 0n,
      token1Deposited: 0n,
      currentValue: "0.00",
      unclaimedFees: "0.00",
    });
    expect(await Positions.list(provider)).toEqual([]);
    await expect(removeLiquidity(provider, all)).rejects.toMatchObject({
      code: "LIQUIDITY_POSITION_NOT_FOUND",
    });
    const { added: reopened } = await provideLiquidity("ETH-USDC", "0.1", "400000", provider);
    expect(reopened.position).toMatchObject({
      id,
      lpTokens: reopened.lpTokensReceived,
      token0Deposited: 10n ** 17n,
    });
  });

  it("is rejected for more than the position, for zero, or below its minimum amounts", async () => {
    const { provider, added } = await provideLiquidity("ETH-USDC", "0.5", "2000000");
    const { id } = added.position;
    const shares = added.lpTokensReceived;
    const refusals: [ReturnType<typeof removing>, string][] = [
      [removing(id, eth(shares + 1n)), "INSUFFICIENT_BALANCE"],
      [removing(id, "0"), "INVALID_AMOUNT"],
      [removing(id, "0.0000000000001"), "INVALID_AMOUNT"],
      [removing(id, "0.000000000001"), "INVALID_AMOUNT"],
      [removing(id, eth(shares), "0.500000000000000001"), "SLIPPAGE_EXCEEDED"],
      [removing(id, eth(shares), "0", "2000000.000001"), "SLIPPAGE_EXCEEDED"],
    ];
    for (const [request, code] of refusals)
      await expect(removeLiquidity(provider, request)).rejects.toMatchObject({ code });
    const paid = await removeLiquidity(provider, removing(id, eth(shares), "0.5", "2000000"));
    expect([paid.amount0, paid.amount1]).toEqual([5n * 10n ** 17n, 2_000_000_000_000n]);
  });

  it("is rejected for another user's position or an unknown id", async () => {
    const { added } = await provideLiquidity("ETH-USDC", "0.5", "2000000");
    const other = newActor();
    const mine = positionId(other, "ETH-USDC");
    for (const id of [added.position.id, mine, "liq_x", "", `${mine}#`, mine.toUpperCase()]) {
      await expect(removeLiquidity(other, removing(id, "1"))).rejects.toMatchObject({
        code: "LIQUIDITY_POSITION_NOT_FOUND",
      });
    }
  });

  it("is executed once by parallel requests under one idempotency key, as an addition is", async () => {
    const provider = newActor();
    await depositUnits(provider, "ETH", "1");
    await depositUnits(provider, "USDC", "4000000");
    const claim = Idempotency.claim<Added>(provider.userId, "add", Ids.secret(), {});
    const add = () => addLiquidity(provider, adding("ETH-USDC", "0.5", "2000000"), claim);
    const adds = await Promise.allSettled(Array.from({ length: 4 }, add));
    const [added] = adds.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(adds.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    expect(await availableUnits(provider, "ETH")).toBe("0.5");

    const shares = eth(added?.lpTokensReceived ?? 0n);
    const burnClaim = Idempotency.claim<Removed>(provider.userId, "remove", Ids.secret(), {});
    const burn = () =>
      isReplayed(burnClaim, () =>
        removeLiquidity(provider, removing(added?.position.id ?? "", shares), burnClaim),
      );
    // The second finds the position closed by the first, and still returns the first one's result.
    const burns = await Promise.all(Array.from({ length: 4 }, burn));
    expect(burns.toSorted()).toEqual([false, true, true, true]);
    expect(await availableUnits(provider, "ETH")).toBe("1");
  });

  it("costs one read and one transaction, as an addition does", async () => {
    const { provider, added } = await provideLiquidity("ETH-USDC", "0.5", "2000000");
    await depositUnits(provider, "ETH", "1");
    await depositUnits(provider, "USDC", "4000000");
    const calls: string[] = [];
    Table.observe(({ operation }) => calls.push(operation));
    await removeLiquidity(provider, removing(added.position.id, "0.0001"));
    await addLiquidity(provider, adding("ETH-USDC", "0.5", "2000000"));
    Table.observe(undefined);
    // Prices are read in parallel if none of the last seconds are cached.
    expect(calls.filter((operation) => operation !== "GetItem")).toEqual([
      "BatchGetItem",
      "TransactWriteItems",
      "BatchGetItem",
      "TransactWriteItems",
    ]);
  });
});

describe("amounts beyond what one ledger entry can post", () => {
  const most = 10n ** 30n;
  const btc = Money.format(most, 8);
  const ether = Money.format(most, 18);

  it("can be removed only in several requests, as the error states", async () => {
    const native = Assets.native.symbol;
    const { provider, added } = await provideLiquidity(`${native}-USDC`, ether, "1000000");
    await provideLiquidity(`${native}-USDC`, ether, "1000000", provider);
    const shares = (units: bigint) => removing(added.position.id, eth(units));
    const [position] = await Positions.list(provider);
    await expect(removeLiquidity(provider, shares(position?.lpTokens ?? 0n))).rejects.toMatchObject({
      code: "INVALID_AMOUNT",
      message: expect.stringContaining("parts"),
    });
    const removed = await removeLiquidity(provider, shares(added.lpTokensReceived));
    expect(removed.amount1).toBeGreaterThan(0n);
    expect(await availableUnits(provider, native)).toBe(Money.format(removed.amount0, 18));
  });

  it("are rejected if the new shares would exceed the maximum of one entry", async () => {
    const { provider, added } = await provideLiquidity("BTC-ETH", btc, ether);
    const key = poolKey("live", getPair("BTC-ETH"));
    const { totalSupply } = await readPool("BTC-ETH");
    // Simulates four shares to each base unit.
    const supply = (units: bigint) => Table.update(key, { set: { totalSupply: units } });
    await supply(totalSupply * 4n);
    await depositUnits(provider, "BTC", btc);
    await depositUnits(provider, "ETH", ether);
    await expect(addLiquidity(provider, adding("BTC-ETH", btc, ether))).rejects.toMatchObject({
      code: "INVALID_AMOUNT",
      message: expect.stringContaining("parts"),
    });
    await supply(totalSupply);
    await removeLiquidity(provider, removing(added.position.id, Money.format(added.lpTokensReceived, 13)));
  });

  it("never block a pool whose fee is larger: the treasury gets as much as one entry can post", async () => {
    const { provider, added } = await provideLiquidity("BTC-ETH", btc, ether);
    for (let i = 0; i < 5; i++) await provideLiquidity("BTC-ETH", btc, ether, provider);
    // Simulates a pool whose whole content was earned as fees.
    const earn = () => Table.update(poolKey("live", getPair("BTC-ETH")), { set: { kLast: "1" } });
    await earn();
    await removeLiquidity(provider, removing(added.position.id, "1"));
    expect(await Ledger.balance("treasury", "LP-BTC-ETH")).toBe(most);
    await earn();
    await depositUnits(provider, "BTC", "10");
    await depositUnits(provider, "ETH", "10");
    const few = adding("BTC-ETH", "0.00000001", "0.000000000000000001");
    await addLiquidity(provider, { ...few, slippage: "50" });
    expect(await Ledger.balance("treasury", "LP-BTC-ETH")).toBe(2n * most);
  });
});

it("a position's id is parsed into ledger, owner and pool, and other ids are not parsed", () => {
  const { userId } = newActor();
  for (const { id: pairId } of pairs)
    for (const mode of ledgers)
      expect(parsePositionId(positionId({ mode, userId }, pairId))).toEqual({ mode, userId, pairId });
  for (const id of ["liq_", `liq_${userId}_btc-usdc`, `liq_${userId.slice(4)}_btcusdc`, "wal_x"])
    expect(parsePositionId(id)).toBeUndefined();
});

it("every addition and removal of this file leaves a ledger that passes the audit", async () => {
  expect(await differencesWithoutSupply()).toEqual([]);
});
