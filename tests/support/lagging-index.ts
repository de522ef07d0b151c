import { Readable } from "node:stream";
import { type AttributeValue, DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";
import * as Clock from "../../core/kernel/clock/index.ts";
import { indexes } from "../../core/platform/table/entity.ts";
import * as Table from "../../core/platform/table/index.ts";
import { clientConfig } from "../../local/database.ts";

/**
 * Simulates an eventually consistent index that lags by some seconds of the platform's clock: it does not
 * show new items yet, and still shows deleted ones.
 */

type IndexItem = Readonly<Record<string, AttributeValue>>;

interface IndexQuery {
  readonly IndexName?: keyof typeof indexes;
  readonly ExpressionAttributeValues: Readonly<Record<string, { readonly S: string }>>;
}

const WRITES = /Put|Update|Delete|Write/;

const toResponse = (items: readonly IndexItem[]) => ({
  response: {
    statusCode: 200,
    headers: { "content-type": "application/x-amz-json-1.0" },
    body: Readable.from([Buffer.from(JSON.stringify({ Items: items, Count: items.length }))]),
  },
});

/**
 * Makes the index lag by `seconds` from now on. With `Infinity` it is always empty. `asked` returns the number of
 * index queries.
 */
export function lagIndex(endpoint: string, seconds: number): { readonly asked: () => number } {
  const plain = new DynamoDBClient(clientConfig(endpoint));
  const inner = plain.config.requestHandler;
  const history: { readonly atMs: number; readonly items: readonly IndexItem[] }[] = [];
  let asked = 0;

  /** Returns the keys that an index without lag would contain now. */
  async function readIndexedKeys(): Promise<readonly IndexItem[]> {
    const attributes = Object.values(indexes).map(({ pk }) => `attribute_exists(${pk})`);
    const keys = ["pk", "sk", ...Object.values(indexes).flatMap(({ pk, sk }) => [pk, sk])];
    const scan = {
      TableName: Table.tableName(),
      FilterExpression: attributes.join(" OR "),
      ProjectionExpression: keys.join(", "),
    };
    const pages = await Array.fromAsync(paginateScan({ client: plain }, { ...scan, ConsistentRead: true }));
    return pages.flatMap(({ Items = [] }) => Items);
  }

  function queryIndex({
    IndexName = "due",
    ExpressionAttributeValues: values,
  }: IndexQuery): readonly IndexItem[] {
    const untilMs = Clock.nowMs() - seconds * 1000;
    const { items = [] } = history.findLast(({ atMs }) => atMs <= untilMs) ?? {};
    const { pk, sk } = indexes[IndexName];
    const textOf = (item: IndexItem, name: string) => item[name]?.S ?? "";
    const [of, upTo] = [values[":pk"]?.S, values[":upTo"]?.S ?? ""];
    return items
      .filter((item) => textOf(item, pk) === of && textOf(item, sk) <= upTo)
      .toSorted((a, b) => (textOf(a, sk) < textOf(b, sk) ? -1 : 1));
  }

  const handle = async (request: Parameters<typeof inner.handle>[0], options: object) => {
    const operation = request.headers["x-amz-target"]?.split(".").at(-1) ?? "";
    if (operation === "Query") {
      const question = JSON.parse(new TextDecoder().decode(request.body as Uint8Array)) as IndexQuery;
      if (question.IndexName) {
        asked++;
        return toResponse(queryIndex(question));
      }
    }
    const output = await inner.handle(request, options);
    if (seconds !== Number.POSITIVE_INFINITY && WRITES.test(operation))
      history.push({ items: await readIndexedKeys(), atMs: Clock.nowMs() });
    return output;
  };
  const requestHandler = new Proxy(inner, {
    get: (target, property, receiver) =>
      property === "handle" ? handle : Reflect.get(target, property, receiver),
  });
  Table.configure({ ...clientConfig(endpoint), requestHandler });
  return { asked: () => asked };
}
