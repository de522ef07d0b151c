import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { type DeliveryFaults, type FunctionSpec, type Handler, invoke, noFaults } from "../lambda/invoke.ts";
import type { Precedence } from "../lambda/precedence.ts";
import { failedIds } from "../sqs/event.ts";
import { openStreamLog, type StoredKey, type StreamLog } from "./stream-log.ts";

/**
 * The table's stream and what Lambda does with it: every write of the platform is told to the consumer, by the
 * keys of its items, in batches, one after the other of each shard; what fails is given again until it succeeds.
 *
 * The embedded database has a stream of its own, yet each of its writes then takes as long as the stream is
 * (11 ms after 32,000), and it never forgets. So writes are noted where the platform sends them: before they
 * are sent, on disk, and told once they are answered. One whose answer a `kill -9` took is told at the next
 * start, done or not: a change that was none costs its consumer a read.
 */

/** A change that was told, and is not done yet. */
interface Change extends StoredKey {
  readonly position: number;
}

export interface StreamOptions {
  readonly consumer: FunctionSpec & { readonly batchSize: number };
  /** Whether the consumer receives the changes of an item. */
  readonly concerns: (key: StoredKey) => boolean;
  /** The file that stores changes until they are delivered. Undefined: in memory. */
  readonly path: string | undefined;
  readonly load: () => Promise<Handler>;
  /** Faults to inject. Defaults to none. */
  readonly faults?: DeliveryFaults;
  /** The clock, in milliseconds since the UNIX epoch. Defaults to the machine's. */
  readonly nowMs?: () => number;
  readonly precedence?: Pick<Precedence, "free"> | undefined;
  readonly ran: () => void;
  readonly report: (line: string) => void;
  /** How often a shard is read, in milliseconds: as Lambda does it, unless told. */
  readonly readEveryMs?: number;
}

export interface Stream {
  /** Notes that items are about to be written. @returns what is called once that is answered */
  noting(keys: readonly StoredKey[]): (isWritten: boolean) => void;
  /** How many changes its consumer has yet to do. */
  unread(): number;
  /** Reads what there is at once, and not when its next read is due. */
  hasten(): void;
  /** Forgets what was not told. */
  clear(): void;
  /** Lets the batch in progress finish; the rest is told at the next start. */
  stop(): Promise<void>;
}

/** How long it lets requests go first at a time, and waits after a failure, in milliseconds. */
const YIELD_MS = 2000;
const AGAIN_AFTER_MS = 50;
const DEFAULT_DELAY_MS = 250;

/** Lambda reads a shard four times a second: what is written meanwhile is one batch, up to its size. */
const READ_EVERY_MS = 250;

/**
 * How many shards the table's partitions are spread over. Each is read on its own, so consumers run at the same
 * time, and what is written one after the other to two partitions is told in any order.
 */
const SHARDS = 2;

const shardOf = ({ pk }: StoredKey): number => createHash("sha1").update(pk).digest().readUInt8() % SHARDS;

/** Tells of some partitions' changes, one batch after the other. */
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

  constructor(options: StreamOptions, log: StreamLog, undone: readonly Change[]) {
    this.#options = options;
    this.#log = log;
    this.#waiting = [...undone];
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
      if (this.#waiting.length < batchSize) await this.#due();
      await this.#options.precedence?.free(YIELD_MS);
      this.#readAtMs = performance.now();
      this.#batch = this.#waiting.splice(0, batchSize);
      await this.#tell();
    }
  }

  /** Waits until its next read is due. */
  async #due(): Promise<void> {
    const { readEveryMs = READ_EVERY_MS } = this.#options;
    const leftMs = this.#readAtMs + readEveryMs - performance.now();
    if (leftMs > 0) await Promise.race([sleep(leftMs, undefined, { ref: false }), this.#hastened.promise]);
    this.#hastened = Promise.withResolvers();
  }

  /** Gives the batch to its consumer until it is done. */
  async #tell(): Promise<void> {
    const { faults = noFaults } = this.#options;
    const delay = faults.strikes("stream-delivery", "latency");
    if (delay) await sleep(delay.latencyMs ?? DEFAULT_DELAY_MS);
    if (faults.strikes("stream-delivery", "reorder")) this.#batch = betweenItems(this.#batch);
    while (this.#batch.length > 0 && !this.#stopped) {
      const left = await this.#invoke(this.#batch);
      if (left.length === 0 && faults.strikes("stream-delivery", "duplicate"))
        await this.#invoke(this.#batch);
      this.#log.done(this.#batch.slice(0, this.#batch.length - left.length));
      this.#batch = left;
      if (left.length > 0) await sleep(AGAIN_AFTER_MS);
    }
  }

  /** @returns what is to be given again: from the first record on that failed, as Lambda does it */
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
    const undone = byShard(this.#log.undone());
    this.#shards = undone.map((changes) => new Shard(options, this.#log, changes));
  }

  noting(keys: readonly StoredKey[]): (isWritten: boolean) => void {
    const concerned = keys.filter((key) => this.#options.concerns(key));
    if (concerned.length === 0) return () => undefined;
    const changes = this.#log.note(concerned);
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

/** In another order, as a shard of many partitions may have it; the changes of one item stay in theirs. */
function betweenItems(batch: readonly Change[]): Change[] {
  const places = new Map<string, number>();
  const placeOf = ({ pk, sk }: Change) => {
    const id = `${pk}\n${sk}`;
    places.set(id, places.get(id) ?? Math.random());
    return places.get(id) as number;
  };
  return [...batch].sort((a, b) => placeOf(a) - placeOf(b));
}

/** As wide as DynamoDB's. */
const sequenceNumber = (position: number): string => String(position).padStart(21, "0");

const eventOf = (batch: readonly Change[], nowMs: number): DynamoDBStreamEvent => ({
  Records: batch.map((change) => recordOf(change, nowMs)),
});

const recordOf = ({ pk, sk, position }: Change, nowMs: number): DynamoDBRecord => ({
  eventID: randomUUID().replaceAll("-", ""),
  // Whether it was there before, a stream of keys alone need not tell: its consumers read the item.
  eventName: "MODIFY",
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

/** Starts to tell a consumer of the table's changes; those first that were not told when it ended. */
export const startStream = (options: StreamOptions): Stream => new LocalStream(options);
