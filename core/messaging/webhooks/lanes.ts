import * as Clock from "../../kernel/clock/index.ts";
import { objectIdOf } from "../../platform/api-events/schema.ts";
import * as Table from "../../platform/table/index.ts";
import { delivery, laneItem } from "./entity.ts";
import { reschedule } from "./next-attempt.ts";
import type { Delivery, Lane, Webhook } from "./schema.ts";
import type { WebhookEvent } from "./signature.ts";

/**
 * Ordered webhooks receive the events of one object one after the other, by their sequence. A delivery is in the queue
 * of its object until it arrives or dies, and only the first is attempted. A delivery dies after eight attempts, so none
 * waits forever.
 */

/** When a waiting delivery is due again, unless it is called before. */
const AGAIN_MS = 60_000;

/** Returns the position of an event in its object's queue; undefined without an order. */
export function laneOf({ ordered }: Webhook, event: WebhookEvent): Lane | undefined {
  const objectId = objectIdOf(event);
  return ordered && objectId !== undefined && event.isTest !== true
    ? { objectId, sequence: event.sequence ?? 1 }
    : undefined;
}

type Standing = Pick<Delivery, "webhookId" | "deliveryId" | "lane">;

const placeOf = ({ webhookId, deliveryId }: Standing, { objectId, sequence }: Lane) => ({
  ...{ webhookId, deliveryId, objectId },
  position: `${String(sequence).padStart(16, "0")}-${deliveryId}`,
});

/** Returns the write that adds a delivery to its queue. @param ttl UNIX seconds, as the delivery's */
export const entering = (one: Standing, ttl: number): Table.Write[] =>
  one.lane ? [{ put: laneItem.item({ ...placeOf(one, one.lane), ttl }) }] : [];

/** Returns the write that removes a delivery from its queue. */
export const leaving = (one: Standing): Table.Write[] =>
  one.lane ? [{ remove: laneItem.key(placeOf(one, one.lane)) }] : [];

/** Returns the first pending delivery of a queue. */
async function firstOf({ webhookId }: Standing, { objectId }: Lane): Promise<Delivery | undefined> {
  const at = (position: string) => laneItem.key({ webhookId, objectId, position }).sk;
  const pk = laneItem.partition({ webhookId });
  for (;;) {
    const { items } = await Table.query({ pk, from: at("0"), upTo: at("~"), limit: 1 });
    const place = items[0] && laneItem.parse(items[0]);
    if (!place) return undefined;
    const first = await Table.find(delivery, place);
    if (first?.status === "pending") return first;
    // It has expired, or a replay has sent it.
    await Table.remove(laneItem.key(place));
  }
}

/** Returns whether a delivery is the first of its queue. Otherwise its attempt is deferred. */
export async function hasTurn(one: Delivery): Promise<boolean> {
  if (one.lane === undefined) return true;
  const first = await firstOf(one, one.lane);
  if (first === undefined || first.deliveryId === one.deliveryId) return true;
  await Table.tryCommit(moved(one, new Date(Clock.nowMs() + AGAIN_MS).toISOString()));
  return false;
}

/** Calls the next delivery after another has left the queue. */
export async function callNext(left: Standing): Promise<void> {
  const first = left.lane && (await firstOf(left, left.lane));
  if (!first || first.deliveryId === left.deliveryId || first.attempts > first.attemptsBefore) return;
  // Also if it is due already: a worker that is about to defer it has read another version.
  await Table.tryCommit(moved(first, Clock.nowIso()));
}

/** Returns the writes that change a delivery's next attempt. */
const moved = (before: Delivery, at: string): Table.Write[] => [
  {
    update: delivery.key(before),
    set: { nextAttemptAt: at, version: before.version + 1n },
    where: delivery.unchanged(before),
  },
  ...reschedule(before, at),
];
