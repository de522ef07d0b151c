import { afterEach, expect, it } from "vitest";
import { consumers } from "../../contract/consumers.ts";
import { queues as specs } from "../../contract/queues.ts";
import { audit } from "../../core/audit/index.ts";
import { walletId, walletRef } from "../../core/ledger/accounts.ts";
import * as Table from "../../core/platform/table/index.ts";
import { loadHandler } from "../../local/parts.ts";
import { makeBurst, post } from "../support/burst.ts";
import { createCrashes } from "../support/crashes.ts";
import { readBalances } from "../support/ledger.ts";
import { withPlatform } from "../support/platform.ts";

// 500 webhooks in parallel while their consumers' processes die at random calls, and the queue delivers twice
// and reordered.

const crashes = createCrashes();
const platform = withPlatform({
  consumers: consumers.filter(({ id }) => id.startsWith("inbound.") || id === "outbox.sweep"),
  load: async (file) =>
    file.startsWith("events/inbound/") ? crashes.crashable(await loadHandler(file)) : loadHandler(file),
});
afterEach(() => platform.faults.clear());

/** The time for which a queue hides a failed message before it is redelivered. */
const HIDDEN_SECONDS = Math.max(
  specs["psp-events"].visibilitySeconds,
  specs["bank-events"].visibilitySeconds,
);

/** Processes until all queues are empty, and redelivers failed messages in each round. */
async function settle(): Promise<{ readonly dead: number }> {
  for (let round = 0; round < 30; round++) {
    await platform.advance(HIDDEN_SECONDS + 1);
    const { queues } = await platform.drain();
    const counts = [queues["psp-events"], queues["bank-events"]].filter((one) => one !== undefined);
    const open = counts.reduce((sum, one) => sum + one.visible + one.inFlight + one.delayed, 0);
    if (open === 0) return { dead: counts.reduce((sum, one) => sum + one.dead, 0) };
  }
  throw new Error("the queues were never empty");
}

it("applies each of 500 webhooks once, with repetitions, reordering and killed consumers", async () => {
  const burst = await makeBurst(500, {
    ...platform.seed.webhookSecrets,
    bankProvider: platform.seed.bankProvider,
  });
  expect(burst.webhooks).toHaveLength(500);
  expect(burst.events).toBe(450);
  // A batch makes about a hundred calls, so it dies anywhere in its work.
  crashes.set(platform.dynamodbEndpoint, 0.01);
  platform.faults.set({ dependency: "sqs", kind: "error", rate: 0.02 });
  platform.faults.set({ dependency: "queue-delivery", kind: "duplicate", rate: 0.1 });
  platform.faults.set({ dependency: "queue-delivery", kind: "reorder", rate: 0.2 });
  await Promise.all(burst.webhooks.map((webhook) => post(platform.url, webhook)));
  // Seven deliveries may die; the eighth must succeed.
  await platform.drain();
  await platform.advance(HIDDEN_SECONDS + 1);
  await platform.drain();
  expect(crashes.count()).toBeGreaterThan(0);
  crashes.set(platform.dynamodbEndpoint, 0);
  platform.faults.clear();
  expect(await settle()).toEqual({ dead: 0 });

  const held = await Promise.all(
    [...burst.expected.keys()].map(async (userId) => {
      const { available } = await readBalances(walletRef(walletId("live", userId, "EUR")));
      return [userId, available] as const;
    }),
  );
  expect(new Map(held)).toEqual(burst.expected);
  const records = { all: 0, unprocessed: 0 };
  for await (const item of Table.scan()) {
    if (!String(item["pk"]).startsWith("INBOUND#")) continue;
    records.all++;
    if (item["processedAt"] === undefined) records.unprocessed++;
  }
  expect(records).toEqual({ all: burst.events, unprocessed: 0 });
  expect((await audit()).differences).toEqual([]);
}, 120_000);
