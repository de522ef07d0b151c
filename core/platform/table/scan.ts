import { call, dbOfScans, type Item, type Page, tableName, translation } from "./dynamodb.ts";
import type { Where } from "./where.ts";
import { expression } from "./write.ts";

/**
 * Scans the whole table: for the audit, erasure and sweeps, never for a request. Scans use the SDK's document client.
 * Requests use the client below it, because the document client costs an eighth of a request's own time.
 */

export interface ScanInput {
  /** Returns only items that fulfil it; the scan costs as much as all of them. */
  readonly only?: Where | undefined;
  /** The `next` of the previous page. */
  readonly after?: Item | undefined;
  /** How many items are read, whether or not they fulfil `only`. Defaults to 1 MB of them. */
  readonly limit?: number | undefined;
  /** One of several parts of the table, which can be read in parallel. */
  readonly segment?: { readonly of: number; readonly number: number } | undefined;
}

/** Reads a page of the table, strongly consistent. */
export async function scanPage({ only, after, limit, segment }: ScanInput): Promise<Page> {
  const filter = only && expression(undefined, only);
  const { DynamoDBDocumentClient, ScanCommand } = await import("./documents.lazy.ts");
  // It writes into the options that it is given.
  const documents = DynamoDBDocumentClient.from(dbOfScans(), {
    marshallOptions: { ...translation.marshall },
    unmarshallOptions: { ...translation.unmarshall },
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

/** Reads every item of the table that fulfils a condition. */
export async function* scan(only?: Where): AsyncGenerator<Item> {
  let after: Item | undefined;
  do {
    const page: Page = await scanPage({ only, after });
    yield* page.items;
    after = page.next;
  } while (after);
}
