import * as Clock from "../kernel/clock/index.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import * as Lease from "../platform/lease/index.ts";
import { log } from "../platform/log.ts";
import { BackgroundTasks } from "./background.ts";
import { PriceBook } from "./book.ts";
import { CandleCloser } from "./closing.ts";
import { ticksOf } from "./describe.ts";
import * as Latest from "./latest.ts";
import * as SnapshotStore from "./snapshot.ts";
import { bucketStart } from "./sources/candles.ts";
import type { PriceSource } from "./sources/source.ts";

/**
 * The feed: asks the source several times a second, and keeps what everybody else reads. A run lasts a minute
 * and a little, and the next one, which waits for the lease by then, goes on where it ended; only the lease's
 * holder is at work.
 */

/** Beyond its minute a run goes on as long: the next one may come late, and prices do not wait for it. */
const OVERTIME_MS = 5_000;
/** The longest wait: a run notices within it that it has to end. */
const STEP_MS = 500;
const SNAPSHOT_MS = 5_000;
const FACTS_MS = 600_000;
/** What a run needs to end in good order. */
const ENDING_MS = 2_000;
const LEASE = "prices-feed";
/** A run that died is relieved after this long. */
const LEASE_SECONDS = 12;
/** How long a run waits for the one before it to end. */
const PATIENCE_MS = LEASE_SECONDS * 1000 + 3_000;

/** Pushes ticks on to subscribers. */
export interface Publisher {
  /** Returns at once: a slow subscriber keeps nobody waiting. */
  publish(ticks: readonly Latest.Tick[]): void;
  close(): Promise<void>;
}

export interface FeedOptions {
  readonly source: PriceSource;
  /** Opened by the run that has the lease alone. @param untilMs when the run ends, in platform time */
  readonly openPublisher: (untilMs: number) => Publisher;
  /** When the minute began that the run is for, in platform time. */
  readonly startedMs: number;
  /** Whether one price of each asset is enough for the minute: the run ends once it has them. */
  readonly once?: boolean;
  /** Names this run among all. */
  readonly holder: string;
  /** How long the process may still work, in milliseconds of real time. */
  readonly remainingMs: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Why a run ended. */
export type Ending = "minute over" | "told once" | "off" | "lease held" | "lease lost" | "stopped";

export interface Run {
  readonly ended: Ending;
  readonly ticks: number;
  readonly snapshots: number;
}

/**
 * Runs the feed for its minute.
 * @throws Error when the source gave no price in all of it, so that the alarm goes off
 */
export async function run(options: FeedOptions): Promise<Run> {
  const hindrance = await takeLease(options);
  if (hindrance) return { ended: hindrance, ticks: 0, snapshots: 0 };
  const publisher = options.openPublisher(options.once ? Clock.nowMs() + OVERTIME_MS : endOf(options));
  try {
    return await new Loop(options, publisher).run();
  } finally {
    await publisher.close();
  }
}

const endOf = ({ startedMs }: FeedOptions): number => startedMs + MINUTE_MS + OVERTIME_MS;

/** Why the run must end now, if it must. A clock that was set back ends it, too. */
function over(options: FeedOptions): Ending | undefined {
  const nowMs = Clock.nowMs();
  if (nowMs >= endOf(options) || nowMs < options.startedMs - MINUTE_MS) return "minute over";
  return options.remainingMs() < ENDING_MS ? "stopped" : undefined;
}

/** Waits for the lease. @returns why there is nothing to do, if so */
async function takeLease(options: FeedOptions): Promise<Ending | undefined> {
  const untilMs = Clock.nowMs() + PATIENCE_MS;
  for (;;) {
    const ended = over(options);
    if (ended) return ended;
    // Who cannot ask for it asks again.
    const taken = await Lease.acquire(LEASE, options.holder, LEASE_SECONDS).catch((error: unknown) =>
      log.warn("price feed: lease request failed, will be retried", { error }),
    );
    if (taken) return undefined;
    if (Clock.nowMs() >= untilMs) return "lease held";
    await options.sleep(STEP_MS);
  }
}

/** The ticks of one run, which has the lease. */
class Loop {
  readonly #options: FeedOptions;
  readonly #publisher: Publisher;
  readonly #background = new BackgroundTasks();
  #book: PriceBook;
  #candles: CandleCloser;
  #ticks = 0;
  #snapshots = 0;
  #failures = 0;
  #lastTickMs = 0;
  #knowsTrends = false;
  #snapshotDueMs = 0;
  #trendsDueMs = 0;
  #factsDueMs = 0;

  constructor(options: FeedOptions, publisher: Publisher) {
    this.#options = options;
    this.#publisher = publisher;
    this.#book = new PriceBook(options.source);
    const untilMs = bucketStart(Clock.nowMs(), "1m");
    this.#candles = new CandleCloser(options.source, {
      source: options.source.name,
      untilMs,
      minutes: new Map(),
    });
  }

  async run(): Promise<Run> {
    await this.#resume();
    let ended = over(this.#options);
    while (!ended) ended = (await this.#step()) ?? this.#enough() ?? (await this.#untilNextTick());
    await this.#end(ended);
    if (this.#ticks === 0 && this.#failures > 0) throw new Error("the price feed got no price in its run");
    return { ended, ticks: this.#ticks, snapshots: this.#snapshots };
  }

  /** Goes on with what the run before left. What is of the future is of a clock that was set back. */
  async #resume(): Promise<void> {
    const { source } = this.#options;
    const [snapshot, progress] = await Promise.all([
      SnapshotStore.read(source.name),
      Latest.progressOf(source.name),
    ]);
    const nowMs = Clock.nowMs();
    if (progress && progress.untilMs <= nowMs) this.#candles = new CandleCloser(source, progress);
    if (!snapshot || snapshot.atMs > nowMs) return;
    this.#book = new PriceBook(source, snapshot);
    if (nowMs - snapshot.atMs > source.trendsEveryMs) this.#book.forgetTrends();
    else this.#knowsTrends = true;
    this.#factsDueMs = snapshot.factsAtMs + FACTS_MS;
  }

  /** One tick, and what else is due at it. @returns why the run must end, if it must */
  async #step(): Promise<Ending | undefined> {
    const atMs = Clock.nowMs();
    try {
      const isDue = atMs >= this.#snapshotDueMs;
      if (isDue) {
        this.#snapshotDueMs = nextStep(atMs, SNAPSHOT_MS);
        if (!(await Lease.acquire(LEASE, this.#options.holder, LEASE_SECONDS))) return "lease lost";
      }
      await this.#tick(atMs);
      this.#failures = 0;
      if (isDue) await this.#save();
      if (isDue && this.#candles.isDue(atMs))
        this.#background.start("candles", () => this.#candles.close(this.#symbols(), atMs));
    } catch (error) {
      // The next tick is the retry.
      if (this.#failures++ === 0) log.warn("price feed: tick failed, the next tick will retry", { error });
    }
    return undefined;
  }

  /** A tick that failed is tried again, so that a minute without any is one whose source was silent in all of it. */
  #enough(): Ending | undefined {
    return this.#options.once && this.#ticks > 0 ? "told once" : undefined;
  }

  #symbols(): string[] {
    return [...this.#book.snapshot(this.#lastTickMs).assets.keys()];
  }

  /** Waits for the next tick, in steps that notice the end. */
  async #untilNextTick(): Promise<Ending | undefined> {
    const dueMs = nextStep(Clock.nowMs(), this.#options.source.quotesEveryMs);
    let ended = over(this.#options);
    for (let nowMs = Clock.nowMs(); !ended && nowMs < dueMs; nowMs = Clock.nowMs()) {
      await this.#options.sleep(Math.min(STEP_MS, dueMs - nowMs));
      ended = over(this.#options);
    }
    return ended;
  }

  async #tick(atMs: number): Promise<void> {
    const changed = await this.#book.updateQuotes(atMs);
    const learned = this.#learn(atMs);
    // Without them the first tick, or the first after a pause, would show no change or a wrong one.
    if (!this.#knowsTrends) await learned;
    this.#knowsTrends = true;
    this.#ticks++;
    this.#lastTickMs = atMs;
    const ticks = ticksOf(this.#book.snapshot(atMs));
    this.#candles.add(ticks);
    if (changed.length === 0) return;
    try {
      // First: a run that dies in between leaves no tick that its candle has not.
      await Latest.save(ticks, this.#candles.progress);
    } finally {
      this.#publish(ticks.filter(({ symbol }) => changed.includes(symbol)));
    }
  }

  /** What cannot be pushed is kept all the same. */
  #publish(ticks: readonly Latest.Tick[]): void {
    try {
      this.#publisher.publish(ticks);
    } catch (error) {
      log.warn("price feed: prices stored, but not pushed to subscribers", { error });
    }
  }

  /** Asks for what changes slowly, when it is due, beside the ticks. What fails is due again in a minute. */
  #learn(atMs: number): Promise<unknown> {
    if (atMs >= this.#trendsDueMs) {
      this.#trendsDueMs = nextStep(atMs, this.#options.source.trendsEveryMs);
      this.#background.start("trends", () => this.#book.updateTrends(atMs));
    }
    if (atMs >= this.#factsDueMs) {
      this.#factsDueMs = atMs + MINUTE_MS;
      this.#background.start("facts", async () => {
        await this.#book.updateFacts(atMs);
        this.#factsDueMs = atMs + FACTS_MS;
      });
    }
    return this.#background.settled();
  }

  async #save(): Promise<void> {
    await SnapshotStore.save(this.#book.snapshot(this.#lastTickMs));
    this.#snapshots++;
  }

  /** Leaves what it knows to the next run. */
  async #end(ended: Ending): Promise<void> {
    await this.#background.settled();
    if (ended === "lease lost") return;
    try {
      if (this.#ticks > 0) await this.#save();
      await Lease.release(LEASE, this.#options.holder);
    } catch (error) {
      log.warn("price feed: state or lease not saved at the end of the run", { error });
    }
  }
}

const nextStep = (atMs: number, everyMs: number): number => (Math.floor(atMs / everyMs) + 1) * everyMs;
