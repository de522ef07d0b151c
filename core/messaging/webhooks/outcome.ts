import * as Clock from "../../kernel/clock/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { deliveryDied, webhookDisabled } from "../events.ts";
import { delayMs, type Outcome } from "./attempt.ts";
import { delivery, webhook } from "./entity.ts";
import { type Call, callAt, reschedule } from "./next-attempt.ts";
import { leaveQueue } from "./object-queue.ts";
import type { Delivery, DisabledReason, Webhook } from "./schema.ts";

/** Records the outcome of an attempt for its delivery and its webhook, in one transaction. */

/** A webhook whose attempts all failed for this long is disabled. */
export const DISABLE_AFTER_MS = 5 * DAY_MS;

/** The number of the latest attempts that a delivery stores for the owner. */
const LOG_LENGTH = 10;

const GONE = 410;

const isSuccess = ({ status = 0, error }: Outcome): boolean =>
  error === undefined && status >= 200 && status < 300;

/** The writes, and the calls for the next attempt. */
type Step = Table.Decision<readonly Call[]>;

/**
 * Records an attempt and its consequences.
 * @returns the calls for the next attempt. None, and nothing recorded, if the delivery was replayed or deleted
 *   concurrently, or another worker recorded the same attempt
 */
export const record = (sent: Delivery, outcome: Outcome): Promise<readonly Call[]> =>
  Table.change(
    () => Promise.all([Table.find(webhook, sent), Table.find(delivery, sent)]),
    ([hook, current]) =>
      current?.version === sent.version ? decide(hook, current, outcome) : { writes: [], result: [] },
  );

function decide(hook: Webhook | undefined, before: Delivery, outcome: Outcome): Step {
  const { retryAfterSeconds, ...attempt } = outcome;
  const number = before.attempts + 1;
  const log = [...before.log, { ...attempt, number }].slice(-LOG_LENGTH);
  const base = { ...before, attempts: number, log };
  if (isSuccess(outcome))
    return step(before, { ...base, status: "delivered" }, hook?.failingSince ? [recoveryWrite(hook)] : []);
  const delay =
    outcome.status === GONE ? undefined : delayMs(number - before.attemptsBefore, retryAfterSeconds);
  const hookWrites = hook?.enabled ? failureWrites(hook, outcome, delay === undefined) : [];
  if (delay !== undefined) return step(before, base, hookWrites, Clock.nowMs() + delay);
  const dead: Delivery = { ...base, status: "dead" };
  return step(before, dead, [deathEvent(dead), ...hookWrites]);
}

/** Returns the writes that change the state of a delivery, its own first. */
function step(
  before: Delivery,
  { status, attempts, log }: Delivery,
  others: readonly Table.Write[],
  atMs?: number,
): Step {
  const nextAttemptAt = atMs === undefined ? undefined : new Date(atMs).toISOString();
  return {
    writes: [
      {
        update: delivery.key(before),
        set: { status, attempts, log, nextAttemptAt, version: before.version + 1n },
        where: delivery.unchanged(before),
      },
      ...reschedule(before, nextAttemptAt),
      ...(status === "pending" ? [] : leaveQueue(before)),
      ...others,
    ],
    result: atMs === undefined ? [] : callAt(before, atMs),
  };
}

/** Ends a delivery whose attempt is due while its webhook is disabled or its owner is blocked. */
export async function skip(before: Delivery): Promise<void> {
  await Table.tryCommit(step(before, { ...before, status: "skipped" }, []).writes);
}

const deathEvent = ({
  userId,
  webhookId,
  deliveryId,
  eventId,
  event,
  attempts,
  log,
}: Delivery): Table.Write =>
  Outbox.write(deliveryDied, {
    userId,
    webhookId,
    deliveryId,
    eventId,
    event,
    attempts,
    lastError: log.at(-1)?.error ?? "",
  });

/** Returns the write that ends a webhook's series of failures, after a delivery arrived. */
const recoveryWrite = (hook: Webhook): Table.Write => ({
  update: webhook.key(hook),
  set: { failingSince: undefined },
  where: Where.exists,
});

/**
 * Returns the writes of a failed attempt for its webhook. The first failure since a delivery arrived sets
 * `failingSince`. A delivery that dies more than five days later disables the webhook. If none dies within ten days,
 * `failingSince` starts again.
 */
function failureWrites(hook: Webhook, { status, at }: Outcome, isLast: boolean): Table.Write[] {
  if (status === GONE) return disableWrites(hook, "gone");
  const { failingSince } = hook;
  const forMs =
    failingSince === undefined ? Number.POSITIVE_INFINITY : Clock.nowMs() - Date.parse(failingSince);
  if (forMs > 2 * DISABLE_AFTER_MS) return [changeWrite(hook, { failingSince: at })];
  return isLast && forMs > DISABLE_AFTER_MS ? disableWrites(hook, "failing") : [];
}

/** Returns the write that changes a webhook unless it recovered or was enabled concurrently. */
const changeWrite = (hook: Webhook, set: Partial<Webhook>): Table.Write => ({
  update: webhook.key(hook),
  set,
  where: Where.is({ enabled: true, failingSince: hook.failingSince }),
});

function disableWrites(hook: Webhook, reason: Exclude<DisabledReason, "owner">): Table.Write[] {
  const { userId, webhookId, name, url } = hook;
  const now = Clock.nowIso();
  return [
    changeWrite(hook, { enabled: false, disabledReason: reason, disabledAt: now, updatedAt: now }),
    Outbox.write(webhookDisabled, { userId, webhookId, name, url, reason }),
  ];
}
