import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { UserEvent } from "../user-events/schema.ts";
import { announce } from "./arrivals.ts";
import { notification, notificationMark } from "./entity.ts";
import type { Notification } from "./schema.ts";

/** The notifications of a user (spec 3, section 6.4), kept for 30 days. */

const KEPT_SECONDS = 30 * 86_400;

/**
 * Keeps an event for the user's notification stream; one that is kept already changes nothing.
 * @returns the notification's id
 */
export async function put({ id: eventId, type, occurredAt, userId, data }: UserEvent): Promise<string> {
  const ttl = Clock.nowSeconds() + KEPT_SECONDS;
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

/** The actor's latest notifications, newest first. */
export async function latest({ userId }: UserActor, limit: number): Promise<Notification[]> {
  const pk = notification.partition({ userId });
  const { items } = await Table.query({ pk, beginsWith: notification.prefix, limit, newestFirst: true });
  return items.map((item) => notification.parse(item));
}

/** The actor's notifications from that id on, itself included if it is one, oldest first; at most `limit`. */
export async function since({ userId }: UserActor, id: string, limit: number): Promise<Notification[]> {
  const { prefix } = notification;
  // A tilde is above every id.
  const range = { from: `${prefix}${id}`, upTo: `${prefix}~` };
  const { items } = await Table.query({ pk: notification.partition({ userId }), ...range, limit });
  return items.map((item) => notification.parse(item));
}
