import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromWire, PlainJsonProtocol, toWire } from "./dynamodb.ts";

/** Returns a client with a fixed response instead of a network, and its sent requests. */
function answered(more: object, status: number, body: string) {
  const sent: { body: unknown; headers: Record<string, string> }[] = [];
  const client = new DynamoDBClient({
    region: "eu-central-1",
    credentials: { accessKeyId: "none", secretAccessKey: "none" },
    maxAttempts: 1,
    requestHandler: {
      handle: async ({ body: bytes, headers }: { body: Uint8Array; headers: Record<string, string> }) => {
        const { host, "x-amz-target": target, "content-type": type } = headers;
        sent.push({
          body: JSON.parse(new TextDecoder().decode(bytes)),
          headers: { ...{ host, target, type } } as Record<string, string>,
        });
        return {
          response: {
            statusCode: status,
            headers: { "content-type": "application/x-amz-json-1.0" },
            body: Buffer.from(body),
          },
        };
      },
    },
    ...more,
  });
  return { client, sent };
}

type Send = (client: DynamoDBClient) => Promise<object>;

/** Sends a command with both clients. @returns the request and the parsed response of each */
async function both(send: Send, status = 200, body: object = {}) {
  const outcomes = [{}, { protocol: PlainJsonProtocol }].map(async (more) => {
    const { client, sent } = answered(more, status, JSON.stringify(body));
    const answer: unknown = await send(client).catch((error: unknown) => error);
    const { $metadata: _, $response: __, ...rest } = Object(answer) as Record<string, unknown>;
    return { sent, name: (answer as Error).name, message: (answer as Error).message, rest };
  });
  const [theirs, ours] = await Promise.all(outcomes);
  return { theirs, ours };
}

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: "binary" }),
    fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }),
    fc.boolean(),
    fc.constant(null),
    fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 }).map((some) => new Set(some)),
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(fc.string({ minLength: 1 }), tie("any"), { maxKeys: 3 }),
  ),
})).any;
const item = fc.dictionary(fc.string({ minLength: 1 }), value, { maxKeys: 5 });

describe("request and response bodies", () => {
  test("are encoded as by the SDK's own codec for any item, and decoded to the same item", async () => {
    await fc.assert(
      fc.asyncProperty(item, async (one) => {
        const Item = toWire(one);
        const put: Send = (client) =>
          client.send(
            new TransactWriteItemsCommand({
              ClientRequestToken: "once",
              TransactItems: [{ Put: { TableName: "svc", Item, ConditionExpression: undefined } }],
            }),
          );
        const written = await both(put);
        expect(written.ours).toEqual(written.theirs);
        const key = { pk: { S: "a" }, sk: { S: "b" } };
        const read = await both(
          (client) => client.send(new GetItemCommand({ TableName: "svc", Key: key })),
          200,
          {
            Item,
            ConsumedCapacity: { CapacityUnits: 0.5 },
          },
        );
        expect(read.ours).toEqual(read.theirs);
        const back = read.ours?.rest["Item"] as typeof Item;
        expect(fromWire(back)).toEqual(fromWire(Item));
      }),
      { numRuns: 50 },
    );
  });

  const Key = { pk: { S: "a" }, sk: { S: "b" } };
  const commands: Record<string, [send: Send, body: object]> = {
    "a query's page": [
      (client) =>
        client.send(
          new QueryCommand({
            TableName: "svc",
            KeyConditionExpression: "#p = :p",
            ExpressionAttributeNames: { "#p": "pk" },
            ExpressionAttributeValues: { ":p": { S: "é\u2028" } },
            Limit: 7,
            ScanIndexForward: false,
            ExclusiveStartKey: undefined,
          }),
        ),
      { Items: [Key], Count: 1, ScannedCount: 1, LastEvaluatedKey: Key },
    ],
    "a batch's reads": [
      (client) =>
        client.send(
          new BatchGetItemCommand({ RequestItems: { svc: { Keys: [Key], ConsistentRead: true } } }),
        ),
      { Responses: { svc: [Key] }, UnprocessedKeys: { svc: { Keys: [Key] } } },
    ],
    "a batch's writes": [
      (client) =>
        client.send(new BatchWriteItemCommand({ RequestItems: { svc: [{ DeleteRequest: { Key } }] } })),
      { UnprocessedItems: {} },
    ],
    "an update": [
      (client) =>
        client.send(
          new UpdateItemCommand({
            TableName: "svc",
            Key,
            UpdateExpression: "ADD used :n",
            ExpressionAttributeValues: { ":n": { N: "1" } },
            ReturnValues: "ALL_NEW",
          }),
        ),
      { Attributes: { used: { N: "12345678901234567890123456789012345678" } } },
    ],
  };
  test.each(Object.entries(commands))("of %s are the same as the SDK's", async (_, [send, body]) => {
    const { ours, theirs } = await both(send, 200, body);
    expect(ours).toEqual(theirs);
    expect(ours?.rest).toMatchObject(body);
  });

  test("of errors keep the error's name, the cancellation reasons and the existing item", async () => {
    const type = (name: string) => `com.amazonaws.dynamodb.v20120810#${name}`;
    const errors = [
      {
        __type: type("ConditionalCheckFailedException"),
        message: "The conditional request failed",
        Item: Key,
      },
      {
        __type: type("TransactionCanceledException"),
        Message: "Transaction cancelled",
        CancellationReasons: [{ Code: "ConditionalCheckFailed", Item: Key }, { Code: "None" }],
      },
      { __type: type("ProvisionedThroughputExceededException"), message: "slow down" },
      { __type: "com.amazon.coral.service#SerializationException", Message: "what is this" },
    ];
    for (const body of errors) {
      const put: Send = (client) =>
        client.send(new TransactWriteItemsCommand({ TransactItems: [], ClientRequestToken: "once" }));
      const { ours, theirs } = await both(put, 400, body);
      expect(ours).toEqual(theirs);
      expect(body.__type).toContain(`#${ours?.name}`);
    }
  });
});
