import pMap from "p-map";
import * as z from "zod";
import * as Clock from "../../kernel/clock/index.ts";
import * as Due from "../../platform/due/index.ts";
import { log } from "../../platform/log.ts";
import * as Queue from "../../platform/queue.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { attemptsDue, nextAttempt } from "./entity.ts";
import type { Delivery, NextAttempt } from "./schema.ts";

/**
 * When the next attempt of a delivery is. The table knows what is to be sent and when; a message says no more
 * than that a webhook has attempts that are due, so that one which is lost or comes twice does no harm. The
 * sweep sends another for what no worker has come to.
 */

const QUEUE = "QUEUE_URL_WEBHOOK_DELIVERIES";

/** SQS holds no message back for longer. */
const MAX_DELAY_SECONDS = 900;

/** What a message says: which webhook has attempts that are due. */
export const webhookRef = z.object({ userId: z.string(), webhookId: z.string() });
export type WebhookRef = z.output<typeof webhookRef>;

export interface Call extends WebhookRef {
  readonly delaySeconds?: number;
}

/** Calls workers to webhooks. Whatever goes wrong here, the sweep mends. */
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
    if (failed.length > 0) log.warn("webhooks are left to the sweep", { count: failed.length });
  } catch (error) {
    log.warn("webhooks are left to the sweep", { count: calls.length, error });
  }
}

/** The call for an attempt in time; none where that is too far off. */
export function callAt({ userId, webhookId }: WebhookRef, atMs: number): Call[] {
  const delaySeconds = Math.max(0, Math.ceil((atMs - Clock.nowMs()) / 1000));
  return delaySeconds > MAX_DELAY_SECONDS ? [] : [{ userId, webhookId, delaySeconds }];
}

/** How long after its time the sweep sees to an attempt that a worker was called for. */
const GRACE_MS = 60_000;
/** How long after it has called a worker in vain the sweep calls again. */
const AGAIN_MS = 120_000;

const isoOf = (ms: number): string => new Date(ms).toISOString();

/**
 * The writes that put a delivery's next attempt in place of the one before.
 * @param at undefined: there is none
 */
export function reschedule(before: Delivery, at: string | undefined): Table.Write[] {
  const { nextAttemptAt: old } = before;
  return [
    ...(old === undefined || old === at ? [] : [{ remove: nextAttempt.key({ ...before, at: old }) }]),
    ...(at === undefined ? [] : [attemptAt({ ...before, at })]),
  ];
}

/** The write that sets when a delivery's next attempt is. */
export function attemptAt({ userId, webhookId, deliveryId, at }: NextAttempt): Table.Write {
  const atMs = Date.parse(at);
  // Of what is far off no message is sent now: the sweep is to come in time.
  const called = atMs - Clock.nowMs() <= MAX_DELAY_SECONDS * 1000;
  const due = attemptsDue.at(deliveryId, isoOf(atMs + (called ? GRACE_MS : 0)));
  return { put: nextAttempt.item({ userId, webhookId, deliveryId, at, ...due }) };
}

/**
 * Calls workers to every attempt that is due and that none has come to.
 * @returns how many webhooks they were called to
 */
export const sweep = (): Promise<number> =>
  Due.sweepPages(attemptsDue, async (items) => {
    const due = items.map((item) => nextAttempt.parse(item));
    const webhooks = new Map(due.map(({ userId, webhookId }) => [webhookId, { userId, webhookId }]));
    await callWorkers([...webhooks.values()]);
    await pMap(due, putOff, { concurrency: 20 });
    return webhooks.size;
  });

/** Leaves an attempt to the message just sent for it; nothing where a worker has come. */
const putOff = (next: NextAttempt) =>
  Table.unlessRefused(
    Table.update(nextAttempt.key(next), {
      set: attemptsDue.at(next.deliveryId, isoOf(Clock.nowMs() + AGAIN_MS)),
      where: Where.exists,
    }),
  );
