import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ConsumerSpec, consumers } from "../contract/consumers.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import * as Ids from "../core/kernel/ids/index.ts";
import * as Deliveries from "../core/messaging/webhooks/deliveries.ts";
import * as Webhooks from "../core/messaging/webhooks/index.ts";
import { MAX_WEBHOOKS, type Webhook } from "../core/messaging/webhooks/schema.ts";
import { eventually } from "./support/eventually.ts";
import { someone } from "./support/ledger.ts";
import { withPlatform } from "./support/platform.ts";
import { status, withReceivers } from "./support/receiver.ts";
import { heldTimers } from "./support/timers.ts";

/**
 * Users do not wait for each other's receivers, though there is room for one more webhook than a single user
 * may have.
 */

const spec = consumers.find(({ id }) => id === "webhooks.deliver");
/** One message an execution, so that it is not the size of a batch that lets others through. */
const narrow = ({ trigger, ...rest }: ConsumerSpec): ConsumerSpec[] =>
  "queue" in trigger
    ? [{ ...rest, trigger: { ...trigger, batchSize: 1, maxConcurrency: MAX_WEBHOOKS + 1 } }]
    : [];
const platform = withPlatform({ seeded: false, consumers: spec ? narrow(spec) : [] });
const receivers = withReceivers();
beforeEach(() => {
  // As long as it takes here, nobody's patience ends.
  heldTimers(15_000);
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function registered(
  owner: { userId: string; ownershipId: string },
  path: string,
  answer = status(204),
): Promise<Webhook> {
  return (await Webhooks.create(owner, { name: "Mine", url: receivers.at(path, answer) })).webhook;
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
  (await Deliveries.list(hook, hook.webhookId, { limit: 100 })).deliveries.map((one) => one.status);

/** Somebody with as many webhooks as one may have, whose receivers leave every request open. */
async function hangingUser(name: string) {
  const owner = someone();
  const open: ServerResponse[] = [];
  const paths = Array.from({ length: MAX_WEBHOOKS }, (_, n) => `/${name}-${n}`);
  const hooks = await Promise.all(
    paths.map((path) => registered(owner, path, (response) => open.push(response))),
  );
  const answer = () => {
    for (const path of paths) receivers.set(path, status(204));
    for (const response of open) response.writeHead(204).end();
  };
  return { owner, open, paths, hooks, answer };
}

describe("while all receivers that a user may have hang", () => {
  it("another user's delivery arrives; and when they answer, each of them has its own", async () => {
    const { owner, open, paths, hooks, answer } = await hangingUser("hangs");
    const other = someone();
    const arrives = await registered(other, "/arrives");

    await happens(owner);
    await eventually(() => expect(open).toHaveLength(MAX_WEBHOOKS));
    await happens(other);
    await eventually(() => expect(receivers.got("/arrives")).toHaveLength(1));
    expect(open.every((response) => !response.writableEnded && !response.destroyed)).toBe(true);

    answer();
    await platform.drain();
    expect(await Promise.all(hooks.map(statusOf))).toEqual(hooks.map(() => ["delivered"]));
    expect(paths.map((path) => receivers.got(path).length)).toEqual(paths.map(() => 1));
    expect(await statusOf(arrives)).toEqual(["delivered"]);
  });

  it("so does it behind a burst of theirs, of which each receiver is sent ten at a time at most, and gets all", async () => {
    const { owner, open, paths, hooks, answer } = await hangingUser("floods");
    const other = someone();
    const arrives = await registered(other, "/arrives-too");

    for (let n = 0; n < 12; n++) await happens(owner);
    const sent = () => paths.map((path) => receivers.got(path).length);
    await eventually(() => expect(Math.min(...sent())).toBeGreaterThan(0));
    await happens(other);
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

it("a user's webhooks may take a tenth of the executions, and no more", () => {
  const { maxConcurrency = 0 } = spec && "queue" in spec.trigger ? spec.trigger : {};
  expect(MAX_WEBHOOKS).toBeLessThanOrEqual(maxConcurrency / 10);
});
