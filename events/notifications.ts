import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as Notifications from "../core/notifications/index.ts";
import * as Outbox from "../core/outbox/index.ts";
import { log } from "../core/platform/log.ts";

/** Tells users of events; a message that fails is delivered again alone, the rest of its batch is done. */
export const handler = async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const failed = await Promise.all(
    Records.map(async ({ messageId, body }) => {
      try {
        const event = Outbox.parse(body);
        const sent = await Notifications.tell(event);
        log.info("notification", { eventId: event.id, type: event.type, sent });
        return [];
      } catch (error) {
        log.warn("notification failed", { messageId, error });
        return [{ itemIdentifier: messageId }];
      }
    }),
  );
  return { batchItemFailures: failed.flat() };
};
