import pMap from "p-map";
import * as z from "zod";
import { userProfile } from "../../identity/entity.ts";
import { fromItem } from "../../identity/user.ts";
import * as Users from "../../identity/users.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { SvcError } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Correlation from "../../platform/correlation.ts";
import * as Lease from "../../platform/lease/index.ts";
import { log } from "../../platform/log.ts";
import * as Metrics from "../../platform/metrics/index.ts";
import * as Table from "../../platform/table/index.ts";
import { deliveryDied, replayRequested } from "../events.ts";
import { attempt } from "./attempt.ts";
import { replay } from "./deliveries.ts";
import { delivery, nextAttempt, webhook } from "./entity.ts";
import * as Webhooks from "./index.ts";
import { callWorkers, type WebhookRef, webhookRef } from "./next-attempt.ts";
import * as ObjectQueue from "./object-queue.ts";
import { record, skip } from "./outcome.ts";
import { continueReplay, replayMessage } from "./replays.ts";
import type { Delivery, NextAttempt, Webhook } from "./schema.ts";
import * as Secrets from "./secrets.ts";

/**
 * Workers of webhooks. A worker holds the webhook's lease while it sends, so each webhook occupies at most one worker, however slow its receiver is. A worker that finds the lease taken ends: the holder checks again for due
 * attempts after it released the lease.
 */

/** The number of concurrent attempts at one webhook. */
const CONCURRENCY = 10;
/** A worker begins no attempts after this time. Another message, behind those of other webhooks, continues. */
const WORK_MS = 10_000;
/** Longer than a function may run. */
const LEASE_SECONDS = 60;
/** An attempt that is due within this time counts as due, because the clocks of machines differ. */
const EARLY_MS = 250;

/** Makes the due attempts of a webhook, unless another worker has its lease. */
export async function deliver({ userId, webhookId }: WebhookRef): Promise<void> {
  const ref = { userId, webhookId };
  const lease = `webhook:${webhookId}`;
  const holder = Ids.secret(12);
  const endsAt = performance.now() + WORK_MS;
  while ((await due(webhookId, 1)).length > 0) {
    if (!(await Lease.acquire(lease, holder, LEASE_SECONDS))) return;
    let isDone: boolean;
    try {
      isDone = await attemptAll(ref, endsAt);
    } finally {
      await Lease.release(lease, holder);
    }
    if (!isDone) return callWorkers([ref]);
  }
}

/** Returns the due attempts, longest due first. */
async function due(webhookId: string, limit: number): Promise<NextAttempt[]> {
  const { prefix } = nextAttempt;
  const upTo = `${prefix}${new Date(Clock.nowMs() + EARLY_MS).toISOString()}~`;
  const page = await Table.query({ pk: nextAttempt.partition({ webhookId }), from: prefix, upTo, limit });
  return page.items.map((item) => nextAttempt.parse(item));
}

/** Makes attempts until none is due or the time is over. @returns whether none is due */
async function attemptAll(ref: WebhookRef, endsAt: number): Promise<boolean> {
  for (;;) {
    const some = await due(ref.webhookId, CONCURRENCY);
    if (some.length === 0) return true;
    if (performance.now() > endsAt) return false;
    const [hookItem, secretsItem, ownerItem, ...items] = await Table.getMany([
      webhook.key(ref),
      Secrets.keyOf(ref.webhookId),
      userProfile.key(ref),
      ...some.map((next) => delivery.key(next)),
    ]);
    const hook = hookItem && webhook.parse(hookItem);
    const owner = ownerItem && fromItem(ownerItem);
    const isFormer = hook && owner && !Webhooks.isOf(hook, owner);
    if (!hook || isFormer || !secretsItem) {
      await Webhooks.forget(ref.webhookId);
      return true;
    }
    const secrets = await Secrets.signing(ref.webhookId, secretsItem);
    const send = (next: NextAttempt, index: number): Promise<void> => {
      const item = items[index];
      // A blocked user is sent nothing. The webhook continues once the user is unblocked.
      const enabled = hook.enabled && owner?.blocked !== true;
      const before = item && delivery.parse(item);
      const make = () => attemptOne(next, before, { ...hook, enabled }, secrets);
      return before?.correlationId === undefined ? make() : Correlation.under(before.correlationId, make);
    };
    // All attempts end before the first error is thrown.
    await pMap(some, send, { stopOnError: false });
  }
}

async function attemptOne(
  next: NextAttempt,
  before: Delivery | undefined,
  hook: Webhook,
  secrets: readonly string[],
): Promise<void> {
  // The delivery has expired, or a replay has moved its next attempt.
  if (before?.status !== "pending" || before.nextAttemptAt !== next.at)
    return Table.remove(nextAttempt.key(next));
  if (!hook.enabled) return ObjectQueue.callNext(await skip(before).then(() => before));
  if (!(await ObjectQueue.isFirst(before))) return;
  const outcome = await attempt(hook, secrets, before);
  const { status, error, durationMs } = outcome;
  const { webhookId, deliveryId, attempts } = before;
  log.info("webhook attempt", {
    ...{ webhookId, deliveryId, attempt: attempts + 1 },
    ...{ status, error, durationMs },
    ...Metrics.fields(error === undefined ? { webhooksDelivered: 1 } : { webhooksFailed: 1 }),
  });
  const calls = await record(before, outcome);
  await ObjectQueue.callNext(before);
  if (calls.length > 0) await callWorkers(calls);
}

const deadLetter = z.object({
  type: z.literal(deliveryDied.type),
  payload: webhookRef.extend({ deliveryId: z.string() }),
});

/**
 * Processes a message of the queue of deliveries: a call for a webhook, a replay to continue, or a dead letter that an
 * operator moved back, whose delivery starts again.
 * @throws ZodError, SyntaxError for any other message, which goes to the dead letters
 */
export async function processMessage(body: string): Promise<void> {
  const message = z.union([replayMessage, webhookRef, deadLetter]).parse(JSON.parse(body));
  if (!("payload" in message)) return deliver(message);
  if (message.type === replayRequested.type) return continueReplay(message.payload);
  const { userId, webhookId, deliveryId } = message.payload;
  try {
    const owner = await Users.fromId(userId);
    if (owner) await replay(owner, webhookId, deliveryId);
  } catch (error) {
    // The webhook is deleted or disabled, or the delivery has expired.
    if (!(error instanceof SvcError) || error.kind === "unavailable") throw error;
    log.warn(
      "webhooks: dead letter dropped, because its webhook is deleted or disabled or its delivery expired; code says which",
      {
        webhookId,
        deliveryId,
        code: error.code,
      },
    );
  }
}
