import { expect, test } from "vitest";
import * as Assets from "../../core/kernel/assets/index.ts";
import { amount, day, minute, money, phrase, worth } from "./words.ts";

const [eur, eth, btc] = ["EUR", "ETH", "BTC"].map(Assets.get) as [Assets.Asset, Assets.Asset, Assets.Asset];

test("an amount has its currency's digits, or eight at most, and is never rounded up", () => {
  expect(amount(6_000n, eur).text).toBe('<data value="60">60.00 EUR</data>');
  expect(amount(150_000_000n, btc).text).toBe('<data value="1.5">1.5 BTC</data>');
  expect(amount(999_999_999_999_999_999n, eth).text).toBe(
    '<data value="0.999999999999999999">0.99999999 ETH</data>',
  );
});

test("no digit is lost to a float", () => {
  expect(amount(10n ** 38n - 1n, eur).text).toContain(
    ">999,999,999,999,999,999,999,999,999,999,999,999.99 EUR<",
  );
  expect(money(9_007_199_254_740_993_01n, eur)).toBe("€9,007,199,254,740,993.01");
  expect(worth("0.1", "USD")).toBe("$0.10");
});

test("a time reads as people write it, and keeps its instant for programs", () => {
  expect(day("2026-11-22T23:59:59.999Z").text).toBe(
    '<time datetime="2026-11-22T23:59:59.999Z">22 Nov 2026</time>',
  );
  expect(minute("2026-01-02T03:04:05.006Z").text).toContain(">2 Jan 2026, 03:04<");
});

test("a word of a protocol reads as one of a sentence", () => {
  expect(phrase("past_due")).toBe("Past due");
  expect(phrase("AWAITING_APPROVAL")).toBe("Awaiting approval");
});
