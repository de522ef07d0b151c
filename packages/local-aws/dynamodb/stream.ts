import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { type DeliveryFaults, type FunctionSpec, type Handler, invoke, noFaults } from "../lambda/invoke.ts";
import type { Precedence } from "../lambda/precedence.ts";
import { failedIds } from "../sqs/event.ts";
import { openStreamLog, type StoredKey, type StreamLog, type WrittenItem } from "./stream-log.ts";

/**
 * The table's stream and its Lambda event source. The keys of written items are delivered to a consumer in batches, in sequence
 * for each shard; failed changes are retried until they succeed.
 *
 * The embedded database has a stream of its own, but each write then takes time proportional to the stream's length (11 ms after
 * 32,000 writes), and the stream never shrinks. Therefore the platform's client logs a write on disk before it sends it, and
 * delivers it after the response. A write whose response was lost by `kill -9` is delivered at the next start, whether it was
 * executed or not; a superfluous change costs its consumer one read.
 */

/** A change that has not been processed. */
interface Change extends WrittenItem {
  readonly position: number;
}

export interface StreamOptions {
  readonly consumer: FunctionSpec & { readonly batchSize: number };
  /** Whether the consumer receives the changes of an item. */
  readonly concerns: (item: WrittenItem) => boolean;
  /** The file that stores changes until they are delivered. Undefined for memory. */
  readonly path: string | undefined;
  readonly load: () => Promise<Handler>;
  /** Faults to inject. Defaults to none. */
  readonly faults?: DeliveryFaults;
  /** The clock, in milliseconds since the UNIX epoch. Defaults to the machine's. */
  readonly nowMs?: () => number;
  readonly precedence?: Pick<Precedence, "free"> | undefined;
  readonly ran: () => void;
  readonly report: (line: string) => void;
  /** How often a shard is read, in milliseconds. Defaults to Lambda's interval. */
  readonly readEveryMs?: number;
}

export interface Stream {
  /** Logs that items are about to be written. @returns a callback for the outcome */
  beginWrite(items: readonly WrittenItem[]): (isWritten: boolean) => void;
  /** Returns the number of unprocessed changes. */
  unread(): number;
  /** Reads all changes now instead of at the next interval. */
  hasten(): void;
  /** Discards undelivered changes. */
  clear(): void;
  /** Lets the batch in progress finish. The rest is delivered at the next start. */
  stop(): Promise<void>;
}

/** How long a batch yields to requests, and the delay before a retry, in milliseconds. */
const YIELD_MS = 2000;
const RETRY_DELAY_MS = 50;
const DEFAULT_DELAY_MS = 250;

/** Lambda reads a shard four times a second. Changes between two reads are one batch, up to its size. */
const READ_EVERY_MS = 250;

/** The number of shards. Each is read independently, so changes of two partitions may arrive in any order. */
const SHARDS = 2;

const shardOf = ({ pk }: StoredKey): number => createHash("sha1").update(pk).digest().readUInt8() % SHARDS;

/** Delivers the changes of some partitions, one batch after the other. */
class Shard {
  readonly #options: StreamOptions;
  readonly #log: StreamLog;
  #waiting: Change[];
  #batch: readonly Change[] = [];
  #arrived = Promise.withResolvers<void>();
  #hastened = Promise.withResolvers<void>();
  #readAtMs = Number.NEGATIVE_INFINITY;
  #stopped = false;
  readonly #loop: Promise<void>;

  constructor(options: StreamOptions, log: StreamLog, pending: readonly Change[]) {
    this.#options = options;
    this.#log = log;
    this.#waiting = [...pending];
    this.#loop = this.#run();
  }

  add(changes: readonly Change[]): void {
    this.#waiting.push(...changes);
    this.#arrived.resolve();
  }

  unread(): number {
    return this.#waiting.length + this.#batch.length;
  }

  hasten(): void {
    this.#hastened.resolve();
  }

  clear(): void {
    this.#waiting = [];
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#arrived.resolve();
    this.hasten();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { batchSize } = this.#options.consumer;
    while (!this.#stopped) {
      if (this.#waiting.length === 0) {
        await this.#arrived.promise;
        this.#arrived = Promise.withResolvers();
        continue;
      }
      if (this.#waiting.length < batchSize) await this.#untilDue();
      await this.#options.precedence?.free(YIELD_MS);
      this.#readAtMs = performance.now();
      this.#batch = this.#waiting.splice(0, batchSize);
      await this.#deliver();
    }
  }

  /** Waits until its next read is due. */
  async #untilDue(): Promise<void> {
    const { readEveryMs = READ_EVERY_MS } = this.#options;
    const leftMs = this.#readAtMs + readEveryMs - performance.now();
    if (leftMs > 0) await Promise.race([sleep(leftMs, undefined, { ref: false }), this.#hastened.promise]);
    this.#hastened = Promise.withResolvers();
  }

  /** Invokes the consumer until the batch is processed. */
  async #deliver(): Promise<void> {
    const { faults = noFaults } = this.#options;
    const delay = faults.strikes("stream-delivery", "latency");
    if (delay) await sleep(delay.latencyMs ?? DEFAULT_DELAY_MS);
    if (faults.strikes("stream-delivery", "reorder")) this.#batch = shuffleItems(this.#batch);
    while (this.#batch.length > 0 && !this.#stopped) {
      const left = await this.#invoke(this.#batch);
      if (left.length === 0 && faults.strikes("stream-delivery", "duplicate"))
        await this.#invoke(this.#batch);
      this.#log.done(this.#batch.slice(0, this.#batch.length - left.length));
      this.#batch = left;
      if (left.length > 0) await sleep(RETRY_DELAY_MS);
    }
  }

  /** @returns the changes to retry: all from the first failed one, as with Lambda */
  async #invoke(batch: readonly Change[]): Promise<readonly Change[]> {
    const { consumer, load, ran, report, nowMs = Date.now } = this.#options;
    const ids = batch.map(({ position }) => sequenceNumber(position));
    try {
      const failed = failedIds(await invoke(await load(), eventOf(batch, nowMs()), consumer), ids);
      const first = ids.findIndex((id) => failed.has(id));
      return first < 0 ? [] : batch.slice(first);
    } catch (error) {
      report(`${consumer.id}: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
      return batch;
    } finally {
      ran();
    }
  }
}

class LocalStream implements Stream {
  readonly #options: StreamOptions;
  readonly #log: StreamLog;
  readonly #shards: readonly Shard[];

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#log = openStreamLog(options.path);
    const pending = byShard(this.#log.pending());
    this.#shards = pending.map((changes) => new Shard(options, this.#log, changes));
  }

  beginWrite(items: readonly WrittenItem[]): (isWritten: boolean) => void {
    const concerned = items.filter((item) => this.#options.concerns(item));
    if (concerned.length === 0) return () => undefined;
    const changes = this.#log.add(concerned);
    return (isWritten) => {
      if (!isWritten) return this.#log.done(changes);
      for (const [index, some] of byShard(changes).entries())
        if (some.length > 0) this.#shards[index]?.add(some);
    };
  }

  unread(): number {
    return this.#shards.reduce((all, shard) => all + shard.unread(), 0);
  }

  hasten(): void {
    for (const shard of this.#shards) shard.hasten();
  }

  clear(): void {
    for (const shard of this.#shards) shard.clear();
    this.#log.clear();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#shards.map((shard) => shard.stop()));
    this.#log.close();
  }
}

const byShard = (changes: readonly Change[]): Change[][] =>
  Array.from({ length: SHARDS }, (_, index) => changes.filter((change) => shardOf(change) === index));

/** Shuffles a batch, as in a shard with many partitions. Changes of one item stay in order. */
function shuffleItems(batch: readonly Change[]): Change[] {
  const ranks = new Map<string, number>();
  const rankOf = ({ pk, sk }: Change) => {
    const id = `${pk}\n${sk}`;
    ranks.set(id, ranks.get(id) ?? Math.random());
    return ranks.get(id) as number;
  };
  return [...batch].sort((a, b) => rankOf(a) - rankOf(b));
}

/** As long as DynamoDB's. */
const sequenceNumber = (position: number): string => String(position).padStart(21, "0");

const eventOf = (batch: readonly Change[], nowMs: number): DynamoDBStreamEvent => ({
  Records: batch.map((change) => recordOf(change, nowMs)),
});

const recordOf = ({ pk, sk, position, event }: Change, nowMs: number): DynamoDBRecord => ({
  eventID: randomUUID().replaceAll("-", ""),
  eventName: event ?? "MODIFY",
  eventVersion: "1.1",
  eventSource: "aws:dynamodb",
  awsRegion: "local",
  dynamodb: {
    ApproximateCreationDateTime: Math.floor(nowMs / 1000),
    Keys: { pk: { S: pk }, sk: { S: sk } },
    SequenceNumber: sequenceNumber(position),
    SizeBytes: pk.length + sk.length,
    StreamViewType: "KEYS_ONLY",
  },
  eventSourceARN: "arn:aws:dynamodb:local:000000000000:table/svc/stream/local",
});

/** Starts to deliver the table's changes to a consumer, beginning with those of the previous run. */
export const startStream = (options: StreamOptions): Stream => new LocalStream(options);
