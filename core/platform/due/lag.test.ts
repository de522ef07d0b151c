import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clientConfig } from "../../../local/database.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import {
  advanceClock,
  createMember,
  proposalEventTypes,
  propose,
} from "../../../tests/support/governance.ts";
import { withSecrets } from "../../../tests/support/identity.ts";
import { bare } from "../../../tests/support/items.ts";
import { lagIndex } from "../../../tests/support/lagging-index.ts";
import { newActor, readBalances } from "../../../tests/support/ledger.ts";
import { handlePspEvent, intentOf, readPayment } from "../../../tests/support/payments.ts";
import { withPsp } from "../../../tests/support/psp.ts";
import { createStake, DAY } from "../../../tests/support/staking.ts";
import { audit } from "../../audit/index.ts";
import { advance } from "../../defi/governance/advance.ts";
import { fromId } from "../../defi/governance/proposals.ts";
import { vote } from "../../defi/governance/vote.ts";
import { unlock } from "../../defi/staking/schedules.ts";
import { unstake } from "../../defi/staking/unstake.ts";
import { sweep as sweepJobs } from "../../jobs/ending.ts";
import * as Jobs from "../../jobs/index.ts";
import { lease } from "../../jobs/lease.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { accountOf } from "../../ledger/accounts.ts";
import * as Supply from "../../ledger/supply.ts";
import * as Deliveries from "../../messaging/webhooks/deliveries.ts";
import * as Webhooks from "../../messaging/webhooks/index.ts";
import { sweep as sweepWebhooks } from "../../messaging/webhooks/next-attempt.ts";
import { releaseDue } from "../../payments/payments/clearing.ts";
import * as Payments from "../../payments/payments/index.ts";
import { endDue } from "../../payments/payments/intent.ts";
import * as Outbox from "../outbox/index.ts";
import * as Table from "../table/index.ts";
import * as Due from "./index.ts";

/**
 * Sweeps whose index is a minute behind the table: it does not show items that became due within that minute, and still
 * shows items that were processed within it. Sweeps are then late, but lose nothing and process nothing twice.
 */

const LAG = 60;
const database = withDatabase();
withSecrets();
const psp = withPsp();
// The queue is mocked, to record the messages sent to it.
const sqs = mockClient(SQSClient);

beforeAll(async () => {
  await Supply.issue("live");
});
beforeEach(() => {
  for (const name of ["TEST", "JOBS", "WEBHOOK_DELIVERIES"])
    process.env[`QUEUE_URL_${name}`] = `http://127.0.0.1/${name}`;
  process.env["EGRESS_ALLOW_PRIVATE"] = "true";
  sqs.reset();
  sqs.on(SendMessageBatchCommand).resolves({});
  lagIndex(database.endpoint, LAG);
});
afterEach(() => {
  Table.configure(clientConfig(database.endpoint));
  delete process.env["CARD_HOLD_HOURS"];
  delete process.env["EGRESS_ALLOW_PRIVATE"];
});
afterAll(async () => {
  sqs.restore();
  expect((await audit()).differences).toEqual([]);
});

const pass = (seconds: number) => advanceClock(seconds * 1000);
const sent = (): string[] =>
  sqs
    .commandCalls(SendMessageBatchCommand)
    .flatMap(({ args }) => args[0].input.Entries ?? [])
    .map(({ MessageBody = "" }) => MessageBody);

/** Sweeps, then again while the index still shows the processed items, and a third time after it was updated. */
async function sweepThrice(sweep: () => Promise<number>): Promise<number[]> {
  const counts = [await sweep()];
  for (const seconds of [LAG / 2, LAG]) {
    pass(seconds);
    counts.push(await sweep());
  }
  return counts;
}

describe("with an index a minute behind", () => {
  it("a sweep skips items that were deleted, completed or postponed since, and reads the current state of the rest", async () => {
    const kind = Due.define("LAGGING", 2);
    const names = ["gone", "done", "put-off", "changed"];
    const keyOf = (name: string) => ({ pk: `LAGGING#${name}`, sk: "ITEM" });
    for (const name of names)
      await Table.put(
        bare({ ...keyOf(name), name, ...kind.at(name, Clock.nowIso()), body: "b".repeat(300_000) }),
      );
    pass(LAG);
    const isoIn = (seconds: number) => new Date(Clock.nowMs() + seconds * 1000).toISOString();
    await Table.remove(bare(keyOf("gone")));
    await Table.update(bare(keyOf("done")), { set: Due.done });
    await Table.update(bare(keyOf("put-off")), { set: kind.at("put-off", isoIn(60)) });
    await Table.update(bare(keyOf("changed")), { set: { name: "changed since" } });
    const seen: unknown[] = [];
    const work = async (item: Table.Item) => {
      seen.push(item["name"], String(item["body"]).length);
      return true;
    };
    expect(await Due.sweep(kind, work)).toBe(1);
    expect(seen).toEqual(["changed since", 300_000]);
    pass(60);
    expect(await Due.sweep(kind, work)).toBe(2);
    expect(seen).toContain("put-off");
  });

  it("an event is sent late, and under one id if it is sent several times", async () => {
    const happened = Outbox.define<object>()("something-happened", "QUEUE_URL_TEST");
    await Table.commit([Outbox.write(happened, {})]);
    pass(LAG - 1);
    expect(await Outbox.sweep()).toBe(0);
    pass(1);
    await sweepThrice(Outbox.sweep);
    const ids = sent().map((body) => Outbox.parse(body).id);
    expect(new Set(ids).size).toBe(1);
    const before = ids.length;
    pass(LAG);
    expect(await Outbox.sweep()).toBe(0);
    expect(sent()).toHaveLength(before);
  });

  it("a proposal's status is correct at any time, and each transition runs once", async () => {
    const rich = await createMember(45_000_000n);
    const { id } = await propose(rich);
    const status = async () => (await fromId("live", id)).status;
    advanceClock(2 * DAY_MS + 1000);
    expect(await status()).toBe("active");
    await vote(rich, id, { voteType: "for" });
    await sweepThrice(advance);
    advanceClock(7 * DAY_MS);
    expect(await status()).toBe("succeeded");
    await sweepThrice(advance);
    expect(await status()).toBe("queued");
    advanceClock(2 * DAY_MS);
    expect(await sweepThrice(advance)).toEqual([1, 0, 0]);
    expect(await status()).toBe("executed");
    expect(await proposalEventTypes(id)).toEqual([
      "proposal-activated",
      "proposal-queued",
      "proposal-executed",
    ]);
  });

  it("a stake can be withdrawn from its unlock date, and its owner is notified once", async () => {
    const [first, second] = [await createStake("locked-90", 200), await createStake("locked-90", 200)];
    pass(90 * DAY);
    expect(await unstake(first.actor, { positionId: first.id, amount: "200" })).toMatchObject({
      penalty: 0n,
    });
    expect(await sweepThrice(unlock)).toEqual([1, 0, 0]);
    expect(await unstake(second.actor, { positionId: second.id, amount: "200" })).toMatchObject({
      penalty: 0n,
    });
    expect(await sweepThrice(unlock)).toEqual([0, 0, 0]);
  });

  it("held money of a card top-up is released once", async () => {
    process.env["CARD_HOLD_HOURS"] = "72";
    const actor = newActor();
    await handlePspEvent("payment_intent.succeeded", intentOf(actor));
    pass(73 * 3600);
    await sweepThrice(releaseDue);
    expect(await readBalances(accountOf(actor, "EUR"))).toEqual({ available: 5000n, held: 0n });
    expect(await releaseDue()).toBe(0);
  });

  it("an unpaid payment is canceled once", async () => {
    const request = { amount: 5000, currency: "eur", description: "", metadata: {} };
    const { id } = await Payments.create(newActor(), request);
    await psp.advance(7 * DAY + 60);
    await sweepThrice(endDue);
    expect(await endDue()).toBe(0);
    expect(await readPayment(id)).toMatchObject({ status: "CANCELED" });
    expect(psp.events.filter(({ type }) => type === "payment_intent.canceled")).toHaveLength(1);
  });

  it("a job whose worker crashed is queued again within a minute, with one attempt used", async () => {
    const actor = newActor();
    const { jobId } = await Jobs.create(actor, { type: "render" });
    const by = { capabilities: ["render"], seconds: 30, worker: "dies" };
    expect(await lease(actor, by)).toMatchObject({ job: { jobId } });
    pass(31);
    expect(await sweepJobs()).toBe(0);
    expect(await Jobs.fromId(actor, jobId)).toMatchObject({ status: "running" });
    pass(LAG - 31);
    expect(await sweepThrice(sweepJobs)).toEqual([1, 0, 0]);
    expect(await Jobs.fromId(actor, jobId)).toMatchObject({ status: "queued", attempts: 1 });
  });

  it("a delivery whose message to a worker was lost is sent again", async () => {
    const actor = newActor();
    const { webhook } = await Webhooks.create(actor, { name: "Mine", url: "http://127.0.0.1:9/hook" });
    const event = { id: Ids.create("event"), type: "job-done", occurredAt: Clock.nowIso() } as const;
    await Deliveries.enqueue({ ...event, userId: actor.userId, data: {} });
    sqs.resetHistory();
    for (let minute = 0; minute < 5; minute++) {
      pass(60);
      await sweepWebhooks();
    }
    expect(sent().filter((body) => body.includes(webhook.webhookId)).length).toBeGreaterThan(0);
  });
});
