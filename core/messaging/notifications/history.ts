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

/** Stores notices for the list in the app: the messages to a user of the last 30 days, sent by any channel. */

const RETENTION_SECONDS = 30 * DAY_SECONDS;

export type Notice = z.output<typeof notice.schema>;
/** Returns the version of a notice. Returns a notice's version: 1 until it is marked as read, then 2. */
export const versionOf = ({ readAt }: Notice): number => (readAt === undefined ? 1 : 2);

type Owner = Pick<UserActor, "userId">;

/** Returns the id of an event's notice: the same at every delivery. */
export const noticeIdOf = (event: Event): string => `${prefixes.notification}_${event.id.slice(-26)}`;

/** Stores a notice unless it exists. @returns whether it is new */
export function store(
  { userId }: Owner,
  notificationId: string,
  event: Event,
  text: Pick<Notice, "category" | "title" | "body">,
): Promise<boolean> {
  const ttl = Clock.nowSeconds() + RETENTION_SECONDS;
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
 * Returns a page of the actor's notices, newest first, and the number of all unread ones.
 * @param page `after`: the last id of the previous page
 */
export async function list({ userId }: Owner, page: Paging) {
  const [{ items, next }, unread] = await Promise.all([
    pageOf(notice, { userId }, page),
    Table.count(unreadOf(userId)),
  ]);
  return { notices: items, unread, next: next?.notificationId };
}

/** Returns the query of unread notices. Its range excludes expired items that DynamoDB has not deleted yet. */
function unreadOf(userId: string): Table.QueryInput {
  const { prefix } = unreadNotice;
  const oldest = ulid(Clock.nowMs() - RETENTION_SECONDS * 1000, () => 0).toLowerCase();
  const range = { from: `${prefix}${prefixes.notification}_${oldest}`, upTo: `${prefix}~` };
  return { pk: unreadNotice.partition({ userId }), ...range };
}

/**
 * Marks one of the actor's notices as read.
 * @param also further writes of the same transaction
 * @throws NOTIFICATION_NOT_FOUND, also for another user's notice
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
