import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { SQSEvent } from "aws-lambda";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { DeliveryFaults, Handler } from "../lambda/invoke.ts";
import { always, eventually, testClock } from "../testing.ts";
import { failedIds } from "./event.ts";
import { type Poller, startPoller } from "./poller.ts";
import { type Queues, startQueues } from "./queues.ts";

const QUEUE = "orders";
const specs = { [QUEUE]: { maxReceives: 3, visibilitySeconds: 60 } };
const folder = mkdtempSync(join(tmpdir(), "queues-"));
const clock = testClock();

let queues: Queues;
let client: SQSClient;
let poller: Poller | undefined;

async function open(journal?: string): Promise<void> {
  queues = await startQueues({ queues: specs, journal, nowMs: clock.nowMs });
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  client = new SQSClient({ endpoint: queues.endpoint, region: "local", credentials });
}

async function close(): Promise<void> {
  client.destroy();
  await queues.stop();
}

const send = (body: string, delaySeconds?: number) =>
  client.send(
    new SendMessageCommand({
      QueueUrl: queues.url(QUEUE),
      MessageBody: body,
      DelaySeconds: delaySeconds,
      MessageAttributes: { origin: { DataType: "String", StringValue: "test" } },
    }),
  );

interface Polling {
  readonly batchSize?: number;
  readonly maxConcurrency?: number;
  readonly faults?: DeliveryFaults;
}

function poll(handler: Handler, { faults, ...bounds }: Polling = {}): void {
  const consumer = { id: "orders", batchSize: 5, ...bounds };
  poller = startPoller({
    consumer,
    queue: QUEUE,
    queues,
    client,
    load: async () => handler,
    ...(faults && { faults }),
    ran: () => undefined,
    report: () => undefined,
  });
}

async function jump(seconds: number): Promise<void> {
  clock.advance(seconds);
  await queues.clockMoved();
}

const state = async () => (await queues.inspect())[QUEUE];
const bodies = (event: unknown) => (event as SQSEvent).Records.map((record) => record.body);

beforeAll(() => open());
afterEach(async () => {
  await poller?.stop();
  poller = undefined;
  await queues.clear();
  clock.reset();
  await queues.clockMoved();
});
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

test("a consumer receives the same event that Lambda sends for a queue", async () => {
  const got = Promise.withResolvers<SQSEvent>();
  poll((event) => got.resolve(event as SQSEvent));
  await send("hello");
  expect((await got.promise).Records).toEqual([
    {
      messageId: expect.any(String),
      receiptHandle: expect.any(String),
      body: "hello",
      attributes: {
        ApproximateReceiveCount: "1",
        SentTimestamp: expect.stringMatching(/^\d{13}$/),
        SenderId: expect.any(String),
        ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
      },
      messageAttributes: {
        origin: { dataType: "String", stringValue: "test", stringListValues: [], binaryListValues: [] },
      },
      md5OfBody: "5d41402abc4b2a76b9719d911017c592",
      eventSource: "aws:sqs",
      eventSourceARN: "arn:aws:sqs:local:000000000000:orders",
      awsRegion: "local",
    },
  ]);
});

test("a failed message is received again after its visibility timeout, and finally moves to the dead letters", async () => {
  const tries: string[] = [];
  await send("good");
  await send("bad");
  poll((event) => {
    const { Records } = event as SQSEvent;
    tries.push(...Records.map((record) => `${record.body} ${record.attributes.ApproximateReceiveCount}`));
    const failed = Records.filter((record) => record.body === "bad");
    return { batchItemFailures: failed.map((record) => ({ itemIdentifier: record.messageId })) };
  });
  await eventually(async () => expect(await state()).toMatchObject({ visible: 0, inFlight: 1 }));
  expect(tries.sort()).toEqual(["bad 1", "good 1"]);
  for (const nth of ["bad 2", "bad 3"]) {
    await jump(61);
    await eventually(() => expect(tries).toContain(nth));
  }
  await jump(61);
  await eventually(async () => expect(await state()).toMatchObject({ visible: 0, inFlight: 0, dead: 1 }));
  expect(tries).toHaveLength(4);
});

test("a batch stays in flight if the function throws", async () => {
  await send("one");
  let tried = 0;
  poll(() => {
    tried++;
    throw new Error("no");
  });
  await eventually(() => expect(tried).toBe(1));
  await eventually(async () => {
    const { receipts = [], ...counts } = (await state()) ?? {};
    expect(counts).toMatchObject({ visible: 0, inFlight: 1 });
    expect(receipts.every((receipt) => poller?.waits(receipt))).toBe(true);
  });
});

test("a delayed message is received after its delay by the platform's clock", async () => {
  const got: string[] = [];
  poll((event) => {
    got.push(...bodies(event));
  });
  await send("later", 900);
  expect(await state()).toMatchObject({ delayed: 1, visible: 0 });
  await jump(901);
  await eventually(() => expect(got).toEqual(["later"]));
});

describe("failedIds()", () => {
  const ids = ["a", "b"];
  test.each([
    [undefined, []],
    [{}, []],
    [{ batchItemFailures: [] }, []],
    [{ batchItemFailures: null }, []],
    [{ batchItemFailures: [{ itemIdentifier: "b" }] }, ["b"]],
    [{ batchItemFailures: [{ itemIdentifier: "" }] }, ids],
    [{ batchItemFailures: [{ itemIdentifier: "other" }] }, ids],
    [{ batchItemFailures: "all" }, ids],
  ])("interprets the function's result %j as Lambda does: %j", (answer, failed) => {
    expect([...failedIds(answer, ids)]).toEqual(failed);
  });
});

test.each([2, 6])(
  "a consumer with a maxConcurrency of %i receives no more batches than that at a time",
  async (bound) => {
    const sent = Array.from({ length: 9 }, (_, index) => `m${index}`);
    for (const body of sent) await send(body);
    const held: (() => void)[] = [];
    let running = 0;
    let most = 0;
    let done = 0;
    poll(
      async () => {
        most = Math.max(most, ++running);
        await new Promise<void>((resolve) => held.push(resolve));
        running--;
        done++;
      },
      { batchSize: 1, maxConcurrency: bound },
    );
    await eventually(() => expect(running).toBe(bound));
    // An unprocessed message was not received: otherwise its visibility timeout would already run.
    expect(await state()).toMatchObject({ visible: sent.length - bound, inFlight: bound });
    await eventually(() => {
      for (const release of held.splice(0)) release();
      expect(done).toBe(sent.length);
    });
    expect(most).toBe(bound);
  },
);

test("the fault duplicate delivers a message twice", async () => {
  const got: string[] = [];
  poll(
    (event) => {
      got.push(...bodies(event));
    },
    { faults: always("duplicate") },
  );
  await send("once");
  await eventually(() => expect(got).toEqual(["once", "once"]));
});

test("the fault reorder delivers every message exactly once", async () => {
  const sent = Array.from({ length: 12 }, (_, index) => `m${index}`);
  for (const body of sent) await send(body);
  const got: string[] = [];
  poll(
    (event) => {
      got.push(...bodies(event));
    },
    { faults: always("reorder") },
  );
  await eventually(() => expect(got).toHaveLength(12));
  expect([...got].sort()).toEqual([...sent].sort());
});

test("a restart restores waiting, delayed and dead messages, but no processed ones", async () => {
  await close();
  const journal = join(folder, "queues.jsonl");
  await open(journal);
  await send("dead");
  const fail: Handler = (event) => ({
    batchItemFailures: (event as SQSEvent).Records.filter(({ body }) => body !== "done").map((record) => ({
      itemIdentifier: record.messageId,
    })),
  });
  poll(fail);
  for (let received = 1; received <= 3; received++) {
    await eventually(async () => expect(await state()).toMatchObject({ visible: 0, inFlight: 1 }));
    await jump(61);
  }
  await eventually(async () => expect(await state()).toMatchObject({ inFlight: 0, dead: 1 }));
  await send("done");
  await eventually(async () => expect(await state()).toMatchObject({ visible: 0, inFlight: 0 }));
  await poller?.stop();
  poller = undefined;
  await send("waiting");
  await send("delayed", 600);

  // Stopped without closing the journal: its entries were written at each acknowledgement.
  await close();
  await open(journal);
  expect(await state()).toMatchObject({ visible: 1, delayed: 1, inFlight: 0, dead: 1 });
  const got: string[] = [];
  poll((event) => {
    got.push(...bodies(event));
  });
  await eventually(() => expect(got).toEqual(["waiting"]));
  await eventually(async () => expect(await state()).toMatchObject({ visible: 0, inFlight: 0 }));
  await jump(601);
  await eventually(() => expect(got).toEqual(["waiting", "delayed"]));
  await close();
  await open();
});
