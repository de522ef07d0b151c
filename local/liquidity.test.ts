import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { audit } from "../core/audit/index.ts";
import * as Market from "../core/defi/exchange/market.ts";
import * as Supply from "../core/ledger/supply.ts";
import * as Table from "../core/platform/table/index.ts";
import * as Prices from "../core/prices/index.ts";
import { withDatabase } from "../tests/support/database.ts";
import { provideLiquidity } from "../tests/support/exchange.ts";
import { seedLiquidity } from "./liquidity.ts";

vi.mock("../core/prices/index.ts", { spy: true });

const all = async () => {
  const items: unknown[] = [];
  for await (const item of Table.scan()) items.push(item);
  return items;
};

/** As at every start. */
const issued = () => beforeAll(() => Supply.issue("live"));

describe("seedLiquidity(), on a table without liquidity,", () => {
  withDatabase();
  issued();

  test("adds liquidity to every pair at the feed's prices", async () => {
    for (const { reserve0 } of await Market.list("live")) expect(reserve0).toBe(0n);
    await seedLiquidity();
    const prices = await Prices.snapshot();
    for (const { pair, price, tvl } of await Market.list("live")) {
      const usd = (symbol: string) => prices.get(symbol)?.usd.toNumber() ?? 0;
      const expected = usd(pair.token0.symbol) / usd(pair.token1.symbol);
      expect(Number(price) / expected, pair.id).toBeCloseTo(1, 3);
      expect(Number(tvl) / 4_000_000, pair.id).toBeCloseTo(1, 3);
    }
    expect((await audit()).differences).toEqual([]);
  });

  test("changes nothing at its second call", async () => {
    const before = await all();
    await seedLiquidity();
    expect(await all()).toEqual(before);
  });
});

describe("seedLiquidity(), if a pair has liquidity already,", () => {
  withDatabase();
  issued();

  test("leaves that pair unchanged, and adds liquidity to the others", async () => {
    await provideLiquidity("USDC-USD", "10", "20");
    await seedLiquidity();
    for (const { pair, reserve0, reserve1 } of await Market.list("live")) {
      if (pair.id === "USDC-USD") expect([reserve0, reserve1]).toEqual([10_000_000n, 2_000n]);
      else expect(reserve0, pair.id).toBeGreaterThan(0n);
    }
    expect((await audit()).differences).toEqual([]);
  });
});

describe("seedLiquidity(), if the price of a token is unknown,", () => {
  withDatabase();
  afterEach(() => vi.restoreAllMocks());

  test("adds no liquidity, and names the token in its error", async () => {
    const prices = new Map(await Prices.snapshot());
    prices.delete("ETH");
    vi.spyOn(Prices, "snapshot").mockResolvedValue(prices);
    await expect(seedLiquidity()).rejects.toThrow("ETH");
    for (const { pair, reserve0 } of await Market.list("live")) expect(reserve0, pair.id).toBe(0n);
  });
});
