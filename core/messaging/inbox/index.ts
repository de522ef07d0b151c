import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { DAY_SECONDS } from "../../kernel/time.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { notification, notificationMark } from "../entity.ts";
import type { Notification, UserEvent } from "../schema.ts";

/** Stores the notifications of a user (spec 3, section 6.4) for 30 days. */

/**
 * Stores an event for the user's notification stream. A second call for the same event changes nothing.
 * @returns the notification's id
 */
export async function put({ id: eventId, type, occurredAt, userId, data }: UserEvent): Promise<string> {
  const ttl = Clock.nowSeconds() + 30 * DAY_SECONDS;
  const id = Ids.create("notification");
  const added: Notification = { id, eventId, type, occurredAt, data };
  const isNew = await Table.tryCommit([
    { put: notificationMark.item({ eventId, notificationId: id, ttl }), where: Where.absent },
    { put: { ...notification.key({ userId, notificationId: id }), ...added, ttl } },
  ]);
  if (!isNew) return (await Table.find(notificationMark, { eventId }))?.notificationId ?? id;
  announce(userId);
  return id;
}

/** Returns the actor's latest notifications, newest first. */
export async function latest({ userId }: UserActor, limit: number): Promise<Notification[]> {
  const pk = notification.partition({ userId });
  const { items } = await Table.query({ pk, beginsWith: notification.prefix, limit, newestFirst: true });
  return items.map((item) => notification.parse(item));
}

/** Returns the actor's notifications from an id on, inclusive, oldest first. */
export async function since({ userId }: UserActor, id: string, limit: number): Promise<Notification[]> {
  const { prefix } = notification;
  // A tilde is above every id.
  const range = { from: `${prefix}${id}`, upTo: `${prefix}~` };
  const { items } = await Table.query({ pk: notification.partition({ userId }), ...range, limit });
  return items.map((item) => notification.parse(item));
}

// Streams of this process get a new notification immediately. Streams of other processes poll the table.

const listeners = new Map<string, Set<() => void>>();

/** Notifies the user's streams in this process. */
function announce(userId: string): void {
  for (const listener of [...(listeners.get(userId) ?? [])]) listener();
}

/** Resolves when a notification arrives for the user, the time is over, or the signal is aborted. */
export function nextArrival(userId: string, waitMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const own = listeners.get(userId) ?? new Set();
    listeners.set(userId, own);
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      own.delete(end);
      if (own.size === 0 && listeners.get(userId) === own) listeners.delete(userId);
      resolve();
    };
    const timer = setTimeout(end, waitMs);
    own.add(end);
    signal?.addEventListener("abort", end, { once: true });
    if (signal?.aborted) end();
  });
}
