import { expression } from "./changes.ts";
import { call, type Item, plain, tableName } from "./dynamodb.ts";
import type { Page } from "./range.ts";
import type { Where } from "./where.ts";
import { marshalling, unmarshalling } from "./wire.ts";

/**
 * Walks through the whole table: the audit, erasure, the sweeps of operators and of the local runtime, never a request.
 * They go by the document client. That makes its chain of middleware anew at every call: an eighth of a request's own
 * time, so requests go by the client below it, and nothing to a page of 1 MB.
 */

export interface ScanInput {
  /** Those alone that fulfil it; they cost as much as all. */
  readonly only?: Where | undefined;
  /** The `next` of the page before. */
  readonly after?: Item | undefined;
  /** How many are read, whether or not they fulfil it; 1 MB of them unless told. */
  readonly limit?: number | undefined;
  /** One of so many parts of the table, which can be read side by side. */
  readonly segment?: { readonly of: number; readonly number: number } | undefined;
}

/** A page of the table. */
export async function scanPage({ only, after, limit, segment }: ScanInput): Promise<Page> {
  const filter = only && expression(undefined, only);
  const { DynamoDBDocumentClient, ScanCommand } = await import("./documents.lazy.ts");
  // It writes into the options that it is given.
  const documents = DynamoDBDocumentClient.from(plain(), {
    marshallOptions: { ...marshalling },
    unmarshallOptions: { ...unmarshalling },
  });
  const output = await call("Scan", (meter) =>
    documents.send(
      new ScanCommand({
        TableName: tableName(),
        FilterExpression: filter?.condition,
        ExpressionAttributeNames: filter?.names,
        ExpressionAttributeValues: filter?.values,
        ExclusiveStartKey: after,
        Limit: limit,
        ConsistentRead: true,
        ...(segment && { TotalSegments: segment.of, Segment: segment.number }),
        ...meter,
      }),
    ),
  );
  return { items: output.Items ?? [], next: output.LastEvaluatedKey };
}

/** Every item of the table. @param only those that fulfil it; they cost as much as all */
export async function* scan(only?: Where): AsyncGenerator<Item> {
  let after: Item | undefined;
  do {
    const page: Page = await scanPage({ only, after });
    yield* page.items;
    after = page.next;
  } while (after);
}
