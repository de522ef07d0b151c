import { ChangeMessageVisibilityBatchCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { type Poller, startPoller } from "@svc/local-aws/sqs/poller";
import type { Queues } from "@svc/local-aws/sqs/queues";
import type { SQSEvent, SQSRecord } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { queueUrlVariable } from "../contract/queues.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import * as Queue from "../core/platform/queue.ts";
import { startQueues } from "../local/aws.ts";
import { setVariables } from "../local/environment.ts";
import { createFaults } from "../local/faults.ts";
import { eventually } from "../tests/support/eventually.ts";
import { backoffSeconds, each } from "./_batch.ts";

const ORDERS = "orders";

describe("a failed message", () => {
  // The visibility timeout of the queues for providers' events.
  const specs = { [ORDERS]: { about: "", maxReceives: 3, visibilitySeconds: 300 } };
  let queues: Queues;
  let client: SQSClient;
  let poller: Poller | undefined;
  let unset: () => void;

  beforeAll(async () => {
    queues = await startQueues(undefined, specs);
    const credentials = { accessKeyId: "local", secretAccessKey: "local" };
    const config = { endpoint: queues.endpoint, region: "local", credentials };
    client = new SQSClient(config);
    Queue.configure(config);
    unset = setVariables({ [queueUrlVariable(ORDERS)]: queues.url(ORDERS) });
  });
  afterEach(async () => {
    await poller?.stop();
    await queues.clear();
    Clock.setOffset(0);
    await queues.clockMoved();
  });
  afterAll(async () => {
    unset();
    Queue.configure({});
    client.destroy();
    await queues.stop();
  });

  const send = (body: string) =>
    client.send(new SendMessageCommand({ QueueUrl: queues.url(ORDERS), MessageBody: body }));
  const consume = (handler: (batch: SQSEvent) => Promise<unknown>) => {
    poller = startPoller({
      consumer: { id: ORDERS, batchSize: 10 },
      queue: ORDERS,
      queues,
      client,
      load: async () => (event) => handler(event as SQSEvent),
      faults: createFaults(),
      ran: () => undefined,
      report: () => undefined,
    });
  };
  const state = async () => (await queues.inspect())[ORDERS];
  const jump = async (seconds: number) => {
    Clock.setOffset(Clock.offset() + seconds * 1000);
    await queues.clockMoved();
  };
  const waiting = () =>
    eventually(async () => {
      const { visible, receipts = [] } = (await state()) ?? {};
      expect([visible, receipts.length]).toEqual([0, 1]);
      expect(receipts.every((receipt) => poller?.waits(receipt))).toBe(true);
    });

  it("is retried alone with growing delays, and moves to the dead letters after `maxReceives` attempts", async () => {
    const tries: string[] = [];
    await send("good");
    await send("bad");
    consume((batch) =>
      each(batch, async ({ body, attributes: { ApproximateReceiveCount: nth } }) => {
        tries.push(`${body} ${nth}`);
        if (body === "bad") throw new Error("a concurrent writer won");
      }),
    );
    await waiting();
    expect(tries.toSorted()).toEqual(["bad 1", "good 1"]);
    await jump(5);
    await eventually(() => expect(tries).toContain("bad 2"));
    await waiting();
    // After two deliveries the delay is longer than the first one.
    await jump(5);
    await waiting();
    expect(tries).toHaveLength(3);
    await jump(15);
    await eventually(() => expect(tries).toContain("bad 3"));
    await waiting();
    await jump(80);
    await eventually(async () => expect(await state()).toMatchObject({ visible: 0, inFlight: 0, dead: 1 }));
    expect(tries).toHaveLength(4);
  });

  it("waits for the queue's visibility timeout if its consumer crashed", async () => {
    let tries = 0;
    await send("deadly");
    consume(async () => {
      tries++;
      throw new Error("out of memory");
    });
    await waiting();
    await jump(290);
    await waiting();
    expect(tries).toBe(1);
    await jump(10);
    await eventually(() => expect(tries).toBe(2));
  });

  it("is the only message of its batch that is delivered again, even if its visibility cannot be changed", async () => {
    unset();
    unset = setVariables({ [queueUrlVariable(ORDERS)]: `${queues.url(ORDERS)}-of-another-queue` });
    await send("bad");
    await send("good");
    consume((batch) =>
      each(batch, async ({ body }) => {
        if (body === "bad") throw new Error("no");
      }),
    );
    await waiting();
    await jump(290);
    await waiting();
    await jump(10);
    await eventually(async () => expect((await state())?.inFlight).toBe(1));
  });
});

describe("the call that changes the visibility of failed messages", () => {
  // Only from here on: it replaces every client.
  let sqs: ReturnType<typeof mockClient>;
  beforeAll(() => {
    sqs = mockClient(SQSClient);
  });
  const record = (messageId: string): SQSRecord => ({
    messageId,
    receiptHandle: `receipt of ${messageId}`,
    body: "{}",
    attributes: {
      ApproximateReceiveCount: "2",
      SentTimestamp: "0",
      SenderId: "",
      ApproximateFirstReceiveTimestamp: "0",
    },
    messageAttributes: {},
    md5OfBody: "",
    eventSource: "aws:sqs",
    eventSourceARN: "arn:aws:sqs:eu-west-3:123456789012:svc-prod-platform-pspevents-1A",
    awsRegion: "eu-west-3",
  });
  const batch = { Records: ["a", "b", "c"].map(record) };
  const failsAt =
    (...ids: string[]) =>
    async ({ messageId }: SQSRecord) => {
      if (ids.includes(messageId)) throw new Error("no");
    };
  const url = "https://sqs.eu-west-3.amazonaws.com/123456789012/svc-prod-platform-pspevents-1A";
  let unset: () => void;

  beforeEach(() => {
    unset = setVariables({
      QUEUE_URL_PSP_EVENTS: url,
      QUEUE_URL_BANK_EVENTS: url.replace("psp", "bank"),
    });
    Queue.configure({ region: "eu-west-3" });
  });
  afterEach(() => {
    unset();
    sqs.reset();
  });
  afterAll(() => {
    sqs.restore();
    Queue.configure({});
  });

  it.each([
    ["is rejected", () => sqs.on(ChangeMessageVisibilityBatchCommand).rejects(new Error("AccessDenied"))],
    [
      "rejects one of its messages",
      () =>
        sqs.on(ChangeMessageVisibilityBatchCommand).resolves({
          Failed: [{ Id: "0", SenderFault: true, Code: "MessageNotInflight" }],
          Successful: [],
        }),
    ],
  ])("does not change the batch's response if it %s", async (_, mockResponse) => {
    mockResponse();
    expect(await each(batch, failsAt("a", "c"))).toEqual({
      batchItemFailures: [{ itemIdentifier: "a" }, { itemIdentifier: "c" }],
    });
    const [call, ...more] = sqs.commandCalls(ChangeMessageVisibilityBatchCommand);
    expect(more).toEqual([]);
    expect(call?.args[0].input).toEqual({
      QueueUrl: url,
      Entries: ["a", "c"].map((id, index) => ({
        Id: String(index),
        ReceiptHandle: `receipt of ${id}`,
        VisibilityTimeout: expect.toSatisfy((seconds: number) => seconds >= 10 && seconds <= 20),
      })),
    });
  });

  it("is not made for a batch without failures", async () => {
    expect(await each(batch, failsAt())).toEqual({ batchItemFailures: [] });
    expect(sqs.calls()).toEqual([]);
  });
});

it.each([
  [1, 3, 5],
  [2, 10, 20],
  [3, 40, 80],
  [4, 150, 300],
  [8, 150, 300],
  [1000, 150, 300],
])(
  "a message that failed at its delivery number %i is delivered again after %i to %i seconds",
  (receives, least, most) => {
    expect([backoffSeconds(receives, 1), backoffSeconds(receives, 0)]).toEqual([least, most]);
  },
);
