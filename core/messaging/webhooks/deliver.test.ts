import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { someone } from "../../../tests/support/ledger.ts";
import { status, withReceivers } from "../../../tests/support/receiver.ts";
import { heldTimers } from "../../../tests/support/timers.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Table from "../../platform/table/index.ts";
import { deliver } from "./deliver.ts";
import * as Deliveries from "./deliveries.ts";
import { delivery, waiting, webhook } from "./entity.ts";
import * as Webhooks from "./index.ts";
import { laneOf, QUICK_AFTER, SLOW_MS } from "./pace.ts";
import type { Delivery, Webhook } from "./schema.ts";
import * as Turns from "./turns.ts";

/** Sending, at moments that no test over HTTP can choose. There is no queue here: calls are made by hand. */

const database = withDatabase();
const receivers = withReceivers();
beforeEach(() => {
  vi.stubEnv("EGRESS_ALLOW_PRIVATE", "true");
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  Clock.setOffset(0);
});

async function created(path: string, answer = status(204)) {
  const actor = someone();
  const { webhook: hook } = await Webhooks.create(actor, { name: "Mine", url: receivers.at(path, answer) });
  return { actor, hook };
}
/** One that has shown that it is quick. */
async function registered(path: string, answer = status(204)) {
  const { actor, hook } = await created(path, answer);
  await Table.update({
    key: webhook.key(hook),
    update: "SET quickTurns = :turns",
    values: { ":turns": QUICK_AFTER },
  });
  return { actor, hook };
}
const happens = (hook: Webhook) =>
  Deliveries.enqueue({
    id: Ids.create("event"),
    type: "job-done",
    occurredAt: Clock.nowIso(),
    userId: hook.userId,
    data: {},
  });
const all = async (hook: Webhook): Promise<readonly Delivery[]> =>
  (await Deliveries.list(hook, hook.webhookId, { limit: 100 })).deliveries;
const leftovers = (hook: Webhook) =>
  Table.queryAll({ pk: waiting.partition({ webhookId: hook.webhookId }), beginsWith: "WAITING#" });
const stored = (hook: Webhook) => Table.get(webhook.key(hook));
const lane = async (hook: Webhook) => laneOf(await Webhooks.fromId(hook, hook.webhookId));

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

describe("who is called for a webhook", () => {
  it("sends also what came while the turn was being given back, though its own call found the turn taken", async () => {
    const { hook } = await registered("/gap");
    await happens(hook);
    let came = false;
    await interleave(
      database.endpoint,
      () => deliver(hook, "quick"),
      ({ operation }) => {
        if (operation !== "DeleteItem" || came) return undefined;
        came = true;
        return happens(hook).then(() => deliver(hook, "quick"));
      },
    );
    expect(came).toBe(true);
    expect(receivers.got("/gap")).toHaveLength(2);
    expect((await all(hook)).map((one) => one.status)).toEqual(["delivered", "delivered"]);
  });

  it("leaves it to who is at it already, and takes over from one that died, a minute later", async () => {
    const { hook } = await registered("/orphaned");
    await happens(hook);
    expect(await Turns.begin(hook, "quick")).toBeDefined();
    await deliver(hook, "quick");
    expect(receivers.got("/orphaned")).toHaveLength(0);
    Clock.setOffset(61_000);
    await deliver(hook, "quick");
    expect(receivers.got("/orphaned")).toHaveLength(1);
  });

  it("sends ten at a time, and leaves the rest of a slow one's to the slow lane", async () => {
    const clock = jumpingClock();
    const { hook } = await registered("/slows-down", (response) => {
      if (receivers.got("/slows-down").length === 10) clock.jump(6000);
      response.writeHead(204).end();
    });
    for (let n = 0; n < 12; n++) await happens(hook);
    await deliver(hook, "quick");
    expect(receivers.got("/slows-down")).toHaveLength(10);
    await deliver(hook, "quick");
    expect(receivers.got("/slows-down")).toHaveLength(10);
    await deliver(hook, "slow");
    expect(receivers.got("/slows-down")).toHaveLength(12);
    expect(await stored(hook)).toMatchObject({ quickTurns: 1n });
  });

  it("stops when its turn is over, and the rest waits for the next call", async () => {
    const clock = jumpingClock();
    const { hook } = await registered("/long", (response) => {
      if (receivers.got("/long").length === 10) clock.jump(11_000);
      response.writeHead(204).end();
    });
    for (let n = 0; n < 12; n++) await happens(hook);
    await deliver(hook, "slow");
    expect(receivers.got("/long")).toHaveLength(10);
    expect(await leftovers(hook)).toHaveLength(2);
    await deliver(hook, "slow");
    expect(receivers.got("/long")).toHaveLength(12);
    expect(await leftovers(hook)).toEqual([]);
  });

  it("clears away what waits without a delivery, and what waits for a webhook that is gone", async () => {
    const { actor, hook } = await registered("/leftover");
    await happens(hook);
    const [one] = await all(hook);
    await Table.remove(delivery.key(one as Delivery));
    await deliver(hook, "quick");
    expect(await leftovers(hook)).toEqual([]);

    await happens(hook);
    await Table.remove(webhook.key(hook));
    await deliver({ userId: actor.userId, webhookId: hook.webhookId }, "quick");
    expect(await leftovers(hook)).toEqual([]);
    expect(receivers.got("/leftover")).toEqual([]);
  });
});

describe("which lane a webhook is served in", () => {
  it("the slow one until its receiver was quick three turns one after the other", async () => {
    const clock = jumpingClock();
    const { hook } = await created("/shows", (response) => {
      if (receivers.got("/shows").length === 3) clock.jump(SLOW_MS);
      response.writeHead(204).end();
    });
    const lanes: string[] = [];
    for (let turn = 1; turn <= 6; turn++) {
      await happens(hook);
      await deliver(hook, "quick");
      expect(receivers.got("/shows"), "a call in the quick lane").toHaveLength(turn - 1);
      await deliver(hook, "slow");
      expect(receivers.got("/shows")).toHaveLength(turn);
      lanes.push(await lane(hook));
    }
    expect(lanes).toEqual(["slow", "slow", "slow", "slow", "slow", "quick"]);
    await happens(hook);
    await deliver(hook, "quick");
    expect(receivers.got("/shows")).toHaveLength(7);
  });

  it("the slow one again once it has another address, whatever a turn at the former one is about to say", async () => {
    const { actor, hook } = await registered("/known");
    await happens(hook);
    receivers.set("/known", (response) => {
      Webhooks.update(actor, hook.webhookId, { url: receivers.at("/unknown") }).then(() =>
        response.writeHead(204).end(),
      );
    });
    expect(await lane(hook)).toBe("quick");
    await deliver(hook, "quick");
    expect(await lane(hook)).toBe("slow");

    const { hook: other } = await created("/new");
    await happens(other);
    receivers.set("/new", (response) => {
      Webhooks.update(other, other.webhookId, { url: receivers.at("/newer") }).then(() =>
        response.writeHead(204).end(),
      );
    });
    await deliver(other, "slow");
    expect(await stored(other)).not.toHaveProperty("quickTurns");
    expect((await Webhooks.update(other, other.webhookId, { name: "Same place" })).url).toContain("/newer");
  });

  it("a quick turn that its receiver leaves waiting fails nothing: the slow lane sends it anew, under the same id", async () => {
    const timers = heldTimers(SLOW_MS);
    const { hook } = await registered("/stalls", () => timers.letGo());
    await happens(hook);
    await deliver(hook, "quick");
    expect(receivers.got("/stalls")).toHaveLength(1);
    expect(await all(hook)).toMatchObject([{ status: "pending", attempts: 0, log: [], version: 1n }]);
    expect(await stored(hook)).not.toHaveProperty("failingSince");
    expect(await lane(hook)).toBe("slow");
    await deliver(hook, "quick");
    expect(receivers.got("/stalls")).toHaveLength(1);

    receivers.set("/stalls", status(204));
    await deliver(hook, "slow");
    const ids = receivers.got("/stalls").map(({ headers }) => headers["webhook-id"]);
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(await all(hook)).toMatchObject([{ status: "delivered", attempts: 1 }]);
  });
});

it("what waits at a time that is not its delivery's makes no attempt", async () => {
  const { hook } = await registered("/astray", status(500));
  await happens(hook);
  await deliver(hook, "quick");
  const [one] = await all(hook);
  const astray = { ...(one as Delivery), at: Clock.nowIso() };
  await Table.put({ ...waiting.key(astray), ...astray });
  await deliver(hook, "quick");
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
    await deliver(hook, "quick");
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
    await deliver(hook, "quick");
    expect(receivers.got("/deleted-meanwhile")).toHaveLength(1);
    expect(await Table.queryAll({ pk: waiting.partition({ webhookId: hook.webhookId }) })).toEqual([]);
    expect(await stored(hook)).toBeUndefined();
  });

  it("an event and the webhook's deletion never leave a delivery behind", async () => {
    const { actor, hook } = await registered("/race");
    await Promise.all([happens(hook), Webhooks.remove(actor, hook.webhookId), happens(hook)]);
    await deliver(hook, "quick");
    expect(await leftovers(hook)).toEqual([]);
  });
});

it("several deliveries given up at the same moment all die, and the webhook's failure begins once", async () => {
  const { hook } = await registered("/die-together", status(500));
  for (let n = 0; n < 5; n++) await happens(hook);
  for (const one of await all(hook))
    await Table.update({ key: delivery.key(one), update: "SET attempts = :seven", values: { ":seven": 7n } });
  await deliver(hook, "quick");
  expect((await all(hook)).map(({ status: is, attempts }) => [is, attempts])).toEqual(
    Array(5).fill(["dead", 8]),
  );
  expect(await stored(hook)).toMatchObject({ enabled: true, failingSince: expect.any(String) });
});

it("several at once that a receiver answers 410 to disable the webhook once", async () => {
  const { hook } = await registered("/gone-together", status(410));
  for (let n = 0; n < 5; n++) await happens(hook);
  await deliver(hook, "quick");
  expect((await all(hook)).map((one) => one.status)).toEqual(Array(5).fill("dead"));
  expect(await stored(hook)).toMatchObject({ enabled: false, disabledReason: "gone" });
  const waitingEvents: Table.Item[] = [];
  for (const shard of ["0", "1", "2", "3"])
    waitingEvents.push(...(await Table.query({ index: "due", pk: `OUTBOX#${shard}` })).items);
  const told = waitingEvents.filter(
    (item) => item["type"] === "webhook-disabled" && String(item["payload"]).includes(hook.webhookId),
  );
  expect(told).toHaveLength(1);
});
