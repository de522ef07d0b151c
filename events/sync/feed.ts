import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from "aws-lambda";
import { log } from "../../core/platform/log.ts";
import * as Feed from "../../core/sync/feed.ts";

/** Puts what changed of users' records into their feeds. */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const changes = Records.map(({ dynamodb }) => ({
    key: { pk: dynamodb?.Keys?.["pk"]?.S ?? "", sk: dynamodb?.Keys?.["sk"]?.S ?? "" },
    sequenceNumber: dynamodb?.SequenceNumber ?? "",
  }));
  const failed = await Feed.append(changes.map(({ key }) => key));
  for (const error of new Set(failed.values())) log.warn("changes are not in their feed yet", { error });
  // It is given again from the first that failed on: what is done by then is said twice.
  const first = changes.find(({ key }) => failed.has(key));
  return { batchItemFailures: first ? [{ itemIdentifier: first.sequenceNumber }] : [] };
}
