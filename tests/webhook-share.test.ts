import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ConsumerSpec, consumers } from "../contract/consumers.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import * as Ids from "../core/kernel/ids/index.ts";
import * as Deliveries from "../core/messaging/webhooks/deliveries.ts";
import * as Webhooks from "../core/messaging/webhooks/index.ts";
import { MAX_WEBHOOKS, type Webhook } from "../core/messaging/webhooks/schema.ts";
import { eventually } from "./support/eventually.ts";
import { newActor } from "./support/ledger.ts";
import { withPlatform } from "./support/platform.ts";
import { status, withReceivers } from "./support/receiver.ts";
import { holdTimers } from "./support/timers.ts";

/**
 * Users do not wait for each other's receivers, even if only one more execution is available than a single
 * user may have.
 */

const spec = consumers.find(({ id }) => id === "webhooks.deliver");
/** One message per execution, so that the batch size does not matter. */
const withBatchSizeOne = ({ trigger, ...rest }: ConsumerSpec): ConsumerSpec[] =>
  "queue" in trigger
    ? [{ ...rest, trigger: { ...trigger, batchSize: 1, maxConcurrency: MAX_WEBHOOKS + 1 } }]
    : [];
const platform = withPlatform({ seeded: false, consumers: spec ? withBatchSizeOne(spec) : [] });
const receivers = withReceivers();
beforeEach(() => {
  // Holds the timeouts of requests, so that none ends during the test.
  holdTimers(15_000);
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function registerUser(
  owner: { userId: string; ownershipId: string },
  path: string,
  answer = status(204),
): Promise<Webhook> {
  return (await Webhooks.create(owner, { name: "Mine", url: receivers.at(path, answer) })).webhook;
}
const emitEvent = ({ userId }: { userId: string }) =>
  Deliveries.enqueue({
    id: Ids.create("event"),
    type: "job-done",
    occurredAt: Clock.nowIso(),
    userId,
    data: {},
  });
const statusOf = async (hook: Webhook) =>
  (await Deliveries.list(hook, hook.webhookId, { limit: 100 })).deliveries.map((one) => one.status);

/** Creates a user with the maximum of webhooks, whose receivers leave every request open. */
async function createHangingUser(name: string) {
  const owner = newActor();
  const open: ServerResponse[] = [];
  const paths = Array.from({ length: MAX_WEBHOOKS }, (_, n) => `/${name}-${n}`);
  const hooks = await Promise.all(
    paths.map((path) => registerUser(owner, path, (response) => open.push(response))),
  );
  const answer = () => {
    for (const path of paths) receivers.set(path, status(204));
    for (const response of open) response.writeHead(204).end();
  };
  return { owner, open, paths, hooks, answer };
}

describe("while all receivers of a user hang", () => {
  it("another user's receiver gets its event, and the hanging ones get theirs after they respond", async () => {
    const { owner, open, paths, hooks, answer } = await createHangingUser("hangs");
    const other = newActor();
    const arrives = await registerUser(other, "/arrives");

    await emitEvent(owner);
    await eventually(() => expect(open).toHaveLength(MAX_WEBHOOKS));
    await emitEvent(other);
    await eventually(() => expect(receivers.got("/arrives")).toHaveLength(1));
    expect(open.every((response) => !response.writableEnded && !response.destroyed)).toBe(true);

    answer();
    await platform.drain();
    expect(await Promise.all(hooks.map(statusOf))).toEqual(hooks.map(() => ["delivered"]));
    expect(paths.map((path) => receivers.got(path).length)).toEqual(paths.map(() => 1));
    expect(await statusOf(arrives)).toEqual(["delivered"]);
  });

  it("another user's receiver gets its event during a burst, and each hanging one has at most ten requests", async () => {
    const { owner, open, paths, hooks, answer } = await createHangingUser("floods");
    const other = newActor();
    const arrives = await registerUser(other, "/arrives-too");

    for (let n = 0; n < 12; n++) await emitEvent(owner);
    const sent = () => paths.map((path) => receivers.got(path).length);
    await eventually(() => expect(Math.min(...sent())).toBeGreaterThan(0));
    await emitEvent(other);
    await eventually(() => expect(receivers.got("/arrives-too")).toHaveLength(1));
    expect(Math.max(...sent())).toBeLessThanOrEqual(10);
    expect(open.every((response) => !response.writableEnded && !response.destroyed)).toBe(true);

    answer();
    await platform.drain();
    expect(await Promise.all(hooks.map(statusOf))).toEqual(hooks.map(() => Array(12).fill("delivered")));
    expect(sent()).toEqual(paths.map(() => 12));
    expect(await statusOf(arrives)).toEqual(["delivered"]);
  });
});

it("limits a user's webhooks to a tenth of the concurrent executions", () => {
  const { maxConcurrency = 0 } = spec && "queue" in spec.trigger ? spec.trigger : {};
  expect(MAX_WEBHOOKS).toBeLessThanOrEqual(maxConcurrency / 10);
});
