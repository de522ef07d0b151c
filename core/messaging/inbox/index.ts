import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Table from "../../platform/table/index.ts";
import type { UserEvent } from "../user-events/schema.ts";
import { ring } from "./bell.ts";
import { NOTIFICATION_PREFIX, notification, notificationMark } from "./entity.ts";
import { type Notification, notification as schema } from "./schema.ts";

/** The notifications of a user (spec 3, section 6.4), kept for 30 days. */

const KEPT_SECONDS = 30 * 86_400;

/** Keeps an event for the user's notification stream; one that is kept already changes nothing. */
export async function put({ id: eventId, type, occurredAt, userId, data }: UserEvent): Promise<void> {
  const ttl = Clock.nowSeconds() + KEPT_SECONDS;
  const id = Ids.create("notification");
  const shown: Notification = { id, eventId, type, occurredAt, data };
  const known = await Table.transactPatiently(
    [
      { put: { ...notificationMark.key({ eventId }), ttl }, condition: "attribute_not_exists(pk)" },
      { put: { ...notification.key({ userId, notificationId: id }), ...shown, ttl } },
    ],
    (refused) => refused.unmet(0),
  );
  if (!known) ring(userId);
}

/** The actor's latest notifications, newest first. */
export async function latest({ userId }: UserActor, limit: number): Promise<Notification[]> {
  const pk = notification.partition({ userId });
  const { items } = await Table.query({ pk, beginsWith: NOTIFICATION_PREFIX, limit, newestFirst: true });
  return items.map((item) => schema.parse(item));
}

/** The actor's notifications from that id on, itself included if it is one, oldest first; at most `limit`. */
export async function since({ userId }: UserActor, id: string, limit: number): Promise<Notification[]> {
  const pk = notification.partition({ userId });
  // A tilde is above every id.
  const { items } = await Table.query({
    pk,
    from: `${NOTIFICATION_PREFIX}${id}`,
    upTo: `${NOTIFICATION_PREFIX}~`,
    limit,
  });
  return items.map((item) => schema.parse(item));
}
