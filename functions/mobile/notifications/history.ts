import { history } from "../../../contract/mobile/notifications.ts";
import * as History from "../../../core/messaging/notifications/history.ts";
import { serve } from "../../_chain/serve.ts";
import { notice } from "../../_views/mobile.ts";

export const handler = serve(history, async ({ actor, query: { limit, cursor } }) => {
  const { notices, unread, next = null } = await History.list(actor, { limit, after: cursor });
  return { notifications: notices.map(notice), unreadCount: unread, nextCursor: next };
});
