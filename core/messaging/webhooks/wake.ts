import * as z from "zod";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { log } from "../../platform/log.ts";
import * as Queue from "../../platform/queue.ts";
import { fill } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { WAITING_SHARDS, waiting, waitingDue } from "./entity.ts";
import { type Waiting, waitingItem } from "./schema.ts";

/**
 * Calling for attempts. The table knows what is to be sent and when; a message says no more than that a webhook has something to be
 * sent, so that one which is lost or comes twice does no harm. The sweep calls for what nobody has come to.
 */

/** Which of the two queues: slow receivers have one of their own, and wait for each other alone. */
export type Lane = "quick" | "slow";

const queueOf: Readonly<Record<Lane, string>> = {
  quick: "QUEUE_URL_WEBHOOK_DELIVERIES",
  slow: "QUEUE_URL_WEBHOOK_DELIVERIES_SLOW",
};

/** SQS holds no message back for longer. */
export const MAX_DELAY_SECONDS = 900;

/** What a message says. */
export const callMessage = z.object({ userId: z.string(), webhookId: z.string() });

export interface Call extends z.output<typeof callMessage> {
  readonly delaySeconds?: number;
}

/** Calls for attempts. Whatever goes wrong here, the sweep mends. */
export async function wake(calls: readonly Call[], lane: Lane = "quick"): Promise<void> {
  try {
    const failed = await Queue.send(
      queueOf[lane],
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

/** How long after its time the sweep sees to an attempt that a message was sent for. */
const GRACE_MS = 60_000;
/** How long after it has called for an attempt in vain the sweep calls again. */
const AGAIN_MS = 120_000;

/** The write that sets the time of a delivery's next attempt. */
export function waitingUntil(
  one: Omit<Waiting, "at">,
  atMs: number,
): Table.Write & { readonly put: Table.Item } {
  const { userId, webhookId, deliveryId } = one;
  const at = new Date(atMs).toISOString();
  // Of what is far off no message is sent now: the sweep is to come in time.
  const called = atMs - Clock.nowMs() <= MAX_DELAY_SECONDS * 1000;
  const shard = Ids.shardOf(deliveryId, WAITING_SHARDS);
  return {
    put: {
      ...waiting.key({ webhookId, deliveryId, at }),
      userId,
      webhookId,
      deliveryId,
      at,
      duePk: fill(waitingDue.pk, { shard }),
      dueSk: sweepAt(atMs + (called ? GRACE_MS : 0)),
    },
  };
}

const sweepAt = (ms: number): string => fill(waitingDue.sk, { sweepAt: new Date(ms).toISOString() });

/** The message that calls for an attempt in time; none where that is too far off. */
export function callAt({ userId, webhookId }: Omit<Call, "delaySeconds">, atMs: number): Call[] {
  const delaySeconds = Math.max(0, Math.ceil((atMs - Clock.nowMs()) / 1000));
  return delaySeconds > MAX_DELAY_SECONDS ? [] : [{ userId, webhookId, delaySeconds }];
}

const BATCH = 100;
const AT_ONCE = 20;

/**
 * Calls for every attempt that is due and that nobody has come to.
 * @returns how many webhooks were called for
 */
export async function sweep(): Promise<number> {
  const shards = Array.from({ length: WAITING_SHARDS }, (_, shard) => sweepShard(String(shard)));
  return (await Promise.all(shards)).reduce((sum, count) => sum + count, 0);
}

async function sweepShard(shard: string): Promise<number> {
  const pk = fill(waitingDue.pk, { shard });
  const upTo = Clock.nowIso();
  let called = 0;
  let after: Table.Item | undefined;
  // Page by page and never back: the index may for a moment still show what was just put off.
  do {
    const page: Table.Page = await Table.query({ index: "due", pk, upTo, limit: BATCH, after });
    const due = page.items.map((item) => waitingItem.parse(item));
    const webhooks = new Map(due.map(({ userId, webhookId }) => [webhookId, { userId, webhookId }]));
    await wake([...webhooks.values()]);
    called += webhooks.size;
    for (let at = 0; at < due.length; at += AT_ONCE)
      await Promise.all(due.slice(at, at + AT_ONCE).map(putOff));
    after = page.next;
  } while (after);
  return called;
}

/** Leaves a delivery to the message that was just sent for it, for a while. */
async function putOff(one: Waiting): Promise<void> {
  try {
    await Table.update({
      key: waiting.key(one),
      update: "SET dueSk = :later",
      condition: "attribute_exists(pk)",
      values: { ":later": sweepAt(Clock.nowMs() + AGAIN_MS) },
    });
  } catch (error) {
    // Somebody came to it.
    if (!(error instanceof Table.ConditionFailed)) throw error;
  }
}
