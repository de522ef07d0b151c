import type { DynamoDBRecord } from "aws-lambda";
import { log } from "../../core/platform/log.ts";
import * as Metrics from "../../core/platform/metrics/index.ts";
import { isAppendOnly } from "../../core/platform/table/schema.ts";
import * as Feed from "../../core/sync/feed.ts";
import { following } from "../_batch.ts";

/** Reports changes of append-only items, and appends changes of users' records to their feeds. */
export const handler = following(async (records) => {
  const written = records.map((record) => ({ record, key: keyOf(record) }));
  // First, because a failed feed delivers the batch again.
  for (const { record, key } of written) if (isAppendOnly(key.pk)) report(record, key);
  const changes = written.filter(({ key }) => !isAppendOnly(key.pk));
  const failed = await Feed.append(changes.map(({ key }) => key));
  // A failed transaction fails all changes of its user with one error.
  for (const [error, keys] of Map.groupBy(failed.keys(), (key) => failed.get(key)))
    log.warn("sync: change not appended to the feed, the stream will retry", { keys, error });
  // The stream delivers again from the first failed change on, so later changes may be appended twice.
  return changes.find(({ key }) => failed.has(key))?.record;
});

interface StoredKey {
  readonly pk: string;
  readonly sk: string;
}

const keyOf = ({ dynamodb }: DynamoDBRecord): StoredKey => ({
  pk: dynamodb?.Keys?.["pk"]?.S ?? "",
  sk: dynamodb?.Keys?.["sk"]?.S ?? "",
});

/** No function may change an item of the journal or the audit trail, so a change is an attack or an operator's. */
function report({ eventName, dynamodb }: DynamoDBRecord, { pk, sk }: StoredKey): void {
  if (eventName === "INSERT") return;
  log.error("append-only: item of the journal or the audit trail changed or deleted, treat it as tampering", {
    ...{ pk, sk, eventName, at: dynamodb?.ApproximateCreationDateTime },
    ...Metrics.fields({ appendOnlyChanges: 1 }),
  });
}
