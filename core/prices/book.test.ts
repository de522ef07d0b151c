import { Decimal } from "decimal.js";
import { expect, it } from "vitest";
import { PriceBook } from "./book.ts";
import { simulated } from "./sources/simulated.ts";
import type { PriceSource } from "./sources/source.ts";
import type { Facts } from "./sources/values.ts";

const AT = Date.parse("2026-11-21T09:30:00Z");
const YEAR_MS = 365 * 86_400_000;

it("the price book keeps an all-time high that its source no longer reports", async () => {
  let answered: Facts = {};
  const market = simulated("watch");
  const source: PriceSource = {
    ...market,
    // One asset is enough: each further one would compute the days of a whole year.
    quotes: (_, atMs, before) => market.quotes(["BTC"], atMs, before),
    facts: async () => new Map([["BTC", answered]]),
  };
  const extreme = (usd: number, atMs: number) => ({ usd: new Decimal(usd), atMs });
  answered = { allTimeHigh: extreme(200_000, AT), allTimeLow: extreme(10_000, AT) };
  const first = new PriceBook(source);
  await first.updateQuotes(AT);
  await first.updateFacts(AT);
  answered = { allTimeHigh: extreme(150_000, AT + YEAR_MS), allTimeLow: extreme(5_000, AT + YEAR_MS) };
  const later = new PriceBook(source, first.snapshot(AT));
  await later.updateQuotes(AT + YEAR_MS);
  await later.updateFacts(AT + YEAR_MS);
  expect(later.state("BTC")?.facts).toMatchObject({
    allTimeHigh: extreme(200_000, AT),
    allTimeLow: extreme(5_000, AT + YEAR_MS),
  });
});
