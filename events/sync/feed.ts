import type { DynamoDBRecord } from "aws-lambda";
import { log } from "../../core/platform/log.ts";
import * as Feed from "../../core/sync/feed.ts";
import { following } from "../_batch.ts";

/** Appends changes of users' records to their feeds. */
export const handler = following(async (records) => {
  const changes = records.map((record) => ({ record, key: keyOf(record) }));
  const failed = await Feed.append(changes.map(({ key }) => key));
  // A failed transaction fails all changes of its user with one error.
  for (const [error, keys] of Map.groupBy(failed.keys(), (key) => failed.get(key)))
    log.warn("sync: change not appended to the feed, the stream will retry", { keys, error });
  // The stream delivers again from the first failed change on, so later changes may be appended twice.
  return changes.find(({ key }) => failed.has(key))?.record;
});

const keyOf = ({ dynamodb }: DynamoDBRecord) => ({
  pk: dynamodb?.Keys?.["pk"]?.S ?? "",
  sk: dynamodb?.Keys?.["sk"]?.S ?? "",
});
