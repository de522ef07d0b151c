import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { nothingElse, withSecrets } from "../../../tests/support/identity.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { someone } from "../../../tests/support/ledger.ts";
import { status, withReceivers } from "../../../tests/support/receiver.ts";
import { heldTimers } from "../../../tests/support/timers.ts";
import { handOver } from "../../identity/hand-over.ts";
import { block, unblock } from "../../identity/roles/index.ts";
import { create } from "../../identity/users.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Lease from "../../platform/lease/index.ts";
import { outboxDue } from "../../platform/outbox/entity.ts";
import { keyOfItem } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import * as Deliveries from "./deliveries.ts";
import { delivery, nextAttempt, webhook } from "./entity.ts";
import * as Webhooks from "./index.ts";
import type { Delivery, Webhook } from "./schema.ts";
import { deliver } from "./worker.ts";

/**
 * Sending, at moments that no test over HTTP can choose. There is no queue here: workers are called by hand.
 */

const database = withDatabase();
withSecrets();
const receivers = withReceivers();
beforeEach(() => {
  vi.stubEnv("EGRESS_ALLOW_PRIVATE", "true");
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  Clock.setOffset(0);
});

it("sends nothing to what a former owner of the account has set up, cleared away or not", async () => {
  const user = await create({ name: "Ada", email: "former@example.com", emailVerified: false });
  const { webhook: hook } = await Webhooks.create(user, { name: "Mine", url: receivers.at("/former") });
  await happens(hook);
  await handOver(user.userId, { name: "Grace" }, nothingElse);
  await deliver(hook);
  await happens(hook);
  await deliver(hook);
  expect(receivers.got("/former")).toEqual([]);
  expect(await leftovers(hook)).toEqual([]);
});

it("sends nothing to what a blocked user has set up, and goes on once that is taken off", async () => {
  const user = await create({ name: "Ada", email: "blocked@example.com", emailVerified: true });
  const { webhook: hook } = await Webhooks.create(user, { name: "Mine", url: receivers.at("/blocked") });
  await happens(hook);
  await block({ operator: "test" }, user.userId, "a test");
  await deliver(hook);
  expect(receivers.got("/blocked")).toEqual([]);
  await unblock({ operator: "test" }, user.userId, "a test");
  await happens(hook);
  await deliver(hook);
  expect(receivers.got("/blocked")).toHaveLength(1);
});

async function registered(path: string, answer = status(204)) {
  const actor = someone();
  const { webhook: hook } = await Webhooks.create(actor, { name: "Mine", url: receivers.at(path, answer) });
  return { actor, hook };
}
const happens = (hook: Webhook, occurredAt = Clock.nowIso()) =>
  Deliveries.enqueue({
    id: Ids.create("event"),
    type: "job-done",
    occurredAt,
    userId: hook.userId,
    data: {},
  });
const all = async (hook: Webhook): Promise<readonly Delivery[]> =>
  (await Deliveries.list(hook, hook.webhookId, { limit: 100 })).deliveries;
const leftovers = (hook: Webhook) =>
  Table.queryAll({ pk: nextAttempt.partition(hook), beginsWith: nextAttempt.prefix });
const stored = (hook: Webhook) => Table.get(webhook.key(hook));

/** How long an attempt may take. */
const PATIENCE_MS = 15_000;

/** Lets the machine's clock jump when it is asked to. */
function jumpingClock(): { jump(ms: number): void } {
  const real = performance.now.bind(performance);
  let aheadMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => real() + aheadMs);
  return {
    jump: (ms) => {
      aheadMs += ms;
    },
  };
}

describe("a worker that is called to a webhook", () => {
  it("sends also what came while the lease was being given back, though its own call found the lease taken", async () => {
    const { hook } = await registered("/gap");
    await happens(hook);
    let came = false;
    await interleave(
      database.endpoint,
      () => deliver(hook),
      ({ operation }) => {
        if (operation !== "DeleteItem" || came) return undefined;
        came = true;
        return happens(hook).then(() => deliver(hook));
      },
    );
    expect(came).toBe(true);
    expect(receivers.got("/gap")).toHaveLength(2);
    expect((await all(hook)).map((one) => one.status)).toEqual(["delivered", "delivered"]);
  });

  it("leaves it to the one that is at it already, and takes over from one that died, a minute later", async () => {
    const { hook } = await registered("/orphaned");
    await happens(hook);
    expect(await Lease.acquire(`webhook:${hook.webhookId}`, "died", 60)).toBe(true);
    await deliver(hook);
    Clock.setOffset(59_000);
    await deliver(hook);
    expect(receivers.got("/orphaned")).toHaveLength(0);
    Clock.setOffset(61_000);
    await deliver(hook);
    expect(receivers.got("/orphaned")).toHaveLength(1);
  });

  it("sends ten at a time, and leaves what is left after ten seconds to the next call", async () => {
    const clock = jumpingClock();
    const { hook } = await registered("/long", (response) => {
      if (receivers.got("/long").length === 10) clock.jump(11_000);
      response.writeHead(204).end();
    });
    for (let n = 0; n < 12; n++) await happens(hook);
    await deliver(hook);
    expect(receivers.got("/long")).toHaveLength(10);
    expect(await leftovers(hook)).toHaveLength(2);
    await deliver(hook);
    expect(receivers.got("/long")).toHaveLength(12);
    expect(await leftovers(hook)).toEqual([]);
  });

  it("clears away what waits without a delivery, and what waits for a webhook that is gone", async () => {
    const { actor, hook } = await registered("/leftover");
    await happens(hook);
    const [one] = await all(hook);
    await Table.remove(delivery.key(one as Delivery));
    await deliver(hook);
    expect(await leftovers(hook)).toEqual([]);

    await happens(hook);
    await Table.remove(webhook.key(hook));
    await deliver({ userId: actor.userId, webhookId: hook.webhookId });
    expect(await leftovers(hook)).toEqual([]);
    expect(receivers.got("/leftover")).toEqual([]);
  });
});

it("a receiver is waited for as long as an attempt may take, and each attempt that it leaves unanswered has failed", async () => {
  const timers = heldTimers(PATIENCE_MS);
  const { hook } = await registered("/stalls", () => timers.letGo());
  await happens(hook);
  await deliver(hook);
  expect(receivers.got("/stalls")).toHaveLength(1);
  expect(await all(hook)).toMatchObject([
    { status: "pending", attempts: 1, log: [{ error: expect.stringContaining("15 s") }] },
  ]);

  const clock = jumpingClock();
  receivers.set("/stalls", (response) => {
    clock.jump(PATIENCE_MS - 1);
    response.writeHead(204).end();
  });
  Clock.setOffset(6000);
  await deliver(hook);
  const ids = receivers.got("/stalls").map(({ headers }) => headers["webhook-id"]);
  expect(ids).toEqual([ids[0], ids[0]]);
  expect(await all(hook)).toMatchObject([{ status: "delivered", attempts: 2 }]);
});

it("what waits at a time that is not its delivery's makes no attempt", async () => {
  const { hook } = await registered("/astray", status(500));
  await happens(hook);
  await deliver(hook);
  const [one] = await all(hook);
  const astray = { ...(one as Delivery), at: Clock.nowIso() };
  await Table.put(nextAttempt.item(astray));
  await deliver(hook);
  expect(receivers.got("/astray")).toHaveLength(1);
  expect(await leftovers(hook)).toMatchObject([{ at: one?.nextAttemptAt }]);
});

describe("while an attempt is under way", () => {
  it("a replay of the same delivery counts: it is sent again", async () => {
    const { actor, hook } = await registered("/replayed");
    await happens(hook);
    const [one] = await all(hook);
    receivers.set("/replayed", (response) => {
      receivers.set("/replayed", status(204));
      Deliveries.replay(actor, hook.webhookId, one?.deliveryId ?? "").then(() =>
        response.writeHead(500).end(),
      );
    });
    await deliver(hook);
    expect(receivers.got("/replayed")).toHaveLength(2);
    expect(await all(hook)).toMatchObject([{ status: "delivered", attempts: 1 }]);
    expect(await leftovers(hook)).toEqual([]);
  });

  it("the webhook may be deleted: nothing of it comes back", async () => {
    const { actor, hook } = await registered("/deleted-meanwhile");
    await happens(hook);
    receivers.set("/deleted-meanwhile", (response) => {
      Webhooks.remove(actor, hook.webhookId).then(() => response.writeHead(500).end());
    });
    await deliver(hook);
    expect(receivers.got("/deleted-meanwhile")).toHaveLength(1);
    expect(await Table.queryAll({ pk: nextAttempt.partition(hook) })).toEqual([]);
    expect(await stored(hook)).toBeUndefined();
  });

  it("an event and the webhook's deletion never leave a delivery behind", async () => {
    const { actor, hook } = await registered("/race");
    await Promise.all([happens(hook), Webhooks.remove(actor, hook.webhookId), happens(hook)]);
    await deliver(hook);
    expect(await leftovers(hook)).toEqual([]);
  });
});

it("what happened before there was a webhook is not sent to it, however late its queue brings it", async () => {
  const { hook } = await registered("/made-late");
  await happens(hook, new Date(Date.parse(hook.createdAt) - 1).toISOString());
  await happens(hook, hook.createdAt);
  await deliver(hook);
  expect(receivers.got("/made-late")).toHaveLength(1);
});

it("several deliveries given up at the same moment all die, and the webhook's failure begins once", async () => {
  const { hook } = await registered("/die-together", status(500));
  for (let n = 0; n < 5; n++) await happens(hook);
  for (const one of await all(hook)) await Table.update(delivery.key(one), { set: { attempts: 7 } });
  await deliver(hook);
  expect((await all(hook)).map(({ status: is, attempts }) => [is, attempts])).toEqual(
    Array(5).fill(["dead", 8]),
  );
  expect(await stored(hook)).toMatchObject({ enabled: true, failingSince: expect.any(String) });
});

it("several at once that a receiver answers 410 to disable the webhook once", async () => {
  const { hook } = await registered("/gone-together", status(410));
  for (let n = 0; n < 5; n++) await happens(hook);
  await deliver(hook);
  expect((await all(hook)).map((one) => one.status)).toEqual(Array(5).fill("dead"));
  expect(await stored(hook)).toMatchObject({ enabled: false, disabledReason: "gone" });
  const keys: Table.Item[] = [];
  for (const pk of outboxDue.partitions) keys.push(...(await Table.query({ index: "due", pk })).items);
  const outbox = await Table.getMany(keys.map(keyOfItem));
  const disabled = outbox.filter(
    (item) => item?.["type"] === "webhook-disabled" && String(item["payload"]).includes(hook.webhookId),
  );
  expect(disabled).toHaveLength(1);
});
