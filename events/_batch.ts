import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { log } from "../core/platform/log.ts";

/**
 * Works on every message of a batch; one that fails is delivered again alone, the rest of its batch is done.
 */
export async function each(
  { Records }: SQSEvent,
  work: (record: SQSRecord) => Promise<void>,
): Promise<SQSBatchResponse> {
  const failed = await Promise.all(
    Records.map(async (record) => {
      try {
        await work(record);
        return [];
      } catch (error) {
        log.warn("a message failed", { messageId: record.messageId, error });
        return [{ itemIdentifier: record.messageId }];
      }
    }),
  );
  return { batchItemFailures: failed.flat() };
}
