import { setTimeout as sleep } from "node:timers/promises";
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import type { SQSEvent, SQSRecord } from "aws-lambda";
import type { Faults } from "./faults.ts";
import { type FunctionSpec, type Handler, invoke } from "./invoke.ts";
import type { Precedence } from "./precedence.ts";
import type { Queues } from "./queues.ts";

/**
 * What Lambda does between a queue and a function: receives a batch, invokes, deletes what succeeded. What failed is left
 * until its visibility timeout is over, and goes to the dead letters after the queue's `maxReceives`.
 */

export interface PollerOptions {
  readonly consumer: FunctionSpec & {
    readonly batchSize: number;
    readonly maxConcurrency?: number | undefined;
    readonly continuous?: boolean | undefined;
  };
  readonly queue: string;
  readonly queues: Pick<Queues, "url" | "watch">;
  readonly client: SQSClient;
  readonly load: () => Promise<Handler>;
  readonly faults: Faults;
  /** Whom it lets go first; nobody unless told. */
  readonly precedence?: Pick<Precedence, "free"> | undefined;
  /** Told of each invocation once it is over. */
  readonly ran: () => void;
  readonly report: (line: string) => void;
}

export interface Poller {
  readonly queue: string;
  /** Whether its consumer runs on and on: nothing waits for its messages to be done. */
  readonly continuous: boolean;
  /** Whether a message with this receipt failed here and waits for its next try. */
  waits(receipt: string): boolean;
  /** Lets the invocations in progress finish; those of a continuous consumer are told that no time is left. */
  stop(): Promise<void>;
}

/** Invocations at a time of a consumer that names no `maxConcurrency`. */
const CONCURRENCY = 4;
/** How long it lets requests go first at a time, in milliseconds. */
const YIELD_MS = 2000;
/** How long a delay or a visibility timeout may be over before it is noticed, in milliseconds. */
const LOOK_EVERY_MS = 1000;

function attributesOf(message: Message): SQSRecord["messageAttributes"] {
  const entries = Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [
    name,
    {
      ...(value.StringValue !== undefined && { stringValue: value.StringValue }),
      ...(value.BinaryValue && { binaryValue: Buffer.from(value.BinaryValue).toString("base64") }),
      stringListValues: [],
      binaryListValues: [],
      dataType: value.DataType ?? "String",
    },
  ]);
  return Object.fromEntries(entries);
}

/** The event that a Lambda behind a queue gets. */
export const sqsEvent = (queue: string, messages: readonly Message[]): SQSEvent => ({
  Records: messages.map((message) => ({
    messageId: message.MessageId ?? "",
    receiptHandle: message.ReceiptHandle ?? "",
    body: message.Body ?? "",
    attributes: {
      ApproximateReceiveCount: message.Attributes?.ApproximateReceiveCount ?? "1",
      SentTimestamp: message.Attributes?.SentTimestamp ?? "0",
      SenderId: message.Attributes?.SenderId ?? "000000000000",
      ApproximateFirstReceiveTimestamp: message.Attributes?.ApproximateFirstReceiveTimestamp ?? "0",
    },
    messageAttributes: attributesOf(message),
    md5OfBody: message.MD5OfBody ?? "",
    eventSource: "aws:sqs",
    eventSourceARN: `arn:aws:sqs:local:000000000000:${queue}`,
    awsRegion: "local",
  })),
});

/**
 * Which messages of a batch failed, by what the function answered. As with Lambda, nothing named means that all
 * succeeded, and a name that is not of the batch means that all failed.
 */
export function failedIds(answer: unknown, ids: readonly string[]): ReadonlySet<string> {
  if (typeof answer !== "object" || answer === null || !("batchItemFailures" in answer)) return new Set();
  const failures: unknown = answer.batchItemFailures;
  if (failures === null || failures === undefined) return new Set();
  if (!Array.isArray(failures)) return new Set(ids);
  const named = failures.map((one: { itemIdentifier?: unknown } | null) => one?.itemIdentifier);
  const known = named.every((one): one is string => typeof one === "string" && ids.includes(one));
  return new Set(known ? named : ids);
}

const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

/** Waits until somebody rings, or has rung since the last wait. */
function doorbell() {
  let rang = false;
  let open = (): void => undefined;
  return {
    ring() {
      rang = true;
      open();
    },
    async rung(limitMs: number): Promise<void> {
      const patience = new AbortController();
      const ringing = new Promise<void>((resolve) => {
        open = resolve;
      });
      const waited = sleep(limitMs, undefined, { signal: patience.signal }).catch(() => undefined);
      if (!rang) await Promise.race([ringing, waited]);
      rang = false;
      patience.abort();
    },
  };
}

export function startPoller(options: PollerOptions): Poller {
  const { consumer, queue, queues, client, faults } = options;
  const { maxConcurrency = CONCURRENCY } = consumer;
  const url = queues.url(queue);
  const bell = doorbell();
  const unwatch = queues.watch(queue, bell.ring);
  let stopped = false;
  const ending = new AbortController();
  const waiting = new Set<string>();
  const running = new Set<Promise<void>>();

  // Never a long poll: one that was given up on would still take the next message, and hide it from everybody.
  async function receive(): Promise<Message[]> {
    const output = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: Math.min(10, consumer.batchSize),
        WaitTimeSeconds: 0,
        MessageSystemAttributeNames: ["All"],
        MessageAttributeNames: ["All"],
      }),
    );
    return output.Messages ?? [];
  }

  async function attempt(batch: readonly Message[]): Promise<ReadonlySet<string>> {
    const ids = batch.map((one) => one.MessageId ?? "");
    try {
      return failedIds(
        await invoke(await options.load(), sqsEvent(queue, batch), consumer, ending.signal),
        ids,
      );
    } catch (error) {
      options.report(`${consumer.id}: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
      return new Set(ids);
    } finally {
      // Not before: whoever waits for the end of all work must see that it has just committed events of its own.
      options.ran();
    }
  }

  async function work(batch: readonly Message[]): Promise<void> {
    const failed = await attempt(batch);
    if (faults.strikes("queue-delivery", "duplicate")) await attempt(batch);
    for (const one of batch) if (failed.has(one.MessageId ?? "")) waiting.add(one.ReceiptHandle ?? "");
    const succeeded = batch.filter((one) => !failed.has(one.MessageId ?? ""));
    if (succeeded.length === 0) return;
    await client.send(
      new DeleteMessageBatchCommand({
        QueueUrl: url,
        Entries: succeeded.map((one, index) => ({ Id: String(index), ReceiptHandle: one.ReceiptHandle })),
      }),
    );
  }

  /** What is received has somebody who works on it: while all are at work, messages stay with the queue. */
  async function room(): Promise<void> {
    if (running.size >= maxConcurrency) await Promise.race(running);
  }

  async function take(): Promise<void> {
    await room();
    await options.precedence?.free(YIELD_MS);
    let messages = await receive();
    if (messages.length === 0) return bell.rung(LOOK_EVERY_MS);
    if (faults.strikes("queue-delivery", "reorder")) messages = shuffled([...messages, ...(await receive())]);
    for (let start = 0; start < messages.length; start += consumer.batchSize) {
      await room();
      const one = work(messages.slice(start, start + consumer.batchSize))
        .catch((error: unknown) => options.report(`queue ${queue}: ${error}`))
        .finally(() => running.delete(one));
      running.add(one);
    }
  }

  const loop = (async () => {
    while (!stopped) {
      try {
        await take();
      } catch (error) {
        options.report(`queue ${queue}: ${error}`);
        await sleep(200);
      }
    }
    await Promise.all(running);
  })();

  return {
    queue,
    continuous: consumer.continuous ?? false,
    waits: (receipt) => waiting.has(receipt),
    async stop() {
      stopped = true;
      if (consumer.continuous) ending.abort();
      unwatch();
      bell.ring();
      await loop;
    },
  };
}
