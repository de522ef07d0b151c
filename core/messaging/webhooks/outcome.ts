import * as Clock from "../../kernel/clock/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { delivery, webhook } from "./entity.ts";
import { deliveryDied, webhookDisabled } from "./events.ts";
import { leaving } from "./lanes.ts";
import { type Call, callAt, reschedule } from "./next-attempt.ts";
import { delayMs } from "./retry-schedule.ts";
import type { Attempt, Delivery, DisabledReason, Webhook } from "./schema.ts";

/** What an attempt's outcome means for its delivery and its webhook: one transaction. */

/** How an attempt ended. */
export interface Outcome extends Omit<Attempt, "number"> {
  /** How long the receiver asks to be left alone. */
  readonly retryAfterSeconds?: number | undefined;
}

/** A webhook that has failed for so long, and never once not, is disabled. */
export const DISABLE_AFTER_MS = 5 * DAY_MS;

/** Attempts that are kept for the owner to read. */
const LOG_LENGTH = 10;

const GONE = 410;

const succeeded = ({ status = 0, error }: Outcome): boolean =>
  error === undefined && status >= 200 && status < 300;

/** What is written, and the calls for the next attempt. */
type Step = Table.Decision<readonly Call[]>;

/**
 * Records an attempt and what follows from it.
 * @returns the calls for the next attempt. None, and nothing recorded, when the delivery is no longer what
 *   was sent: it was replayed or deleted meanwhile, or another worker recorded the same attempt
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

/** The writes that bring a delivery from one state to the next, its own first. */
function step(
  before: Delivery,
  { status, attempts, log }: Delivery,
  others: readonly Table.Write[],
  atMs?: number,
): Step {
  const nextAttemptAt = atMs === undefined ? undefined : new Date(atMs).toISOString();
  const { version } = before;
  return {
    writes: [
      {
        update: delivery.key(before),
        set: { status, attempts, log, nextAttemptAt, version: version + 1n },
        where: Where.is({ version }),
      },
      ...reschedule(before, nextAttemptAt),
      ...(status === "pending" ? [] : leaving(before)),
      ...others,
    ],
    result: atMs === undefined ? [] : callAt(before, atMs),
  };
}

/** Gives a delivery up of which an attempt is due while its webhook is disabled. */
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

/** One that arrives makes good for all that did not. */
const recovered = (hook: Webhook): Table.Write => ({
  update: webhook.key(hook),
  set: { failingSince: undefined },
  where: Where.exists,
});

/**
 * What a failed attempt means for its webhook. The first since a delivery arrived sets the time; a delivery
 * that is given up when five days have passed since then disables it. After ten days the time counts no more:
 * nothing was given up in between that would say anything.
 */
function failed(hook: Webhook, { status, at }: Outcome, givenUp: boolean): Table.Write[] {
  if (status === GONE) return disabled(hook, "gone");
  const { failingSince } = hook;
  const forMs =
    failingSince === undefined ? Number.POSITIVE_INFINITY : Clock.nowMs() - Date.parse(failingSince);
  if (forMs > 2 * DISABLE_AFTER_MS) return [changed(hook, { failingSince: at })];
  return givenUp && forMs > DISABLE_AFTER_MS ? disabled(hook, "failing") : [];
}

/** A change of a webhook as it was read: one that recovered or was enabled meanwhile is judged anew. */
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
