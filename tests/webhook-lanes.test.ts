import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type ConsumerSpec, consumers } from "../contract/consumers.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import * as Ids from "../core/kernel/ids/index.ts";
import * as Deliveries from "../core/messaging/webhooks/deliveries.ts";
import { webhook } from "../core/messaging/webhooks/entity.ts";
import * as Webhooks from "../core/messaging/webhooks/index.ts";
import { QUICK_AFTER, SLOW_MS } from "../core/messaging/webhooks/pace.ts";
import type { Webhook } from "../core/messaging/webhooks/schema.ts";
import { OWNER_AT_ONCE } from "../core/messaging/webhooks/turns.ts";
import type { Lane } from "../core/messaging/webhooks/wake.ts";
import * as Table from "../core/platform/table/index.ts";
import { someone } from "./support/ledger.ts";
import { withPlatform } from "./support/platform.ts";
import { status, withReceivers } from "./support/receiver.ts";
import { heldTimers } from "./support/timers.ts";

/** Users do not wait for each other's receivers, in lanes that have room for one more than a single user may take. */

const laneOf: Readonly<Record<string, Lane>> = {
  "webhooks.deliver": "quick",
  "webhooks.deliver-slow": "slow",
};
/** One call at a time each, so that it is not the size of a batch that lets others through. */
function narrow(spec: ConsumerSpec): ConsumerSpec[] {
  const lane = laneOf[spec.id];
  if (!lane || !("queue" in spec.trigger)) return [];
  return [{ ...spec, trigger: { ...spec.trigger, batchSize: 1, maxConcurrency: OWNER_AT_ONCE[lane] + 1 } }];
}
const platform = withPlatform({ seeded: false, consumers: consumers.flatMap(narrow) });
const receivers = withReceivers();
afterEach(() => {
  vi.restoreAllMocks();
});

/** What a delivery is given in the slow lane. */
const PATIENCE_MS = 15_000;
const PATIENT = { timeout: 20_000 };

async function registered(owner: { userId: string }, path: string, lane: Lane, answer = status(204)) {
  const { webhook: hook } = await Webhooks.create(owner, { name: "Mine", url: receivers.at(path, answer) });
  const values = { ":turns": lane === "quick" ? QUICK_AFTER : 0 };
  await Table.update({ key: webhook.key(hook), update: "SET quickTurns = :turns", values });
  return hook;
}
const happens = ({ userId }: { userId: string }) =>
  Deliveries.enqueue({
    id: Ids.create("event"),
    type: "job-done",
    occurredAt: Clock.nowIso(),
    userId,
    data: {},
  });
const statusOf = async (hook: Webhook) =>
  (await Deliveries.list(hook, hook.webhookId, { limit: 10 })).deliveries.map((one) => one.status);

describe.each(["quick", "slow"] as const)("while a user's receivers hang in the %s lane", (lane) => {
  it("another user's delivery arrives; and when they answer, each of them has its own", async () => {
    heldTimers(SLOW_MS, PATIENCE_MS);
    const [one, other] = [someone(), someone()];
    const hanging: ServerResponse[] = [];
    const paths = Array.from({ length: 12 }, (_, n) => `/${lane}/hangs-${n}`);
    const hooks = await Promise.all(
      paths.map((path) => registered(one, path, lane, (response) => hanging.push(response))),
    );
    const arrives = await registered(other, `/${lane}/arrives`, lane);

    await happens(one);
    await vi.waitFor(() => expect(hanging).toHaveLength(OWNER_AT_ONCE[lane]), PATIENT);
    await happens(other);
    await vi.waitFor(() => expect(receivers.got(`/${lane}/arrives`)).toHaveLength(1), PATIENT);
    expect(hanging).toHaveLength(OWNER_AT_ONCE[lane]);
    expect(hanging.every((response) => !response.writableEnded && !response.destroyed)).toBe(true);

    for (const path of paths) receivers.set(path, status(204));
    for (const response of hanging) response.writeHead(204).end();
    await platform.drain();
    expect(await Promise.all(hooks.map(statusOf))).toEqual(hooks.map(() => ["delivered"]));
    expect(paths.map((path) => receivers.got(path).length)).toEqual(paths.map(() => 1));
    expect(await statusOf(arrives)).toEqual(["delivered"]);
  });
});

it("receivers that hang in the quick lane are called again in the slow one, and nothing counts as a failure", async () => {
  const timers = heldTimers(SLOW_MS);
  const one = someone();
  const hung = new Set<string>();
  const paths = Array.from({ length: OWNER_AT_ONCE.quick + 2 }, (_, n) => `/moves-${n}`);
  const hooks = await Promise.all(
    paths.map((path) => registered(one, path, "quick", () => void hung.add(path))),
  );
  await happens(one);
  await vi.waitFor(() => expect(hung.size).toBe(OWNER_AT_ONCE.quick), PATIENT);
  for (const path of paths) receivers.set(path, status(204));
  timers.letGo();
  await platform.drain();
  for (const [index, hook] of hooks.entries()) {
    const path = paths[index] ?? "";
    const ids = receivers.got(path).map(({ headers }) => headers["webhook-id"]);
    expect(ids, path).toEqual(hung.has(path) ? [ids[0], ids[0]] : [ids[0]]);
    const { deliveries } = await Deliveries.list(hook, hook.webhookId, { limit: 10 });
    expect(deliveries).toMatchObject([{ status: "delivered", attempts: 1 }]);
    const after = await Webhooks.fromId(hook, hook.webhookId);
    expect(after).toMatchObject({ quickTurns: hung.has(path) ? 1 : QUICK_AFTER });
    expect(after).not.toHaveProperty("failingSince");
  }
});
