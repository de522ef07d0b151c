import pMap from "p-map";
import { userProfile } from "../../identity/entity.ts";
import { fromItem } from "../../identity/user.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Correlation from "../../platform/correlation.ts";
import * as Lease from "../../platform/lease/index.ts";
import { log } from "../../platform/log.ts";
import * as Metrics from "../../platform/metrics/index.ts";
import * as Table from "../../platform/table/index.ts";
import { attempt } from "./attempt.ts";
import { delivery, nextAttempt, webhook } from "./entity.ts";
import * as Webhooks from "./index.ts";
import * as Lanes from "./lanes.ts";
import { callWorkers, type WebhookRef } from "./next-attempt.ts";
import { record, skip } from "./outcome.ts";
import type { Delivery, NextAttempt, Webhook } from "./schema.ts";
import * as Secrets from "./secrets.ts";

/**
 * Sending. A worker holds a webhook's lease while it sends to it, so a receiver never takes more than one of
 * the workers whatever waits for it, and a user no more than there are webhooks. Who finds the lease taken
 * leaves: its holder looks once more after giving it back, so nothing that came in between stays behind.
 */

/** Attempts at one webhook at a time. */
const CONCURRENCY = 10;
/** A worker begins no attempts after this: what is left is called for anew, behind what waits for others. */
const WORK_MS = 10_000;
/** Longer than a function may run. A worker that dies is relieved after this. */
const LEASE_SECONDS = 60;
/** Machines' clocks differ: what is due so soon is due. */
const EARLY_MS = 250;

/**
 * Makes the attempts that are due for a webhook, unless another worker is at it.
 * @throws what the table throws: the queue delivers the message again
 */
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

/** The attempts that are due now, longest due first. */
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
      // Whoever is blocked is sent nothing more, and the webhook goes on where that is taken off.
      const enabled = hook.enabled && owner?.blocked !== true;
      const before = item && delivery.parse(item);
      const make = () => attemptOne(next, before, { ...hook, enabled }, secrets);
      // What waits for one webhook is of many requests.
      return before?.correlationId === undefined ? make() : Correlation.under(before.correlationId, make);
    };
    // All end before the first error is thrown: nothing goes on behind the caller's back.
    await pMap(some, send, { stopOnError: false });
  }
}

/** Makes one attempt and records it. */
async function attemptOne(
  next: NextAttempt,
  before: Delivery | undefined,
  hook: Webhook,
  secrets: readonly string[],
): Promise<void> {
  // Its delivery has expired, or was moved by a replay: what says that it is due is a leftover.
  if (before?.status !== "pending" || before.nextAttemptAt !== next.at)
    return Table.remove(nextAttempt.key(next));
  if (!hook.enabled) return Lanes.callNext(await skip(before).then(() => before));
  if (!(await Lanes.hasTurn(before))) return;
  const outcome = await attempt(hook, secrets, before);
  const { status, error, durationMs } = outcome;
  const { webhookId, deliveryId, attempts } = before;
  log.info("webhook attempt", {
    ...{ webhookId, deliveryId, attempt: attempts + 1 },
    ...{ status, error, durationMs },
    ...Metrics.fields(error === undefined ? { webhooksDelivered: 1 } : { webhooksFailed: 1 }),
  });
  const calls = await record(before, outcome);
  await Lanes.callNext(before);
  if (calls.length > 0) await callWorkers(calls);
}
