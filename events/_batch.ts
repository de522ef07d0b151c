import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as Correlation from "../core/platform/correlation.ts";
import { log } from "../core/platform/log.ts";
import * as Metrics from "../core/platform/metrics/index.ts";
import * as Queue from "../core/platform/queue.ts";

/**
 * Works on every message of a batch; one that fails is delivered again alone, the rest of its batch is done. Each is
 * worked on under the id of the request that it is a consequence of.
 *
 * A queue hides a message for six of its consumer's timeouts, minutes in which throttling costs no try. Who sees a
 * message fail need not wait so long, and says when it comes again: after seconds at first, since what is in the
 * way is mostly another writer, then ever later, until the queue's `maxReceives` leads it to the dead letters. A
 * consumer that crashes or runs out of time says nothing: its messages wait for the queue's own time.
 */
export async function each(
  { Records }: SQSEvent,
  work: (record: SQSRecord) => Promise<unknown>,
): Promise<SQSBatchResponse> {
  const startedMs = performance.now();
  const tried = await Promise.all(
    Records.map((record) =>
      Correlation.under(idOf(record), async () => {
        try {
          await work(record);
          return [];
        } catch (error) {
          log.warn("a message failed", { messageId: record.messageId, error });
          return [record];
        }
      }),
    ),
  );
  const failed = tried.flat();
  batchDone(Records.length, failed.length, startedMs);
  const [first] = failed;
  if (first)
    await Queue.putOff(
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
 * How long a message waits that has failed so many times: 5, 20, 80 seconds, then 5 minutes, each less up to half of it
 * by chance, so that what failed together does not meet again. Five deliveries outlast a dependency that is away for
 * 3 minutes at least, eight one of 10.
 */
export function backoffSeconds(receives: number, random: number): number {
  const most = Math.min(LONGEST_SECONDS, FIRST_SECONDS * GROWTH ** (Math.max(1, receives) - 1));
  return Math.ceil(most * (1 - random / 2));
}

/** The line that a batch leaves, with its figures: what failed in it shows nowhere else, for the function did not fail. */
export function batchDone(size: number, failed: number, startedMs: number): void {
  const durationMs = Math.round(performance.now() - startedMs);
  log.info("batch", Metrics.fields({ processed: size - failed, failed, durationMs }, Metrics.consumer()));
}

/** The id that a message carries; one that carries none begins with its own. */
const idOf = ({ messageAttributes, messageId }: SQSRecord): string =>
  Correlation.safe(messageAttributes?.[Correlation.ATTRIBUTE]?.stringValue) ?? messageId;
