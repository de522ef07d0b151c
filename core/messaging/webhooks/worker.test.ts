import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { noEndings, withSecrets } from "../../../tests/support/identity.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import { status, withReceivers } from "../../../tests/support/receiver.ts";
import { holdTimers } from "../../../tests/support/timers.ts";
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
 * Tests deliveries at moments that no test over HTTP can choose. Without a queue, the tests call the workers.
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

it("sends nothing to the webhook of a former owner of the account, even before it is deleted", async () => {
  const user = await create({ name: "Ada", email: "former@example.com", emailVerified: false });
  const { webhook: hook } = await Webhooks.create(user, { name: "Mine", url: receivers.at("/former") });
  await emit(hook);
  await handOver(user.userId, { name: "Grace" }, noEndings);
  await deliver(hook);
  await emit(hook);
  await deliver(hook);
  expect(receivers.got("/former")).toEqual([]);
  expect(await pendingAttempts(hook)).toEqual([]);
});

it("sends nothing to the webhook of a blocked user, and continues after the user is unblocked", async () => {
  const user = await create({ name: "Ada", email: "blocked@example.com", emailVerified: true });
  const { webhook: hook } = await Webhooks.create(user, { name: "Mine", url: receivers.at("/blocked") });
  await emit(hook);
  await block({ operator: "test" }, user.userId, "a test");
  await deliver(hook);
  expect(receivers.got("/blocked")).toEqual([]);
  await unblock({ operator: "test" }, user.userId, "a test");
  await emit(hook);
  await deliver(hook);
  expect(receivers.got("/blocked")).toHaveLength(1);
});

async function createWebhook(path: string, answer = status(204)) {
  const actor = newActor();
  const { webhook: hook } = await Webhooks.create(actor, { name: "Mine", url: receivers.at(path, answer) });
  return { actor, hook };
}
const emit = (hook: Webhook, occurredAt = Clock.nowIso()) =>
  Deliveries.enqueue({
    id: Ids.create("event"),
    type: "job-done",
    occurredAt,
    userId: hook.userId,
    data: {},
  });
const deliveriesOf = async (hook: Webhook): Promise<readonly Delivery[]> =>
  (await Deliveries.list(hook, hook.webhookId, { limit: 100 })).deliveries;
const pendingAttempts = (hook: Webhook) =>
  Table.queryAll({ pk: nextAttempt.partition(hook), beginsWith: nextAttempt.prefix });
const storedWebhook = (hook: Webhook) => Table.get(webhook.key(hook));

/** The timeout of an attempt. */
const TIMEOUT_MS = 15_000;

/** Replaces the machine's clock by one that can jump. */
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

describe("a worker that is called for a webhook", () => {
  it("sends an event that is enqueued while another worker releases the lease", async () => {
    const { hook } = await createWebhook("/gap");
    await emit(hook);
    let hasEmitted = false;
    await interleave(
      database.endpoint,
      () => deliver(hook),
      ({ operation }) => {
        if (operation !== "DeleteItem" || hasEmitted) return undefined;
        hasEmitted = true;
        return emit(hook).then(() => deliver(hook));
      },
    );
    expect(hasEmitted).toBe(true);
    expect(receivers.got("/gap")).toHaveLength(2);
    expect((await deliveriesOf(hook)).map((one) => one.status)).toEqual(["delivered", "delivered"]);
  });

  it("leaves a webhook to the worker that has the lease, and takes over from a dead worker after a minute", async () => {
    const { hook } = await createWebhook("/orphaned");
    await emit(hook);
    expect(await Lease.acquire(`webhook:${hook.webhookId}`, "died", 60)).toBe(true);
    await deliver(hook);
    Clock.setOffset(59_000);
    await deliver(hook);
    expect(receivers.got("/orphaned")).toHaveLength(0);
    Clock.setOffset(61_000);
    await deliver(hook);
    expect(receivers.got("/orphaned")).toHaveLength(1);
  });

  it("sends ten deliveries at a time, and leaves the rest to the next call after ten seconds", async () => {
    const clock = jumpingClock();
    const { hook } = await createWebhook("/long", (response) => {
      if (receivers.got("/long").length === 10) clock.jump(11_000);
      response.writeHead(204).end();
    });
    for (let n = 0; n < 12; n++) await emit(hook);
    await deliver(hook);
    expect(receivers.got("/long")).toHaveLength(10);
    expect(await pendingAttempts(hook)).toHaveLength(2);
    await deliver(hook);
    expect(receivers.got("/long")).toHaveLength(12);
    expect(await pendingAttempts(hook)).toEqual([]);
  });

  it("deletes attempts whose delivery or webhook no longer exists", async () => {
    const { actor, hook } = await createWebhook("/leftover");
    await emit(hook);
    const [one] = await deliveriesOf(hook);
    await Table.remove(delivery.key(one as Delivery));
    await deliver(hook);
    expect(await pendingAttempts(hook)).toEqual([]);

    await emit(hook);
    await Table.remove(webhook.key(hook));
    await deliver({ userId: actor.userId, webhookId: hook.webhookId });
    expect(await pendingAttempts(hook)).toEqual([]);
    expect(receivers.got("/leftover")).toEqual([]);
  });
});

it("waits for a receiver until the timeout, and counts an unanswered attempt as failed", async () => {
  const timers = holdTimers(TIMEOUT_MS);
  const { hook } = await createWebhook("/stalls", () => timers.runPending());
  await emit(hook);
  await deliver(hook);
  expect(receivers.got("/stalls")).toHaveLength(1);
  expect(await deliveriesOf(hook)).toMatchObject([
    { status: "pending", attempts: 1, log: [{ error: expect.stringContaining("15 s") }] },
  ]);

  const clock = jumpingClock();
  receivers.set("/stalls", (response) => {
    clock.jump(TIMEOUT_MS - 1);
    response.writeHead(204).end();
  });
  Clock.setOffset(6000);
  await deliver(hook);
  const ids = receivers.got("/stalls").map(({ headers }) => headers["webhook-id"]);
  expect(ids).toEqual([ids[0], ids[0]]);
  expect(await deliveriesOf(hook)).toMatchObject([{ status: "delivered", attempts: 2 }]);
});

it("deletes an attempt whose time is not that of the delivery's next attempt", async () => {
  const { hook } = await createWebhook("/astray", status(500));
  await emit(hook);
  await deliver(hook);
  const [one] = await deliveriesOf(hook);
  const astray = { ...(one as Delivery), at: Clock.nowIso() };
  await Table.put(nextAttempt.item(astray));
  await deliver(hook);
  expect(receivers.got("/astray")).toHaveLength(1);
  expect(await pendingAttempts(hook)).toMatchObject([{ at: one?.nextAttemptAt }]);
});

describe("a worker during an attempt", () => {
  it("sends the delivery again if it is replayed", async () => {
    const { actor, hook } = await createWebhook("/replayed");
    await emit(hook);
    const [one] = await deliveriesOf(hook);
    receivers.set("/replayed", (response) => {
      receivers.set("/replayed", status(204));
      Deliveries.replay(actor, hook.webhookId, one?.deliveryId ?? "").then(() =>
        response.writeHead(500).end(),
      );
    });
    await deliver(hook);
    expect(receivers.got("/replayed")).toHaveLength(2);
    expect(await deliveriesOf(hook)).toMatchObject([{ status: "delivered", attempts: 1 }]);
    expect(await pendingAttempts(hook)).toEqual([]);
  });

  it("restores nothing of the webhook if it is deleted", async () => {
    const { actor, hook } = await createWebhook("/deleted-concurrently");
    await emit(hook);
    receivers.set("/deleted-concurrently", (response) => {
      Webhooks.remove(actor, hook.webhookId).then(() => response.writeHead(500).end());
    });
    await deliver(hook);
    expect(receivers.got("/deleted-concurrently")).toHaveLength(1);
    expect(await Table.queryAll({ pk: nextAttempt.partition(hook) })).toEqual([]);
    expect(await storedWebhook(hook)).toBeUndefined();
  });

  it("leaves no attempt behind if an event and the webhook's deletion are concurrent", async () => {
    const { actor, hook } = await createWebhook("/race");
    await Promise.all([emit(hook), Webhooks.remove(actor, hook.webhookId), emit(hook)]);
    await deliver(hook);
    expect(await pendingAttempts(hook)).toEqual([]);
  });
});

it("sends a webhook no event from before its creation", async () => {
  const { hook } = await createWebhook("/made-late");
  await emit(hook, new Date(Date.parse(hook.createdAt) - 1).toISOString());
  await emit(hook, hook.createdAt);
  await deliver(hook);
  expect(receivers.got("/made-late")).toHaveLength(1);
});

it("marks a webhook as failing, without disabling it, if several deliveries die concurrently", async () => {
  const { hook } = await createWebhook("/die-together", status(500));
  for (let n = 0; n < 5; n++) await emit(hook);
  for (const one of await deliveriesOf(hook)) await Table.update(delivery.key(one), { set: { attempts: 7 } });
  await deliver(hook);
  expect((await deliveriesOf(hook)).map(({ status: is, attempts }) => [is, attempts])).toEqual(
    Array(5).fill(["dead", 8]),
  );
  expect(await storedWebhook(hook)).toMatchObject({ enabled: true, failingSince: expect.any(String) });
});

it("disables a webhook once if its receiver answers several concurrent deliveries with 410", async () => {
  const { hook } = await createWebhook("/gone-together", status(410));
  for (let n = 0; n < 5; n++) await emit(hook);
  await deliver(hook);
  expect((await deliveriesOf(hook)).map((one) => one.status)).toEqual(Array(5).fill("dead"));
  expect(await storedWebhook(hook)).toMatchObject({ enabled: false, disabledReason: "gone" });
  const keys: Table.Item[] = [];
  for (const pk of outboxDue.partitions) keys.push(...(await Table.query({ index: "due", pk })).items);
  const outbox = await Table.getMany(keys.map(keyOfItem));
  const disabled = outbox.filter(
    (item) => item?.["type"] === "webhook-disabled" && String(item["payload"]).includes(hook.webhookId),
  );
  expect(disabled).toHaveLength(1);
});
