import { Decimal } from "decimal.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import * as Assets from "../../kernel/assets/index.ts";
import * as Money from "../../kernel/money/index.ts";
import type { Price } from "../../prices/index.ts";
import type { Wallet } from "../../wallets/schema.ts";
import { getPair } from "../exchange/pairs.ts";
import { value } from "./valuation.ts";

const price = (usd: string, eur: string): Price => ({
  usd: new Decimal(usd),
  eur: new Decimal(eur),
  change24h: new Decimal(0),
});
const wallet = (symbol: string, available: bigint, held = 0n): Wallet => ({
  id: `wal_${symbol}`,
  asset: Assets.get(symbol),
  available,
  held,
  owed: 0n,
  publicAddress: "",
  createdAt: "2026-11-21T00:00:00.000Z",
});

it("a wallet's value includes held amounts, and is rounded down to cents", () => {
  const prices = new Map([["BTC", price("90000.12345678", "81818.29")]]);
  const { wallets } = value([wallet("BTC", 50_000_001n, 50_000_000n)], prices);
  const [one] = wallets;
  expect([one?.value.usd.toFixed(), one?.value.eur.toFixed()]).toEqual(["90000.12", "81818.29"]);
});

it("the total is the sum of exact values, not of rounded ones", () => {
  const prices = new Map([
    ["EUR", price("1.006", "1")],
    ["USD", price("1.006", "0.9")],
  ]);
  const { total, wallets } = value([wallet("EUR", 100n), wallet("USD", 100n)], prices);
  expect(wallets.map((one) => one.value.usd.toFixed())).toEqual(["1", "1"]);
  expect(total.usd.toFixed()).toBe("2.01");
});

it("the total is exact to the cent for balances of any size", () => {
  fc.assert(
    fc.property(fc.bigInt(0n, Money.MAX_AMOUNT), fc.bigInt(1n, 10n ** 12n), (units, micros) => {
      const usd = Money.format(micros, 6);
      const { total } = value([wallet("ETH", units)], new Map([["ETH", price(usd, usd)]]));
      expect(total.usd.toFixed(2)).toBe(
        new Decimal(Money.format((units * micros) / 10n ** 22n, 2)).toFixed(2),
      );
    }),
  );
});

it("the total includes pool shares, farmed or not, and includes stakes only once, in their wallet", () => {
  const prices = new Map([
    ["BTC", price("90000", "80000")],
    ["USDC", price("1", "0.9")],
    ["YANI", price("2", "1.8")],
  ]);
  const pools = [
    {
      pair: getPair("BTC-USDC"),
      free: { amount0: 10_000_000n, amount1: 9_000_000_000n },
      farmed: { amount0: 1_000n, amount1: 900_009n },
    },
  ];
  const whole = value([wallet("YANI", 0n, 10n ** 18n)], prices, { pools, staked: 10n ** 18n });
  expect(whole.pooled.usd.toFixed()).toBe("18000");
  expect(whole.farmed.usd.toFixed()).toBe("1.8");
  expect(whole.farmed.eur.toFixed()).toBe("1.61");
  expect(whole.staked.usd.toFixed()).toBe("2");
  expect(whole.total.usd.toFixed()).toBe("18003.8");
});

it("the percentages of the holdings add up to exactly 100", () => {
  const symbols = ["BTC", "ETH", "EUR", "USDC", "YANI"] as const;
  const amounts = fc.tuple(...symbols.map(() => fc.bigInt(0n, 10n ** 30n)));
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 10 ** 9 }), (units, micros) => {
      const usd = Money.format(BigInt(micros), 6);
      const prices = new Map(
        symbols.map((symbol, index) => [symbol, price(`${Number(usd) * (index + 1)}`, usd)]),
      );
      const { holdings } = value(
        symbols.map((symbol, index) => wallet(symbol, units[index] ?? 0n)),
        prices,
      );
      const sum = holdings.reduce((all, { percent }) => all.plus(percent), new Decimal(0));
      expect(sum.toFixed(2)).toBe(holdings.length === 0 ? "0.00" : "100.00");
    }),
  );
});

it("the change over 24 hours compares with today's amounts at the prices of a day ago", () => {
  const up = { ...price("110", "100"), change24h: new Decimal(10) };
  const down = { ...price("90", "80"), change24h: new Decimal(-10) };
  const { change24h } = value(
    [wallet("BTC", 10n ** 8n), wallet("ETH", 10n ** 18n)],
    new Map([
      ["BTC", up],
      ["ETH", down],
    ]),
  );
  expect([change24h.usd.toFixed(), change24h.percent.toFixed()]).toEqual(["0", "0"]);
  const alone = value([wallet("BTC", 10n ** 8n)], new Map([["BTC", up]])).change24h;
  expect([alone.usd.toFixed(), alone.percent.toFixed()]).toEqual(["10", "10"]);
});
