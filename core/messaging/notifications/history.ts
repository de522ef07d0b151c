import { ulid } from "ulid";
import type * as z from "zod";
import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import { prefixes } from "../../kernel/ids/index.ts";
import { DAY_SECONDS } from "../../kernel/time.ts";
import type { Event } from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import { type Paging, list as pageOf } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import { notice, unreadNotice } from "../entity.ts";
import { NotificationNotFound } from "../errors.ts";

/** What a user was told, for the list in the app: everything of 30 days, whichever other channel told it too. */

const KEPT_SECONDS = 30 * DAY_SECONDS;

export type Notice = z.output<typeof notice.schema>;
/** It changes once: it is read. */
export const versionOf = ({ readAt }: Notice): number => (readAt === undefined ? 1 : 2);

type Owner = Pick<UserActor, "userId">;

/** The id of an event's notice: the same at every delivery. */
export const noticeIdOf = (event: Event): string => `${prefixes.notification}_${event.id.slice(-26)}`;

/** Keeps what a user is told; what is kept already stays as it is. @returns whether it is new */
export function keep(
  { userId }: Owner,
  notificationId: string,
  event: Event,
  text: Pick<Notice, "category" | "title" | "body">,
): Promise<boolean> {
  const ttl = Clock.nowSeconds() + KEPT_SECONDS;
  const { id: eventId, type, occurredAt } = event;
  return Table.tryCommit([
    {
      put: notice.item({ userId, notificationId, eventId, type, occurredAt, ...text, ttl }),
      where: Where.absent,
    },
    { put: unreadNotice.item({ userId, notificationId, ttl }) },
  ]);
}

/**
 * A page of what the actor was told, newest first, and how much of all is unread.
 * @param after the id that the page before ended with
 */
export async function list({ userId }: Owner, page: Paging) {
  const [{ items, next }, unread] = await Promise.all([
    pageOf(notice, { userId }, page),
    Table.count(unreadOf(userId)),
  ]);
  return { notices: items, unread, next: next?.notificationId };
}

/** Those of the last 30 days: what has expired may be deleted later than its time. */
function unreadOf(userId: string): Table.QueryInput {
  const { prefix } = unreadNotice;
  const oldest = ulid(Clock.nowMs() - KEPT_SECONDS * 1000, () => 0).toLowerCase();
  const range = { from: `${prefix}${prefixes.notification}_${oldest}`, upTo: `${prefix}~` };
  return { pk: unreadNotice.partition({ userId }), ...range };
}

/**
 * Marks a notice of the actor's as read; one that is read already stays so.
 * @param also what is written in the same transaction
 * @returns the notice
 * @throws NOTIFICATION_NOT_FOUND, also for somebody else's
 */
export async function read(
  { userId }: Owner,
  notificationId: string,
  also: Table.Also<Notice> = () => [],
): Promise<Notice> {
  const key = notice.key({ userId, notificationId });
  return Table.change(
    () => Table.find(notice, { userId, notificationId }),
    (found) => {
      if (!found) throw fail(NotificationNotFound);
      if (found.readAt !== undefined) return { writes: also(found), result: found };
      const readAt = Clock.nowIso();
      const result = { ...found, readAt };
      return {
        writes: [
          ...also(result),
          { update: key, set: { readAt }, where: Where.all(Where.exists, Where.lacks("readAt")) },
          { remove: unreadNotice.key({ userId, notificationId }) },
        ],
        result,
      };
    },
  );
}
