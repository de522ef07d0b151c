import { Decimal } from "decimal.js";
import { expect, it } from "vitest";
import * as Funding from "../../core/defi/staking/funding.ts";
import * as Outbox from "../../core/platform/outbox/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import * as Snapshot from "../../core/prices/snapshot.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { bare } from "../../tests/support/items.ts";
import { createStake, DAY, withStoppedClock } from "../../tests/support/staking.ts";
import { handler } from "./measure.ts";

withDatabase();
const clock = withStoppedClock();

const happened = Outbox.define<Record<string, never>>()("something-happened", "QUEUE_URL_NOTIFICATIONS");

it("outboxAge grows from the commit of an event until the event is removed from the outbox", async () => {
  expect(await handler()).toMatchObject({ outboxAge: 0 });
  const event = Outbox.write(happened, {});
  await Table.commit([event]);
  clock.advance(420);
  expect(await handler()).toMatchObject({ outboxAge: 420 });
  await Table.remove(bare({ pk: event.put.pk, sk: event.put.sk }));
  expect(await handler()).toMatchObject({ outboxAge: 0 });
});

it("priceAge is the age of the price snapshot, and is missing before the first one", async () => {
  expect(await handler()).not.toHaveProperty("priceAge");
  const quote = { symbol: "BTC", usd: new Decimal(1), volume24h: new Decimal(0), atMs: clock.now() };
  await Snapshot.save({
    source: "test",
    atMs: clock.now(),
    factsAtMs: clock.now(),
    assets: new Map([["BTC", { ...quote, trend: { before: {} }, facts: {} }]]),
  });
  clock.advance(90);
  expect(await handler()).toMatchObject({ priceAge: 90 });
});

it("rewardRunwayDays counts the days until `fundedUntil`, and falls when stakes grow", async () => {
  await createStake("locked-365", 10_000_000);
  const days = async () => (await handler()).rewardRunwayDays;
  const first = await days();
  const { fundedUntil = "" } = await Funding.list("live");
  expect(first).toBeCloseTo((Date.parse(fundedUntil) - clock.now()) / (DAY * 1000), 3);
  await createStake("locked-365", 10_000_000);
  expect(await days()).toBeLessThan(first);
});
