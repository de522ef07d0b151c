import * as Clock from "../../kernel/clock/index.ts";
import { objectIdOf } from "../../platform/api-events/schema.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { WebhookEvent } from "./body.ts";
import { delivery, laneItem } from "./entity.ts";
import { reschedule } from "./next-attempt.ts";
import type { Delivery, Lane, Webhook } from "./schema.ts";

/**
 * Order: of an ordered webhook, what happens to one object is sent one after the other, by its sequence. A
 * delivery stands in its object's lane until it has arrived or is given up; only the first is attempted. Nothing
 * waits for ever: a delivery is given up after eight attempts.
 */

/** When a delivery that waits for another is looked at again, should nobody call it before. */
const AGAIN_MS = 60_000;

/** The lane that an event's delivery stands in; undefined where order is not asked for. */
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

/** The write by which a delivery takes its place. @param ttl UNIX seconds, as the delivery's */
export const entering = (one: Standing, ttl: number): Table.Write[] =>
  one.lane ? [{ put: laneItem.item({ ...placeOf(one, one.lane), ttl }) }] : [];

/** The write by which it leaves it. */
export const leaving = (one: Standing): Table.Write[] =>
  one.lane ? [{ remove: laneItem.key(placeOf(one, one.lane)) }] : [];

/** The first of a lane that is still to be sent. */
async function firstOf({ webhookId }: Standing, { objectId }: Lane): Promise<Delivery | undefined> {
  const at = (position: string) => laneItem.key({ webhookId, objectId, position }).sk;
  const pk = laneItem.partition({ webhookId });
  for (;;) {
    const { items } = await Table.query({ pk, from: at("0"), upTo: at("~"), limit: 1 });
    const place = items[0] && laneItem.parse(items[0]);
    if (!place) return undefined;
    const first = await Table.find(delivery, place);
    if (first?.status === "pending") return first;
    // It has expired, or was sent some other way.
    await Table.remove(laneItem.key(place));
  }
}

/** Whether it is a delivery's turn. One that has to wait is put off. */
export async function hasTurn(one: Delivery): Promise<boolean> {
  if (one.lane === undefined) return true;
  const first = await firstOf(one, one.lane);
  if (first === undefined || first.deliveryId === one.deliveryId) return true;
  await Table.tryCommit(moved(one, new Date(Clock.nowMs() + AGAIN_MS).toISOString()));
  return false;
}

/** Calls the delivery whose turn it is now that another has left its lane. */
export async function callNext(left: Standing): Promise<void> {
  const first = left.lane && (await firstOf(left, left.lane));
  if (!first || first.deliveryId === left.deliveryId || first.attempts > first.attemptsBefore) return;
  // Also where it is due already: a worker that is about to put it off has seen another version.
  await Table.tryCommit(moved(first, Clock.nowIso()));
}

/** The writes that set a delivery's next attempt anew, over exactly what was read. */
const moved = (before: Delivery, at: string): Table.Write[] => [
  {
    update: delivery.key(before),
    set: { nextAttemptAt: at, version: before.version + 1n },
    where: Where.is({ version: before.version }),
  },
  ...reschedule(before, at),
];
