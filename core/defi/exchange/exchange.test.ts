import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import {
  availableUnits,
  depositUnits,
  inOneMinute,
  ledgerReserves,
  provideLiquidity,
  readPool,
  swapAtAnyPrice,
} from "../../../tests/support/exchange.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import { audit } from "../../audit/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Money from "../../kernel/money/index.ts";
import { walletId } from "../../ledger/accounts.ts";
import { walletCount } from "../../ledger/entity.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import { exchangeParameters } from "../parameters/index.ts";
import { amountOut } from "./engine/amounts.ts";
import * as Exchange from "./index.ts";
import type { Swapped } from "./schema.ts";
import * as Swaps from "./swap.ts";

withDatabase();
afterEach(() => {
  Clock.setOffset(0);
  Table.observe(undefined);
  vi.restoreAllMocks();
});

const ask = (tokenIn: string, tokenOut: string, amountIn: string, slippage = "0.5") =>
  Exchange.quote("live", { tokenIn, tokenOut, amountIn, slippage });
const order = (amountIn: string, more: Partial<Swaps.ExactInRequest> = {}): Swaps.ExactInRequest => ({
  tokenIn: "ETH",
  tokenOut: "USDC",
  amountIn,
  minAmountOut: "0",
  deadline: inOneMinute(),
  ...more,
});

describe("without liquidity", () => {
  it("a quote is rejected with INSUFFICIENT_LIQUIDITY", async () => {
    await expect(ask("ETH", "USDC", "1")).rejects.toMatchObject({ code: "INSUFFICIENT_LIQUIDITY" });
    await expect(
      Exchange.quote("live", { tokenIn: "ETH", tokenOut: "USDC", amountOut: "1", slippage: "0" }),
    ).rejects.toMatchObject({ code: "INSUFFICIENT_LIQUIDITY" });
  });
});

describe("with liquidity", () => {
  beforeAll(async () => {
    await provideLiquidity("ETH-USDC", "5", "10");
    await provideLiquidity("BTC-USDC", "10", "20");
    await provideLiquidity("BTC-ETH", "1", "1");
  });

  describe("a quote", () => {
    it("follows Uniswap's formulas for output, impact, fee and minimum, and is valid for 30 seconds", async () => {
      const before = Clock.nowMs();
      const quote = await ask("eth", "USDC", "1");
      // The case 1 at 5:10 of Uniswap's own tests, with USDC's six decimals.
      expect(quote).toMatchObject({
        amountIn: 10n ** 18n,
        amountOut: 1_662_497n,
        minimumReceived: 1_654_225n,
        fee: "0.003",
        priceImpact: "16.8752",
        route: ["ETH", "USDC"],
        maximumAmountIn: undefined,
      });
      expect(Date.parse(quote.expiresAt) - before).toBeGreaterThanOrEqual(30_000);
      expect(Date.parse(quote.expiresAt) - Clock.nowMs()).toBeLessThanOrEqual(30_000);
    });

    it("for an exact output returns an input that suffices", async () => {
      const quote = await Exchange.quote("live", {
        tokenIn: "ETH",
        tokenOut: "USDC",
        amountOut: "1.5",
        slippage: "1",
      });
      expect(quote.amountOut).toBe(1_500_000n);
      expect(quote.maximumAmountIn).toBe((quote.amountIn * 101n) / 100n);
      const { reserve0, reserve1 } = await readPool("ETH-USDC");
      expect(amountOut(quote.amountIn, reserve0, reserve1, 30n)).toBe(1_500_000n);
      expect(amountOut(quote.amountIn - 2n, reserve0, reserve1, 30n)).toBeLessThan(1_500_000n);
    });

    it("takes the longer route if it pays more, with the fees of all hops", async () => {
      // BTC is worth 2 USDC in its own pool, and 1 ETH or 2 USDC through the other two: the direct route costs fewer fees
      // until a large swap moves its price.
      const quote = await ask("BTC", "USDC", "0.1");
      expect(quote.route).toEqual(["BTC", "USDC"]);
      const trader = newActor();
      await depositUnits(trader, "BTC", "10");
      await swapAtAnyPrice(trader, "BTC", "USDC", "10");
      const after = await ask("BTC", "USDC", "0.1");
      expect(after.route).toEqual(["BTC", "ETH", "USDC"]);
      // 1 - 0.997^2 of the input.
      expect(after.fee).toBe("0.0005991");
    });

    it("uses a fee changed by governance immediately", async () => {
      const before = await ask("ETH", "USDC", "1");
      await Table.commit([await exchangeParameters.changeWrite("live", { feeBps: 100n })]);
      const dear = await ask("ETH", "USDC", "1");
      expect(dear.fee).toBe("0.01");
      expect(dear.amountOut).toBeLessThan(before.amountOut);
      await Table.commit([await exchangeParameters.changeWrite("live", { feeBps: 30n })]);
      expect((await ask("ETH", "USDC", "1")).amountOut).toBe(before.amountOut);
    });

    it("reads the pools at most once a second for any number of callers", async () => {
      const calls: string[] = [];
      Table.observe(({ operation }) => calls.push(operation));
      Clock.setOffset(Clock.offset() + 1000);
      for (const amount of ["0.1", "0.2", "0.3"]) await ask("BTC", "USDC", amount);
      expect(calls).toEqual(["BatchGetItem"]);
    });

    it.each<[string, Partial<Exchange.QuoteRequest>, string]>([
      ["of a token for itself", { tokenOut: "eth" }, "IDENTICAL_TOKENS"],
      ["of an unknown token", { tokenIn: "DOGE" }, "PAIR_NOT_FOUND"],
      ["into an unknown token", { tokenOut: "LP-ETH-USDC" }, "PAIR_NOT_FOUND"],
      ["of nothing", { amountIn: "0.00" }, "INVALID_AMOUNT"],
      ["of less than nothing", { amountIn: "-1" }, "INVALID_AMOUNT"],
      ["of more decimals than the token has", { amountIn: "0.0000000000000000001" }, "INVALID_AMOUNT"],
      ["of so little that the output is zero", { amountIn: "0.000000000000000001" }, "INVALID_AMOUNT"],
      ["of more than one journal entry can post", { amountIn: `1${"0".repeat(13)}` }, "INVALID_AMOUNT"],
      [
        "for more than the pools' reserves",
        { amountIn: undefined, amountOut: "10000" },
        "INSUFFICIENT_LIQUIDITY",
      ],
      ["with a slippage above 50", { slippage: "50.0001" }, "INVALID_SLIPPAGE"],
      ["with a slippage below 0", { slippage: "-0.1" }, "INVALID_SLIPPAGE"],
      ["with a slippage that is not a number", { slippage: "abc" }, "INVALID_SLIPPAGE"],
    ])("rejects %s", async (_, wrong, code) => {
      const request = { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1", slippage: "0.5", ...wrong };
      await expect(Exchange.quote("live", request)).rejects.toMatchObject({ code });
    });

    it.each(["0", "50", "0.5", "00.5", "49.9999"])("accepts a slippage of %s", async (slippage) => {
      expect((await ask("ETH", "USDC", "1", slippage)).amountOut).toBeGreaterThan(0n);
    });
  });

  describe("a swap", () => {
    it("pays the quoted output, moves both amounts between wallets and pool, and opens the receiving wallet", async () => {
      const trader = newActor();
      await depositUnits(trader, "ETH", "2");
      const before = await readPool("ETH-USDC");
      const quote = await ask("ETH", "USDC", "0.5");
      const result = await Swaps.swap(trader, order("0.5", { minAmountOut: "0.5" }));
      expect(result).toEqual({
        entryId: expect.stringMatching(/^txn_/),
        route: ["ETH", "USDC"],
        transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        tokenIn: "ETH",
        tokenOut: "USDC",
        amountIn: quote.amountIn,
        amountOut: quote.amountOut,
        fee: quote.fee,
        priceImpact: quote.priceImpact,
        executedAt: expect.any(String),
      });
      expect(await availableUnits(trader, "ETH")).toBe("1.5");
      expect(await availableUnits(trader, "USDC")).toBe(Money.format(quote.amountOut, 6));
      const after = await readPool("ETH-USDC");
      expect(after).toEqual({
        ...before,
        reserve0: before.reserve0 + quote.amountIn,
        reserve1: before.reserve1 - quote.amountOut,
      });
      expect(after).toMatchObject(await ledgerReserves("ETH-USDC"));
      const [line] = await Ledger.history(walletId("live", trader.userId, "USDC"), 1);
      expect(line).toMatchObject({ type: "SWAP_IN", from: "pool:ETH-USDC", available: quote.amountOut });
    });

    it("for an exact output through two pools pays it to the base unit, for at most the maximum input", async () => {
      const trader = newActor();
      await depositUnits(trader, "BTC", "1");
      const asked = { tokenIn: "BTC", tokenOut: "USDC", amountOut: "0.010001" };
      const quote = await Exchange.quote("live", { ...asked, slippage: "0" });
      expect(quote.route).toEqual(["BTC", "ETH", "USDC"]);
      const exactly = Money.format(quote.amountIn, 8);
      const less = Money.format(quote.amountIn - 1n, 8);
      const wanted = { ...asked, deadline: inOneMinute() };
      await expect(Swaps.swap(trader, { ...wanted, maxAmountIn: less })).rejects.toMatchObject({
        code: "SLIPPAGE_EXCEEDED",
        details: { maxAmountIn: less, amountIn: exactly },
      });
      const made = await Swaps.swap(trader, { ...wanted, maxAmountIn: exactly });
      expect(made).toMatchObject({ amountIn: quote.amountIn, amountOut: 10_001n });
      expect(await availableUnits(trader, "USDC")).toBe("0.010001");
      expect(await availableUnits(trader, "BTC")).toBe(Money.format(100_000_000n - quote.amountIn, 8));
      for (const id of ["BTC-ETH", "ETH-USDC"])
        expect(await readPool(id)).toMatchObject(await ledgerReserves(id));
      expect(await Swaps.fromId(trader, made.entryId)).toEqual(made);
      await expect(Swaps.fromId(newActor(), made.entryId)).rejects.toMatchObject({ code: "SWAP_NOT_FOUND" });
    });

    it("for an exact output pays it to each of several concurrent traders, and k grows", async () => {
      const before = await readPool("ETH-USDC");
      const traders = [1, 2, 3, 4].map(() => newActor());
      for (const trader of traders) await depositUnits(trader, "ETH", "1");
      const order = { tokenIn: "ETH", tokenOut: "USDC", maxAmountIn: "1", deadline: inOneMinute() };
      await Promise.all(traders.map((trader) => Swaps.swap(trader, { ...order, amountOut: "0.01" })));
      for (const trader of traders) expect(await availableUnits(trader, "USDC")).toBe("0.01");
      const after = await readPool("ETH-USDC");
      expect(before.reserve1 - after.reserve1).toBe(40_000n);
      expect(after.reserve0 * after.reserve1).toBeGreaterThan(before.reserve0 * before.reserve1);
    });

    it("through two pools is posted as one journal entry", async () => {
      const trader = newActor();
      await depositUnits(trader, "BTC", "0.01");
      const quote = await ask("BTC", "USDC", "0.01");
      expect(quote.route).toEqual(["BTC", "ETH", "USDC"]);
      const { transactionHash, ...result } = await swapAtAnyPrice(trader, "BTC", "USDC", "0.01");
      expect(result.amountOut).toBe(quote.amountOut);
      const [line] = await Ledger.history(walletId("live", trader.userId, "BTC"), 1);
      const entry = await Ledger.find(line?.entryId ?? "");
      expect(entry).toMatchObject({ type: "SWAP", transactionHash });
      expect(entry?.postings.map(({ account, asset }) => `${account} ${asset}`).slice(1, -1)).toEqual([
        "pool:BTC-ETH BTC",
        "pool:BTC-ETH ETH",
        "pool:ETH-USDC ETH",
        "pool:ETH-USDC USDC",
      ]);
      for (const id of ["BTC-ETH", "ETH-USDC"])
        expect(await readPool(id)).toMatchObject(await ledgerReserves(id));
    });

    it("may empty a wallet, and is rejected with INSUFFICIENT_BALANCE beyond its balance or without a wallet", async () => {
      const trader = newActor();
      await expect(Swaps.swap(trader, order("1"))).rejects.toMatchObject({
        code: "INSUFFICIENT_BALANCE",
        details: { required: "1", available: "0", currency: "ETH" },
      });
      await depositUnits(trader, "ETH", "0.1");
      await expect(Swaps.swap(trader, order("0.100000000000000001"))).rejects.toMatchObject({
        code: "INSUFFICIENT_BALANCE",
        details: { required: "0.100000000000000001", available: "0.1", currency: "ETH" },
      });
      await Swaps.swap(trader, order("0.1"));
      expect(await availableUnits(trader, "ETH")).toBe("0");
    });

    it("is rejected with SLIPPAGE_EXCEEDED below the minimum output, and accepted at exactly the minimum", async () => {
      const trader = newActor();
      await depositUnits(trader, "ETH", "1");
      const quote = await ask("ETH", "USDC", "1");
      const exactly = Money.format(quote.amountOut, 6);
      const more = Money.format(quote.amountOut + 1n, 6);
      await expect(Swaps.swap(trader, order("1", { minAmountOut: more }))).rejects.toMatchObject({
        code: "SLIPPAGE_EXCEEDED",
        details: { minAmountOut: more, amountOut: exactly },
      });
      expect(await Table.get({ pk: `USER#${trader.userId}`, sk: "WALLET#live#USDC" })).toBeUndefined();
      expect((await Swaps.swap(trader, order("1", { minAmountOut: exactly }))).amountOut).toBe(
        quote.amountOut,
      );
    });

    it("is accepted until its deadline, and rejected with QUOTE_EXPIRED a millisecond later", async () => {
      const trader = newActor();
      await depositUnits(trader, "ETH", "1");
      const now = Date.now();
      vi.spyOn(Date, "now").mockReturnValue(now);
      const before = new Date(now - 1).toISOString();
      const at = new Date(now).toISOString();
      await expect(Swaps.swap(trader, order("0.1", { deadline: before }))).rejects.toMatchObject({
        code: "QUOTE_EXPIRED",
        details: { deadline: before },
      });
      await Swaps.swap(trader, order("0.1", { deadline: at }));
      expect(await availableUnits(trader, "ETH")).toBe("0.9");
    });

    it("is rejected if the owner may not open the receiving wallet, and moves no money", async () => {
      const trader = newActor();
      await depositUnits(trader, "ETH", "1");
      await Table.update(walletCount.key(trader), { set: { count: 10 } });
      await expect(Swaps.swap(trader, order("0.1"))).rejects.toMatchObject({
        code: "WALLET_LIMIT_REACHED",
      });
      expect(await availableUnits(trader, "ETH")).toBe("1");
    });

    it("is executed once by eight concurrent requests under one idempotency key, which get the same result", async () => {
      const trader = newActor();
      await depositUnits(trader, "ETH", "1");
      const claim = Idempotency.claim<Swapped>(trader.userId, "swap", Ids.secret(), { amountIn: "0.25" });
      const once = (deadline?: string) =>
        Idempotency.once(claim, undefined, () =>
          Swaps.swap(trader, { ...order("0.25"), ...(deadline !== undefined && { deadline }) }, claim),
        );
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => once()));
      expect(await availableUnits(trader, "ETH")).toBe("0.75");
      expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
      const [{ result } = { result: undefined }] = outcomes;
      for (const one of outcomes) expect(one.result).toEqual(result);
      // Also if its own effect, or the time since, would now cause a rejection.
      Clock.setOffset(120_000);
      expect(await once("2020-01-01T00:00:00Z")).toEqual({ result, replayed: true });
    });

    it("costs one read and one transaction", async () => {
      const trader = newActor();
      await depositUnits(trader, "ETH", "1");
      await depositUnits(trader, "USDC", "1");
      const calls: string[] = [];
      Table.observe(({ operation }) => calls.push(operation));
      await Swaps.swap(trader, order("0.1"));
      expect(calls).toEqual(["BatchGetItem", "TransactWriteItems"]);
    });
  });
});

it("every quote and swap of this file leaves a ledger that passes the audit", async () => {
  expect((await audit()).differences).toEqual([]);
});
