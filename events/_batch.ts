import { randomUUID } from "node:crypto";
import type {
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  SQSBatchResponse,
  SQSEvent,
  SQSRecord,
} from "aws-lambda";
import * as Correlation from "../core/platform/correlation.ts";
import { log } from "../core/platform/log.ts";
import * as Metrics from "../core/platform/metrics/index.ts";
import * as Queue from "../core/platform/queue.ts";

/**
 * Processes every message of a batch under the correlation id of its request. Only failed messages are delivered again.
 *
 * A queue hides a message for six of its consumer's timeouts, so that throttling costs no attempt. A failed message need
 * not wait that long: its visibility is set to a few seconds, because the cause is mostly a concurrent writer, and longer
 * for each attempt, until the queue's `maxReceives` moves it to the dead letters. After a crash or timeout of the consumer
 * the queue's own visibility timeout applies.
 */
export async function each(
  { Records }: SQSEvent,
  work: (record: SQSRecord) => Promise<unknown>,
): Promise<SQSBatchResponse> {
  const startedMs = performance.now();
  const results = await Promise.all(
    Records.map((record) =>
      Correlation.under(idOf(record), async () => {
        try {
          await work(record);
          return [];
        } catch (error) {
          log.warn("queue: message failed, delivered again up to the queue's maxReceives", {
            messageId: record.messageId,
            receives: Number(record.attributes.ApproximateReceiveCount),
            error,
          });
          return [record];
        }
      }),
    ),
  );
  const failed = results.flat();
  batchDone(Records.length, failed.length, startedMs);
  const [first] = failed;
  if (first)
    await Queue.delayMessages(
      first.eventSourceARN,
      failed.map(({ receiptHandle, attributes: { ApproximateReceiveCount } }) => ({
        receipt: receiptHandle,
        afterSeconds: backoffSeconds(Number(ApproximateReceiveCount), Math.random()),
      })),
    );
  return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
}

const FIRST_SECONDS = 5;
const GROWTH = 4;
const LONGEST_SECONDS = 300;

/**
 * Returns the delay of a message that was received so many times: 5, 20, 80 seconds, then 5 minutes, each reduced by up to
 * half at random, so that messages that failed together are retried at different times. A message with five deliveries
 * survives an outage of at least 3 minutes, one with eight deliveries an outage of at least 10 minutes.
 */
export function backoffSeconds(receives: number, random: number): number {
  const most = Math.min(LONGEST_SECONDS, FIRST_SECONDS * GROWTH ** (Math.max(1, receives) - 1));
  return Math.ceil(most * (1 - random / 2));
}

/** Logs a batch with its metrics. The function's own error metric does not count failed messages, because it returns normally. */
export function batchDone(size: number, failed: number, startedMs: number): void {
  const durationMs = Math.round(performance.now() - startedMs);
  log.info(
    "consumer: batch processed",
    Metrics.fields({ processed: size - failed, failed, durationMs }, Metrics.consumer()),
  );
}

/** Returns a message's correlation id. Defaults to its message id. */
const idOf = ({ messageAttributes, messageId }: SQSRecord): string =>
  Correlation.safe(messageAttributes?.[Correlation.ATTRIBUTE]?.stringValue) ?? messageId;

/**
 * Returns the handler of a consumer of the table's stream. A batch gets its own correlation id, because the stream does
 * not name the request that changed an item.
 * @param work returns the first change to deliver again, with all later ones; undefined if all succeeded
 */
export const following =
  (work: (records: readonly DynamoDBRecord[]) => Promise<DynamoDBRecord | undefined>) =>
  ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
    Correlation.under(randomUUID(), async () => {
      const startedMs = performance.now();
      const again = await work(Records);
      batchDone(Records.length, again ? Records.length - Records.indexOf(again) : 0, startedMs);
      return {
        batchItemFailures: again ? [{ itemIdentifier: again.dynamodb?.SequenceNumber ?? "" }] : [],
      };
    });
