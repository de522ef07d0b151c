import * as Clock from "../../kernel/clock/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { deliveryDied, webhookDisabled } from "../events.ts";
import { delayMs, type Outcome } from "./attempt.ts";
import { delivery, webhook } from "./entity.ts";
import { leaving } from "./lanes.ts";
import { type Call, callAt, reschedule } from "./next-attempt.ts";
import type { Delivery, DisabledReason, Webhook } from "./schema.ts";

/** Records the outcome of an attempt for its delivery and its webhook, in one transaction. */

/** A webhook whose attempts all failed for this long is disabled. */
export const DISABLE_AFTER_MS = 5 * DAY_MS;

/** Attempts that are stored for the owner. */
const LOG_LENGTH = 10;

const GONE = 410;

const succeeded = ({ status = 0, error }: Outcome): boolean =>
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
  if (succeeded(outcome))
    return step(before, { ...base, status: "delivered" }, hook?.failingSince ? [recovered(hook)] : []);
  const delay =
    outcome.status === GONE ? undefined : delayMs(number - before.attemptsBefore, retryAfterSeconds);
  const ofHook = hook?.enabled ? failed(hook, outcome, delay === undefined) : [];
  if (delay !== undefined) return step(before, base, ofHook, Clock.nowMs() + delay);
  const dead: Delivery = { ...base, status: "dead" };
  return step(before, dead, [died(dead), ...ofHook]);
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
      ...(status === "pending" ? [] : leaving(before)),
      ...others,
    ],
    result: atMs === undefined ? [] : callAt(before, atMs),
  };
}

/** Ends a delivery whose attempt is due while its webhook is disabled. */
export async function skip(before: Delivery): Promise<void> {
  await Table.tryCommit(step(before, { ...before, status: "skipped" }, []).writes);
}

const died = ({ userId, webhookId, deliveryId, eventId, event, attempts, log }: Delivery): Table.Write =>
  Outbox.write(deliveryDied, {
    userId,
    webhookId,
    deliveryId,
    eventId,
    event,
    attempts,
    lastError: log.at(-1)?.error ?? "",
  });

/** A delivery that arrives ends the series of failures. */
const recovered = (hook: Webhook): Table.Write => ({
  update: webhook.key(hook),
  set: { failingSince: undefined },
  where: Where.exists,
});

/**
 * Returns the writes of a failed attempt for its webhook. The first failure since a delivery arrived sets
 * `failingSince`. A delivery that dies more than five days later disables the webhook. After ten days without a death
 * `failingSince` starts again.
 */
function failed(hook: Webhook, { status, at }: Outcome, givenUp: boolean): Table.Write[] {
  if (status === GONE) return disabled(hook, "gone");
  const { failingSince } = hook;
  const forMs =
    failingSince === undefined ? Number.POSITIVE_INFINITY : Clock.nowMs() - Date.parse(failingSince);
  if (forMs > 2 * DISABLE_AFTER_MS) return [changed(hook, { failingSince: at })];
  return givenUp && forMs > DISABLE_AFTER_MS ? disabled(hook, "failing") : [];
}

/** Changes a webhook unless it recovered or was enabled concurrently. */
const changed = (hook: Webhook, set: Partial<Webhook>): Table.Write => ({
  update: webhook.key(hook),
  set,
  where: Where.is({ enabled: true, failingSince: hook.failingSince }),
});

function disabled(hook: Webhook, reason: Exclude<DisabledReason, "owner">): Table.Write[] {
  const { userId, webhookId, name, url } = hook;
  const now = Clock.nowIso();
  return [
    changed(hook, { enabled: false, disabledReason: reason, disabledAt: now, updatedAt: now }),
    Outbox.write(webhookDisabled, { userId, webhookId, name, url, reason }),
  ];
}
