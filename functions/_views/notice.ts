import type { history } from "../../contract/mobile/notifications.ts";
import type { ResultOf } from "../../contract/route.ts";
import type { Notice } from "../../core/messaging/notifications/history.ts";

/** What a user was told, as the app lists it. */

type Shown = ResultOf<typeof history>["notifications"][number];

export const shown = ({
  notificationId,
  category,
  type,
  title,
  body,
  occurredAt,
  readAt,
}: Notice): Shown => ({
  id: notificationId,
  category,
  type,
  title,
  body,
  occurredAt,
  readAt: readAt ?? null,
});
