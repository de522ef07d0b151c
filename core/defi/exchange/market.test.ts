import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { depositUnits, provideLiquidity, readPool, swapAtAnyPrice } from "../../../tests/support/exchange.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import * as Table from "../../platform/table/index.ts";
import * as Prices from "../../prices/index.ts";
import { feeOf } from "./engine/amounts.ts";
import { bucket, trade } from "./entity.ts";
import * as Market from "./market.ts";
import type { Swapped } from "./schema.ts";
import { BUCKET_MS, bucketStart, lastDay } from "./trades.ts";

withDatabase();
afterEach(() => Clock.setOffset(0));

const pairNamed = async (id: string) => (await Market.list("live")).find(({ pair }) => pair.id === id);

describe("the market", () => {
  it("lists every pair, with zeros if it has no liquidity", async () => {
    const native = Assets.native.symbol;
    const pairs = await Market.list("live");
    expect(pairs.map(({ pair }) => pair.id)).toEqual([
      "BTC-USDC",
      "ETH-USDC",
      "EUR-USDC",
      "USDC-USD",
      "BTC-ETH",
      "BTC-EUR",
      "ETH-EUR",
      `${native}-USDC`,
      `${native}-EUR`,
      `${native}-ETH`,
    ]);
    for (const { pair, ...figures } of pairs) {
      expect(figures, pair.id).toEqual({
        reserve0: 0n,
        reserve1: 0n,
        price: "0",
        priceChange24h: "0.00",
        volume24h: "0.00",
        tvl: "0.00",
        apy: "0.00",
      });
    }
  });
});

describe("a pair's figures of the last 24 hours", () => {
  const swaps: Swapped[] = [];
  let start: number;

  beforeAll(async () => {
    const trader = newActor();
    await depositUnits(trader, "USDC", "10000");
    await depositUnits(trader, "USD", "10000");
    // Starts at a bucket's beginning, so that its end is known.
    start = bucketStart(Clock.nowMs()) + BUCKET_MS;
    const at = (ms: number) => Clock.setOffset(start + ms - Date.now());
    at(0);
    await provideLiquidity("USDC-USD", "100000", "100000");
    for (const [ms, token, amount] of [
      [1_000, "USDC", "100"],
      [100_000, "USD", "200"],
      [290_000, "USDC", "300"],
      [310_000, "USD", "400"],
      [2 * 3_600_000, "USDC", "500"],
      [23 * 3_600_000, "USD", "600"],
    ] as const) {
      at(ms);
      swaps.push(await swapAtAnyPrice(trader, token, token === "USD" ? "USDC" : "USD", amount));
    }
  });

  const dollars = ({ tokenIn, amountIn, amountOut }: Swapped) => (tokenIn === "USD" ? amountIn : amountOut);
  const coins = ({ tokenIn, amountIn, amountOut }: Swapped) => (tokenIn === "USDC" ? amountIn : amountOut);
  const times = () => swaps.map(({ executedAt }) => Date.parse(executedAt));
  const since = (ms: number) => swaps.filter((one) => Date.parse(one.executedAt) >= ms);
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, one) => total + one, 0n);

  it("include exactly the swaps of these 24 hours, also if the hours begin within a bucket", async () => {
    const last = times().at(-1) ?? 0;
    const instants = [...times(), start, start + BUCKET_MS, last].flatMap((ms) => [
      ms + DAY_MS - 1,
      ms + DAY_MS,
      ms + DAY_MS + 1,
    ]);
    for (const now of instants.filter((ms) => ms >= last)) {
      const expected = since(now - DAY_MS);
      const day = await lastDay("live", "USDC-USD", now);
      expect([day.volume0, day.volume1]).toEqual([sum(expected.map(coins)), sum(expected.map(dollars))]);
      expect(day.fee0).toBe(
        sum(expected.map((one) => (one.tokenIn === "USDC" ? feeOf(one.amountIn, 30n) : 0n))),
      );
      expect(day.fee1).toBe(
        sum(expected.map((one) => (one.tokenIn === "USD" ? feeOf(one.amountIn, 30n) : 0n))),
      );
    }
  });

  it("are stored in items without unused attributes", async () => {
    for (const one of [trade, bucket]) {
      const figures = ["pk", "sk", "ttl", ...Object.keys(one.schema.shape)].sort();
      const items = await Table.queryAll({ pk: one.partition({ mode: "live", pairId: "USDC-USD" }) });
      expect(items.length).toBeGreaterThan(0);
      for (const item of items) expect(Object.keys(item).sort()).toEqual(figures);
    }
  });

  it("begin with the reserves before the first swap", async () => {
    const items = await Table.queryAll({ pk: trade.partition({ mode: "live", pairId: "USDC-USD" }) });
    for (const [i, ms] of times().entries()) {
      const { open } = await lastDay("live", "USDC-USD", ms + DAY_MS);
      expect(open).toEqual({ reserve0: items[i]?.["open0"], reserve1: items[i]?.["open1"] });
    }
    expect((await lastDay("live", "USDC-USD", (times().at(-1) ?? 0) + DAY_MS + 1)).open).toBeUndefined();
  });

  it("are shown in US dollars, with the price's change, the pool's value and the providers' yield", async () => {
    Clock.setOffset(start + 24 * 3_600_000 - 1000 - Date.now());
    const shown = await pairNamed("USDC-USD");
    const { reserve0, reserve1 } = await readPool("USDC-USD");
    const price = Number(reserve1) / 1e2 / (Number(reserve0) / 1e6);
    expect(Number(shown?.price)).toBeCloseTo(price, 12);
    // The sum of all six swaps; the US dollar has the price 1.
    const volume = Number(sum(swaps.map(dollars))) / 100;
    expect(Number(shown?.volume24h)).toBeCloseTo(volume, 2);
    expect(Number(shown?.priceChange24h)).toBeCloseTo((price - 1) * 100, 1);
    const usdc = (await Prices.snapshot()).get("USDC")?.usd.toNumber() ?? 0;
    const tvl = (Number(reserve0) / 1e6) * usdc + Number(reserve1) / 100;
    expect(Number(shown?.tvl)).toBeCloseTo(tvl, 1);
    const feesIn = (token: string) =>
      Number(sum(swaps.filter(({ tokenIn }) => tokenIn === token).map((one) => feeOf(one.amountIn, 30n))));
    const fees = (feesIn("USDC") / 1e6) * usdc + feesIn("USD") / 100;
    expect(Number(shown?.apy)).toBeCloseTo(((fees * 5) / 6 / tvl) * 365 * 100, 1);
  });

  it("are cached for three seconds, while the reserves are read at every request", async () => {
    Clock.setOffset(start + 24 * 3_600_000 - Date.now());
    const trader = newActor();
    await depositUnits(trader, "USDC", "10");
    const before = await pairNamed("USDC-USD");
    await swapAtAnyPrice(trader, "USDC", "USD", "10");
    const queries: string[] = [];
    Table.observe(({ operation }) => queries.push(operation));
    const at = await pairNamed("USDC-USD");
    Table.observe(undefined);
    expect(queries.filter((one) => one === "Query")).toEqual([]);
    expect(at?.volume24h).toBe(before?.volume24h);
    expect(at?.reserve0).toBe((before?.reserve0 ?? 0n) + 10_000_000n);
    Clock.setOffset(start + 24 * 3_600_000 + 3000 - Date.now());
    expect(Number((await pairNamed("USDC-USD"))?.volume24h)).not.toBe(Number(before?.volume24h));
  });
});

it("a negative price change that rounds to zero is shown without a sign", async () => {
  const trader = newActor();
  await provideLiquidity("EUR-USDC", "1000000", "1000000");
  await depositUnits(trader, "EUR", "1");
  await swapAtAnyPrice(trader, "EUR", "USDC", "1");
  Clock.setOffset(60_000);
  const shown = await pairNamed("EUR-USDC");
  expect(Number(shown?.price)).toBeLessThan(1);
  expect(shown?.priceChange24h).toBe("0.00");
});
