import * as Clock from "../../kernel/clock/index.ts";
import { objectIdOf } from "../../platform/api-events/schema.ts";
import * as Table from "../../platform/table/index.ts";
import { delivery, queueEntry } from "./entity.ts";
import { reschedule } from "./next-attempt.ts";
import type { Delivery, QueuePosition, Webhook } from "./schema.ts";
import type { WebhookEvent } from "./signature.ts";

/**
 * Ordered webhooks receive the events of one object one after the other, by their sequence. A delivery is in the queue
 * of its object while it is pending, and only the first is attempted. A delivery dies after eight attempts, so none waits
 * forever.
 */

/** How long a delivery that is not the first of its queue is deferred, unless `callNext` makes it due before. */
const RETRY_MS = 60_000;

/** Returns the position of an event in its object's queue; undefined if the webhook is not ordered. */
export function queuePositionOf({ ordered }: Webhook, event: WebhookEvent): QueuePosition | undefined {
  const objectId = objectIdOf(event);
  return ordered && objectId !== undefined && event.isTest !== true
    ? { objectId, sequence: event.sequence ?? 1 }
    : undefined;
}

type Queued = Pick<Delivery, "webhookId" | "deliveryId" | "lane">;

const entryOf = ({ webhookId, deliveryId }: Queued, { objectId, sequence }: QueuePosition) => ({
  ...{ webhookId, deliveryId, objectId },
  position: `${String(sequence).padStart(16, "0")}-${deliveryId}`,
});

/** Returns the write that adds a delivery to its queue. @param ttl UNIX seconds, as the delivery's */
export const joinQueue = (queued: Queued, ttl: number): Table.Write[] =>
  queued.lane ? [{ put: queueEntry.item({ ...entryOf(queued, queued.lane), ttl }) }] : [];

export const leaveQueue = (queued: Queued): Table.Write[] =>
  queued.lane ? [{ remove: queueEntry.key(entryOf(queued, queued.lane)) }] : [];

async function firstOf({ webhookId }: Queued, { objectId }: QueuePosition): Promise<Delivery | undefined> {
  const at = (position: string) => queueEntry.key({ webhookId, objectId, position }).sk;
  const pk = queueEntry.partition({ webhookId });
  for (;;) {
    const { items } = await Table.query({ pk, from: at("0"), upTo: at("~"), limit: 1 });
    const entry = items[0] && queueEntry.parse(items[0]);
    if (!entry) return undefined;
    const first = await Table.find(delivery, entry);
    if (first?.status === "pending") return first;
    // The delivery has expired, or is no longer pending.
    await Table.remove(queueEntry.key(entry));
  }
}

/** Returns whether a delivery is the first of its queue. Defers its attempt if it is not. */
export async function isFirst(queued: Delivery): Promise<boolean> {
  if (queued.lane === undefined) return true;
  const first = await firstOf(queued, queued.lane);
  if (first === undefined || first.deliveryId === queued.deliveryId) return true;
  await Table.tryCommit(moveAttempt(queued, new Date(Clock.nowMs() + RETRY_MS).toISOString()));
  return false;
}

/** Makes the next delivery of a queue due, after another has left the queue. */
export async function callNext(left: Queued): Promise<void> {
  const first = left.lane && (await firstOf(left, left.lane));
  if (!first || first.deliveryId === left.deliveryId || first.attempts > first.attemptsBefore) return;
  // Also if it is due already: a worker that is about to defer it has read another version.
  await Table.tryCommit(moveAttempt(first, Clock.nowIso()));
}

/** Returns the writes that change the time of a delivery's next attempt. */
const moveAttempt = (before: Delivery, at: string): Table.Write[] => [
  {
    update: delivery.key(before),
    set: { nextAttemptAt: at, version: before.version + 1n },
    where: delivery.unchanged(before),
  },
  ...reschedule(before, at),
];
