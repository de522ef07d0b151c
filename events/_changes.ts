import { randomUUID } from "node:crypto";
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import * as Correlation from "../core/platform/correlation.ts";
import { batchDone } from "./_batch.ts";

/**
 * Makes the handler of a consumer of the table's changes. A batch is worked on under an id of its own: the stream
 * does not tell which request changed an item.
 * @param work answers the first change that is to be given again, with all after it; undefined where all are done
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
