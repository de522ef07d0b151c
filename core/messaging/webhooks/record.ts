import * as Clock from "../../kernel/clock/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import { commit } from "./commit.ts";
import { movedTo } from "./deliveries.ts";
import { delivery, webhook } from "./entity.ts";
import { deliveryDied, webhookDisabled } from "./events.ts";
import { delayMs } from "./schedule.ts";
import { type Attempt, type Delivery, type DisabledReason, type Webhook, webhookItem } from "./schema.ts";
import { type Call, callAt, waitingUntil } from "./wake.ts";

/** What an attempt's outcome means for its delivery and its webhook: one transaction, of which all happens or nothing. */

/** How an attempt ended. */
export interface Outcome extends Omit<Attempt, "number"> {
  /** How long the receiver asks to be left alone. */
  readonly retryAfterSeconds?: number | undefined;
}

/** A webhook that has failed for so long, and never once not, is disabled. */
export const DISABLE_AFTER_MS = 5 * 86_400_000;

/** Attempts that are kept for the owner to read. */
const LOG_LENGTH = 10;

const GONE = 410;

const succeeded = ({ status = 0, error }: Outcome): boolean =>
  error === undefined && status >= 200 && status < 300;

interface Step {
  readonly writes: readonly Table.Write[];
  readonly calls: readonly Call[];
}

const MAX_TRIES = 10;

/**
 * Records an attempt and what follows from it.
 * @returns the calls for the next attempt. None, and nothing recorded, when the delivery is no longer what was sent: it was replayed
 *   or deleted meanwhile, or another recorded the same attempt.
 */
export async function record(hook: Webhook, before: Delivery, outcome: Outcome): Promise<readonly Call[]> {
  let owner: Webhook | undefined = hook;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const { writes, calls } = plan(owner, before, outcome);
    const refused = await commit(writes);
    if (!refused) return calls;
    if (refused[0]) return [];
    // The webhook was changed meanwhile.
    const item = await Table.get(webhook.key(hook));
    owner = item && webhookItem.parse(item);
  }
  throw new Error(`webhook ${hook.webhookId} changes faster than an attempt can be recorded`);
}

function plan(hook: Webhook | undefined, before: Delivery, outcome: Outcome): Step {
  const { retryAfterSeconds, ...told } = outcome;
  const number = before.attempts + 1;
  const log = [...before.log, { ...told, number }].slice(-LOG_LENGTH);
  const base = { ...before, attempts: number, log };
  if (succeeded(outcome))
    return step(
      before,
      { ...base, status: "delivered" },
      hook?.failingSince === undefined ? [] : [recovered(hook)],
    );
  const delay =
    outcome.status === GONE ? undefined : delayMs(number - before.attemptsBefore, retryAfterSeconds);
  const ofHook = hook?.enabled ? failed(hook, outcome, delay === undefined) : [];
  if (delay !== undefined) return step(before, base, ofHook, Clock.nowMs() + delay);
  const dead: Delivery = { ...base, status: "dead" };
  return step(before, dead, [died(dead), ...ofHook]);
}

/** The writes that bring a delivery from one state to the next, its own first. */
function step(before: Delivery, next: Delivery, others: readonly Table.Write[], atMs?: number): Step {
  const { nextAttemptAt: _, ...rest } = next;
  const after: Delivery = {
    ...rest,
    version: before.version + 1n,
    ...(atMs !== undefined && { nextAttemptAt: new Date(atMs).toISOString() }),
  };
  return {
    writes: [
      written(before, after),
      ...movedTo(before, atMs === undefined ? undefined : waitingUntil(after, atMs)),
      ...others,
    ],
    calls: atMs === undefined ? [] : callAt(after, atMs),
  };
}

/** The write of what changed in a delivery. */
const written = (
  before: Delivery,
  { status, attempts, log, nextAttemptAt, version }: Delivery,
): Table.Write => ({
  update: {
    key: delivery.key(before),
    update: `SET #status = :status, attempts = :attempts, #log = :log, version = :next${
      nextAttemptAt === undefined ? " REMOVE nextAttemptAt" : ", nextAttemptAt = :at"
    }`,
    condition: "version = :version",
    names: { "#status": "status", "#log": "log" },
    values: {
      ":status": status,
      ":attempts": attempts,
      ":log": log,
      ":next": version,
      ":version": before.version,
      ...(nextAttemptAt !== undefined && { ":at": nextAttemptAt }),
    },
  },
});

/** Gives a delivery up whose turn has come while its webhook is disabled. */
export async function skip(before: Delivery): Promise<void> {
  await commit(step(before, { ...before, status: "skipped" }, []).writes);
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

/** One that arrives makes good for all that did not. */
const recovered = (hook: Webhook): Table.Write => ({
  update: {
    key: webhook.key(hook),
    update: "REMOVE failingSince",
    condition: "attribute_exists(pk)",
  },
});

/**
 * What a failed attempt means for its webhook. The first since a delivery arrived sets the time; a delivery that is given up when
 * five days have passed since then disables it. After ten days the time counts no more: nothing was given up in between that would
 * say anything.
 */
function failed(hook: Webhook, { status, at }: Outcome, givenUp: boolean): Table.Write[] {
  if (status === GONE) return disabled(hook, "gone");
  const { failingSince } = hook;
  const forMs =
    failingSince === undefined ? Number.POSITIVE_INFINITY : Clock.nowMs() - Date.parse(failingSince);
  if (forMs > 2 * DISABLE_AFTER_MS) return [failing(hook, at)];
  return givenUp && forMs > DISABLE_AFTER_MS ? disabled(hook, "failing") : [];
}

/** That the webhook is as it was read: one that recovered or was enabled meanwhile is judged anew. */
const unchanged = ({ failingSince }: Webhook) =>
  failingSince === undefined
    ? { condition: "enabled = :true AND attribute_not_exists(failingSince)", values: { ":true": true } }
    : {
        condition: "enabled = :true AND failingSince = :since",
        values: { ":true": true, ":since": failingSince },
      };

function failing(hook: Webhook, at: string): Table.Write {
  const { condition, values } = unchanged(hook);
  return {
    update: {
      key: webhook.key(hook),
      update: "SET failingSince = :at",
      condition,
      values: { ...values, ":at": at },
    },
  };
}

function disabled(hook: Webhook, reason: Exclude<DisabledReason, "owner">): Table.Write[] {
  const { condition, values } = unchanged(hook);
  const { userId, webhookId, name, url } = hook;
  return [
    {
      update: {
        key: webhook.key(hook),
        update: "SET enabled = :false, disabledReason = :reason, disabledAt = :now, updatedAt = :now",
        condition,
        values: { ...values, ":false": false, ":reason": reason, ":now": Clock.nowIso() },
      },
    },
    Outbox.write(webhookDisabled, { userId, webhookId, name, url, reason }),
  ];
}
