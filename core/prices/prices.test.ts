import { Decimal } from "decimal.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as Assets from "../assets/index.ts";
import * as Prices from "./index.ts";
import { simulated } from "./simulated.ts";

const symbols = Assets.list().map((asset) => asset.symbol);
const AT = Date.parse("2026-11-21T09:30:00Z");
const DAY = 86_400_000;

describe("simulated prices", () => {
  it("depend on the seed and the time, and on nothing else", async () => {
    const first = await simulated("a").usd(symbols, AT);
    await simulated("a").usd(symbols, AT + 12_345);
    expect(await simulated("a").usd([...symbols].reverse(), AT)).toEqual(first);
    expect(await simulated("b").usd(symbols, AT)).not.toEqual(first);
    expect(await simulated("a").usd(symbols, AT + 5_000)).not.toEqual(first);
  });

  it("move little in a moment, and stay near what they walk around over years", async () => {
    const source = simulated("walk");
    for (let day = 0; day < 1000; day += 37) {
      const at = AT + day * DAY;
      const [now, next] = await Promise.all([source.usd(symbols, at), source.usd(symbols, at + 5_000)]);
      const bitcoin = now.get("BTC")?.toNumber() ?? 0;
      expect(bitcoin).toBeGreaterThan(20_000);
      expect(bitcoin).toBeLessThan(400_000);
      expect(Math.abs((next.get("BTC")?.toNumber() ?? 0) / bitcoin - 1)).toBeLessThan(0.01);
      expect(Math.abs((now.get("USDC")?.toNumber() ?? 0) - 1)).toBeLessThan(0.01);
    }
  });
});

describe("the snapshot", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: AT, toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("prices every asset, and holds for 5 seconds", async () => {
    const first = await Prices.snapshot();
    expect([...first.keys()]).toEqual(symbols);
    vi.setSystemTime(AT + 4_999);
    expect(await Prices.snapshot()).toEqual(first);
    vi.setSystemTime(AT + 5_000);
    expect(await Prices.snapshot()).not.toEqual(first);
  });

  it("has the dollar and the euro exact to one rate", async () => {
    const prices = await Prices.snapshot();
    const [usd, eur, btc] = ["USD", "EUR", "BTC"].map((symbol) => prices.get(symbol));
    expect(usd?.usd).toEqual(new Decimal(1));
    expect(eur?.eur).toEqual(new Decimal(1));
    expect(usd?.eur).toEqual(new Decimal(1).div(eur?.usd ?? 0));
    expect(btc?.eur).toEqual(btc?.usd.div(eur?.usd ?? 0));
    expect(usd?.change24h.toNumber()).toBe(0);
  });

  it("gives the change over 24 hours in percent of the price then", async () => {
    const now = (await Prices.snapshot()).get("BTC");
    vi.setSystemTime(AT - DAY);
    const then = (await Prices.snapshot()).get("BTC");
    const percent = now?.usd
      .div(then?.usd ?? 0)
      .minus(1)
      .times(100);
    expect(now?.change24h).toEqual(percent?.toDecimalPlaces(2));
  });
});
