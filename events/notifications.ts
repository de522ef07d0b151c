import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as Notifications from "../core/messaging/notifications/index.ts";
import { log } from "../core/platform/log.ts";
import * as Outbox from "../core/platform/outbox/index.ts";
import { each } from "./_batch.ts";

/** Notifies users of events. */
export const handler = (batch: SQSEvent): Promise<SQSBatchResponse> =>
  each(batch, async ({ body }) => {
    const event = Outbox.parse(body);
    const channels = await Notifications.notify(event);
    log.info("notification: processed", { eventId: event.id, type: event.type, channels });
  });
