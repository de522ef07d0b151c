import { Decimal } from "decimal.js";
import { expect, it } from "vitest";
import { PriceBook } from "./book.ts";
import type { Facts } from "./sources/schema.ts";
import { simulated } from "./sources/simulated.ts";
import type { PriceSource } from "./sources/source.ts";

const AT = Date.parse("2026-11-21T09:30:00Z");
const YEAR_MS = 365 * 86_400_000;

it("the highest and lowest price of all are never narrowed by a source that looks back a year", async () => {
  let told: Facts = {};
  const market = simulated("watch");
  const source: PriceSource = {
    ...market,
    // One asset is enough: of others the days of a whole year would be walked.
    quotes: (_, atMs, before) => market.quotes(["BTC"], atMs, before),
    facts: async () => new Map([["BTC", told]]),
  };
  const extreme = (usd: number, atMs: number) => ({ usd: new Decimal(usd), atMs });
  told = { allTimeHigh: extreme(200_000, AT), allTimeLow: extreme(10_000, AT) };
  const first = new PriceBook(source);
  await first.updateQuotes(AT);
  await first.updateFacts(AT);
  told = { allTimeHigh: extreme(150_000, AT + YEAR_MS), allTimeLow: extreme(5_000, AT + YEAR_MS) };
  const later = new PriceBook(source, first.snapshot(AT));
  await later.updateQuotes(AT + YEAR_MS);
  await later.updateFacts(AT + YEAR_MS);
  expect(later.state("BTC")?.facts).toMatchObject({
    allTimeHigh: extreme(200_000, AT),
    allTimeLow: extreme(5_000, AT + YEAR_MS),
  });
});
