import pMap from "p-map";
import * as z from "zod";
import * as Clock from "../../kernel/clock/index.ts";
import { toIso } from "../../kernel/time.ts";
import * as Due from "../../platform/due/index.ts";
import { log } from "../../platform/log.ts";
import * as Queue from "../../platform/queue.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { attemptsDue, nextAttempt } from "./entity.ts";
import type { Delivery, NextAttempt } from "./schema.ts";

/**
 * The times of next attempts. The table records which deliveries are due when. A message only names a webhook with due
 * attempts, so a lost or duplicate message does no harm. The sweep sends another for attempts that no worker made.
 */

const QUEUE = "QUEUE_URL_WEBHOOK_DELIVERIES";

/** The limit of SQS. */
const MAX_DELAY_SECONDS = 900;

/** The message of a webhook that has due attempts. */
export const webhookRef = z.object({ userId: z.string(), webhookId: z.string() });
export type WebhookRef = z.output<typeof webhookRef>;

export interface Call extends WebhookRef {
  readonly delaySeconds?: number;
}

/** Calls a worker for each webhook. The sweep repeats failed calls. */
export async function callWorkers(calls: readonly Call[]): Promise<void> {
  try {
    const failed = await Queue.send(
      QUEUE,
      calls.map(({ userId, webhookId, delaySeconds = 0 }, index) => ({
        id: String(index),
        body: JSON.stringify({ userId, webhookId }),
        delaySeconds,
      })),
    );
    if (failed.length > 0)
      log.warn("webhooks: the queue rejected calls of workers, the sweep calls again", {
        count: failed.length,
      });
  } catch (error) {
    log.warn("webhooks: calling workers failed, the sweep calls again", { count: calls.length, error });
  }
}

/** Returns the call for an attempt; none if it is too far in the future for a message. */
export function callAt({ userId, webhookId }: WebhookRef, atMs: number): Call[] {
  const delaySeconds = Math.max(0, Math.ceil((atMs - Clock.nowMs()) / 1000));
  return delaySeconds > MAX_DELAY_SECONDS ? [] : [{ userId, webhookId, delaySeconds }];
}

/** How long the sweep leaves a due attempt to the worker that was called. */
const GRACE_MS = 60_000;
/** How long after its own call the sweep calls again. */
const RETRY_MS = 120_000;

/** Returns the writes that replace a delivery's next attempt. @param at undefined: no further attempt */
export function reschedule(before: Delivery, at: string | undefined): Table.Write[] {
  const { nextAttemptAt: old } = before;
  return [
    ...(old === undefined || old === at ? [] : [{ remove: nextAttempt.key({ ...before, at: old }) }]),
    ...(at === undefined ? [] : [attemptAt({ ...before, at })]),
  ];
}

export function attemptAt({ userId, webhookId, deliveryId, at }: NextAttempt): Table.Write {
  const atMs = Date.parse(at);
  // A message cannot wait that long, so the sweep calls in time.
  const isCalled = atMs - Clock.nowMs() <= MAX_DELAY_SECONDS * 1000;
  const due = attemptsDue.at(deliveryId, toIso(atMs + (isCalled ? GRACE_MS : 0)));
  return { put: nextAttempt.item({ userId, webhookId, deliveryId, at, ...due }) };
}

/** Calls workers for all due attempts. @returns the number of webhooks */
export const sweep = (): Promise<number> =>
  Due.sweepPages(attemptsDue, async (items) => {
    const due = items.map((item) => nextAttempt.parse(item));
    const webhooks = new Map(due.map(({ userId, webhookId }) => [webhookId, { userId, webhookId }]));
    await callWorkers([...webhooks.values()]);
    await pMap(due, defer, { concurrency: 20 });
    return webhooks.size;
  });

/** Defers an attempt in the sweep, unless a worker made it. */
const defer = (next: NextAttempt) =>
  Table.ignoreConditionFailure(
    Table.update(nextAttempt.key(next), {
      set: attemptsDue.at(next.deliveryId, toIso(Clock.nowMs() + RETRY_MS)),
      where: Where.exists,
    }),
  );
