import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as Worker from "../../core/live/worker.ts";
import { log } from "../../core/platform/log.ts";

/** Serves the shard of each order until its minute ends. */
export const handler = async ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const failed = await Promise.all(
    Records.map(async ({ messageId, body }) => {
      try {
        await Worker.work(Worker.parse(body), () => context.getRemainingTimeInMillis());
        return [];
      } catch (error) {
        log.error("a shard was not served", { messageId, error });
        return [{ itemIdentifier: messageId }];
      }
    }),
  );
  return { batchItemFailures: failed.flat() };
};
