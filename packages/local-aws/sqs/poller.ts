import { setTimeout as sleep } from "node:timers/promises";
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import { type DeliveryFaults, type FunctionSpec, type Handler, invoke, noFaults } from "../lambda/invoke.ts";
import type { Precedence } from "../lambda/precedence.ts";
import { failedIds, sqsEvent } from "./event.ts";
import type { Queues } from "./queues.ts";

/**
 * Lambda's event source of a queue: receives a batch, invokes the function, deletes the processed messages. Failed messages
 * become visible again after their visibility timeout, and move to the dead-letter queue after `maxReceives`.
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
  /** Faults to inject. Defaults to none. */
  readonly faults?: DeliveryFaults;
  /** Requests that take precedence. Defaults to none. */
  readonly precedence?: Pick<Precedence, "free"> | undefined;
  /** Called after each invocation. */
  readonly ran: () => void;
  readonly report: (line: string) => void;
}

export interface Poller {
  readonly queue: string;
  /** Whether its consumer runs permanently, so that `settled` does not wait for its messages. */
  readonly continuous: boolean;
  /** Whether the message with this receipt failed and waits for its next attempt. */
  waits(receipt: string): boolean;
  /** Lets the invocations in progress finish. Continuous consumers are notified that no time remains. */
  stop(): Promise<void>;
}

/** The default of `maxConcurrency`. */
const CONCURRENCY = 4;
/** How long a poll yields to requests, in milliseconds. */
const YIELD_MS = 2000;
/** The maximum delay before an expired delay or visibility timeout is noticed, in milliseconds. */
const LOOK_EVERY_MS = 1000;

const shuffle = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

/** Waits for a signal or a timeout. A signal since the last wait counts. */
class Signal {
  #isSet = false;
  #resolve = (): void => undefined;

  set(): void {
    this.#isSet = true;
    this.#resolve();
  }

  async wait(limitMs: number): Promise<void> {
    const limit = new AbortController();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#resolve = resolve;
    const timedOut = sleep(limitMs, undefined, { signal: limit.signal }).catch(() => undefined);
    if (!this.#isSet) await Promise.race([promise, timedOut]);
    this.#isSet = false;
    limit.abort();
  }
}

class QueuePoller implements Poller {
  readonly #options: PollerOptions;
  readonly #url: string;
  readonly #arrived = new Signal();
  readonly #unwatch: () => void;
  readonly #ending = new AbortController();
  /** Receipts of messages that failed. */
  readonly #failed = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  readonly #loop: Promise<void>;
  #stopped = false;

  constructor(options: PollerOptions) {
    this.#options = options;
    this.#url = options.queues.url(options.queue);
    this.#unwatch = options.queues.watch(options.queue, () => this.#arrived.set());
    this.#loop = this.#run();
  }

  get queue(): string {
    return this.#options.queue;
  }

  get continuous(): boolean {
    return this.#options.consumer.continuous ?? false;
  }

  waits(receipt: string): boolean {
    return this.#failed.has(receipt);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.continuous) this.#ending.abort();
    this.#unwatch();
    this.#arrived.set();
    await this.#loop;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#take();
      } catch (error) {
        this.#options.report(`queue ${this.queue}: receiving failed, tried again: ${error}`);
        await sleep(200);
      }
    }
    await Promise.all(this.#running);
  }

  async #take(): Promise<void> {
    const { consumer, faults = noFaults, precedence, report } = this.#options;
    await this.#capacity();
    await precedence?.free(YIELD_MS);
    let messages = await this.#receive();
    if (messages.length === 0) return this.#arrived.wait(LOOK_EVERY_MS);
    if (faults.strikes("queue-delivery", "reorder"))
      messages = shuffle([...messages, ...(await this.#receive())]);
    for (let start = 0; start < messages.length; start += consumer.batchSize) {
      await this.#capacity();
      const work = this.#work(messages.slice(start, start + consumer.batchSize))
        .catch((error: unknown) =>
          report(`queue ${this.queue}: deleting a batch failed, its messages are delivered again: ${error}`),
        )
        .finally(() => this.#running.delete(work));
      this.#running.add(work);
    }
  }

  /** Waits for capacity for another invocation. Until then messages stay in the queue. */
  async #capacity(): Promise<void> {
    const { maxConcurrency = CONCURRENCY } = this.#options.consumer;
    if (this.#running.size >= maxConcurrency) await Promise.race(this.#running);
  }

  // Not a long poll: an abandoned one would still receive the next message and hide it.
  async #receive(): Promise<Message[]> {
    const output = await this.#options.client.send(
      new ReceiveMessageCommand({
        QueueUrl: this.#url,
        MaxNumberOfMessages: Math.min(10, this.#options.consumer.batchSize),
        WaitTimeSeconds: 0,
        MessageSystemAttributeNames: ["All"],
        MessageAttributeNames: ["All"],
      }),
    );
    return output.Messages ?? [];
  }

  async #work(batch: readonly Message[]): Promise<void> {
    const failed = await this.#invoke(batch);
    const { faults = noFaults } = this.#options;
    if (faults.strikes("queue-delivery", "duplicate")) await this.#invoke(batch);
    for (const { MessageId = "", ReceiptHandle = "" } of batch)
      if (failed.has(MessageId)) this.#failed.add(ReceiptHandle);
    const done = batch.filter(({ MessageId = "" }) => !failed.has(MessageId));
    if (done.length === 0) return;
    const Entries = done.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    await this.#options.client.send(new DeleteMessageBatchCommand({ QueueUrl: this.#url, Entries }));
  }

  /** @returns the ids of the messages that failed */
  async #invoke(batch: readonly Message[]): Promise<ReadonlySet<string>> {
    const { consumer, load, ran, report } = this.#options;
    const ids = batch.map(({ MessageId = "" }) => MessageId);
    try {
      const event = sqsEvent(this.queue, batch);
      return failedIds(await invoke(await load(), event, consumer, this.#ending.signal), ids);
    } catch (error) {
      report(`${consumer.id}: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
      return new Set(ids);
    } finally {
      // After the invocation, so that a caller waiting for all work sees the events that it committed.
      ran();
    }
  }
}

export const startPoller = (options: PollerOptions): Poller => new QueuePoller(options);
