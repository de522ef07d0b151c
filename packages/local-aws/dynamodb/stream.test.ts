import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DynamoDBStreamEvent } from "aws-lambda";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import type { RequestHandler } from "../client.ts";
import type { Handler } from "../lambda/invoke.ts";
import { eventually } from "../testing.ts";
import { type Stream, type StreamOptions, startStream } from "./stream.ts";
import { withStreams } from "./stream-writes.ts";

const folder = mkdtempSync(join(tmpdir(), "stream-"));
const streams: Stream[] = [];
const stopAll = () => Promise.all(streams.splice(0).map((stream) => stream.stop()));
afterEach(stopAll);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keysOf = ({ Records }: DynamoDBStreamEvent) => Records.map(({ dynamodb }) => dynamodb?.Keys?.["sk"]?.S);
const key = (sk: string, pk = "USER#1") => ({ pk, sk });
const failing = (event: DynamoDBStreamEvent, from: string) => {
  const first = event.Records.find(({ dynamodb }) => dynamodb?.Keys?.["sk"]?.S === from);
  return { batchItemFailures: first ? [{ itemIdentifier: first.dynamodb?.SequenceNumber }] : [] };
};

/** Creates a stream of users' items with a consumer. */
function streamTo(
  consume: (event: DynamoDBStreamEvent) => unknown,
  more: Partial<StreamOptions> = {},
): Stream {
  const stream = startStream({
    consumer: { id: "test.feed", batchSize: 10 },
    concerns: ({ pk, sk }) => pk.startsWith("USER#") && /^[ABC]/.test(sk),
    path: undefined,
    load: async () => (async (event: unknown) => consume(event as DynamoDBStreamEvent)) as Handler,
    ran: () => undefined,
    report: () => undefined,
    ...more,
  });
  streams.push(stream);
  return stream;
}

const delivered = (stream: Stream) => eventually(() => expect(stream.unread()).toBe(0));

describe("the stream", () => {
  test("delivers only changes that were written and match its filter, in their order", async () => {
    const seen: unknown[] = [];
    const stream = streamTo((event) => void seen.push(...keysOf(event)));
    for (const sk of ["A1", "X1", "B1"]) stream.beginWrite([key(sk)])(true);
    stream.beginWrite([key("A2")])(false);
    stream.beginWrite([key("A3", "OTHER#1")])(true);
    stream.beginWrite([key("C1")])(true);
    await delivered(stream);
    expect(seen).toEqual(["A1", "B1", "C1"]);
  });

  test("retries from the first failed change until it succeeds", async () => {
    const batches: unknown[] = [];
    const stream = streamTo((event) => {
      batches.push(keysOf(event));
      if (batches.length === 1) throw new Error("as asked");
      return failing(event, batches.length === 2 ? "B1" : "none");
    });
    stream.beginWrite([key("A1"), key("B1"), key("C1")])(true);
    await delivered(stream);
    expect(batches).toEqual([
      ["A1", "B1", "C1"],
      ["A1", "B1", "C1"],
      ["B1", "C1"],
    ]);
  });

  test("is read at intervals, and earlier if a batch is full or hasten() is called", async () => {
    const batches: unknown[] = [];
    const stream = streamTo((event) => void batches.push(keysOf(event)), { readEveryMs: 60_000 });
    const turns = async () => {
      for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
    };
    stream.beginWrite([key("A1")])(true);
    await delivered(stream);
    stream.beginWrite([key("A2")])(true);
    await turns();
    stream.beginWrite([key("A3")])(true);
    await turns();
    expect(batches).toEqual([["A1"]]);
    stream.hasten();
    await delivered(stream);
    expect(batches).toEqual([["A1"], ["A2", "A3"]]);
    for (let n = 0; n < 20; n++) stream.beginWrite([key(`B${n}`)])(true);
    await delivered(stream);
    expect(batches).toHaveLength(4);
  });

  test("is read shard by shard in parallel, so that a slow batch does not delay other shards", async () => {
    const other = Promise.withResolvers<void>();
    const stream = streamTo(async (event) => {
      // The first change waits for one of another shard.
      if (keysOf(event).includes("B1")) other.resolve();
      else await other.promise;
    });
    stream.beginWrite([key("A1", "USER#1")])(true);
    for (let n = 2; n < 20; n++) stream.beginWrite([key("B1", `USER#${n}`)])(true);
    await delivered(stream);
  });

  test("delivers undelivered changes after a restart, also those whose write had no response yet", async () => {
    const path = join(folder, "stream.jsonl");
    const first = streamTo(() => undefined, { path });
    first.beginWrite([key("A1")])(true);
    await delivered(first);
    // Its response never arrived.
    first.beginWrite([key("B1")]);
    await stopAll();
    const seen: unknown[] = [];
    await delivered(streamTo((event) => void seen.push(...keysOf(event)), { path }));
    expect(seen).toEqual(["B1"]);
  });
});

describe("withStreams()", () => {
  test.each([
    ["with the status 200", async () => ({ response: { statusCode: 200 } }), [true]],
    ["rejected with the status 400", async () => ({ response: { statusCode: 400 } }), [false]],
    [
      "with the status 500, which may have been executed",
      async () => ({ response: { statusCode: 500 } }),
      [true],
    ],
    [
      "without a response, which may have been executed",
      () => Promise.reject(new Error("ECONNRESET")),
      [true],
    ],
  ])("reports to the stream the outcome of a write %s", async (_, handle, expected) => {
    const outcomes: boolean[] = [];
    const stream = {
      beginWrite: () => (isWritten: boolean) => void outcomes.push(isWritten),
    } as unknown as Stream;
    const handler = withStreams(() => [stream], { handle: handle as RequestHandler["handle"] });
    const request = {
      headers: { "x-amz-target": "DynamoDB_20120810.PutItem" },
      body: JSON.stringify({ Item: { pk: { S: "USER#1" }, sk: { S: "A1" } } }),
    };
    await handler.handle(request as never).catch(() => undefined);
    expect(outcomes).toEqual(expected);
  });
});
