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
 * The feed: requests prices several times a second and stores them for all readers. A run lasts a little longer than a
 * minute; the next one already waits for the lease and continues from its state. Only the holder of the lease works.
 */

/** A run continues this long after its minute, since the next one may start late. */
const OVERLAP_MS = 5_000;
/** The longest wait, after which a run checks whether it must end. */
const STEP_MS = 500;
const SNAPSHOT_MS = 5_000;
const FACTS_MS = 600_000;
/** The time that a run needs to save its state. */
const SHUTDOWN_MS = 2_000;
const LEASE = "prices-feed";
/** After this time, another run replaces one that crashed. */
const LEASE_SECONDS = 12;
/** The time that a run waits for the previous one to end. */
const LEASE_WAIT_MS = LEASE_SECONDS * 1000 + 3_000;

/** Pushes ticks to subscribers. */
export interface Publisher {
  /** Returns immediately, so that a slow subscriber does not delay the feed. */
  publish(ticks: readonly Latest.Tick[]): void;
  close(): Promise<void>;
}

export interface FeedOptions {
  readonly source: PriceSource;
  /** Called only by the run with the lease. @param untilMs the end of the run, in platform time */
  readonly openPublisher: (untilMs: number) => Publisher;
  /** The start of the run's minute, in platform time. */
  readonly startedMs: number;
  /** Whether the run ends after its first tick. */
  readonly once?: boolean;
  /** Identifies this run. */
  readonly holder: string;
  /** Returns the remaining time of the process, in milliseconds of real time. */
  readonly remainingMs: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** The reason why a run ended. */
export type Ending = "minute over" | "published once" | "off" | "lease held" | "lease lost" | "stopped";

export interface Run {
  readonly ended: Ending;
  readonly ticks: number;
  readonly snapshots: number;
}

/**
 * Runs the feed for its minute.
 * @throws Error if the run made no tick, because each one failed (this raises the alarm), and errors of reading the
 *   previous state
 */
export async function run(options: FeedOptions): Promise<Run> {
  const ended = await takeLease(options);
  if (ended) return { ended, ticks: 0, snapshots: 0 };
  const publisher = options.openPublisher(options.once ? Clock.nowMs() + OVERLAP_MS : endOf(options));
  try {
    return await new Loop(options, publisher).run();
  } finally {
    await publisher.close();
  }
}

const endOf = ({ startedMs }: FeedOptions): number => startedMs + MINUTE_MS + OVERLAP_MS;

/** Returns the reason why the run must end now, or undefined. A run also ends if its clock is moved back. */
function endReason(options: FeedOptions): Ending | undefined {
  const nowMs = Clock.nowMs();
  if (nowMs >= endOf(options) || nowMs < options.startedMs - MINUTE_MS) return "minute over";
  return options.remainingMs() < SHUTDOWN_MS ? "stopped" : undefined;
}

/** Waits for the lease. @returns the reason why the run ends without it, or undefined */
async function takeLease(options: FeedOptions): Promise<Ending | undefined> {
  const untilMs = Clock.nowMs() + LEASE_WAIT_MS;
  for (;;) {
    const ended = endReason(options);
    if (ended) return ended;
    const taken = await Lease.acquire(LEASE, options.holder, LEASE_SECONDS).catch((error: unknown) =>
      log.warn("price feed: lease request failed, retried until the run's waiting time is over", { error }),
    );
    if (taken) return undefined;
    if (Clock.nowMs() >= untilMs) return "lease held";
    await options.sleep(STEP_MS);
  }
}

/** One run with the lease. */
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
    let ended = endReason(this.#options);
    while (!ended) ended = (await this.#step()) ?? this.#endIfOnce() ?? (await this.#untilNextTick());
    await this.#end(ended);
    if (this.#ticks === 0 && this.#failures > 0) throw new Error("price feed: no price in the whole run");
    return { ended, ticks: this.#ticks, snapshots: this.#snapshots };
  }

  /** Resumes from the state of the previous run. Ignores a state from the future, whose writer's clock was ahead. */
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
    if (nowMs - snapshot.atMs > source.trendsEveryMs) this.#book.discardTrends();
    else this.#knowsTrends = true;
    this.#factsDueMs = snapshot.factsAtMs + FACTS_MS;
  }

  /**
   * Makes a tick, and the tasks that are due: the snapshot with the lease's renewal, and candles. A failure is logged.
   * @returns "lease lost", or undefined
   */
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
      // Several ticks a second would repeat the line.
      if (this.#failures++ === 0)
        log.warn("price feed: step failed, the next one retries; not logged again until a tick succeeds", {
          error,
        });
    }
    return undefined;
  }

  /** Ends a run that needs one tick. A failed tick is retried, so a run without ticks means that the source is down. */
  #endIfOnce(): Ending | undefined {
    return this.#options.once && this.#ticks > 0 ? "published once" : undefined;
  }

  #symbols(): string[] {
    return [...this.#book.snapshot(this.#lastTickMs).assets.keys()];
  }

  /** Waits for the next tick, in steps that check for the end of the run. */
  async #untilNextTick(): Promise<Ending | undefined> {
    const dueMs = nextStep(Clock.nowMs(), this.#options.source.quotesEveryMs);
    let ended = endReason(this.#options);
    for (let nowMs = Clock.nowMs(); !ended && nowMs < dueMs; nowMs = Clock.nowMs()) {
      await this.#options.sleep(Math.min(STEP_MS, dueMs - nowMs));
      ended = endReason(this.#options);
    }
    return ended;
  }

  async #tick(atMs: number): Promise<void> {
    const changed = await this.#book.updateQuotes(atMs);
    const slowData = this.#updateSlowData(atMs);
    // Without trends, the first tick or the first after a pause would show no change or a wrong one.
    if (!this.#knowsTrends) await slowData;
    this.#knowsTrends = true;
    this.#ticks++;
    this.#lastTickMs = atMs;
    const ticks = ticksOf(this.#book.snapshot(atMs));
    this.#candles.add(ticks);
    if (changed.length === 0) return;
    try {
      // Stored before it is published, so that after a crash every published tick is in its candle.
      await Latest.save(ticks, this.#candles.progress);
    } finally {
      this.#publish(ticks.filter(({ symbol }) => changed.includes(symbol)));
    }
  }

  /** Publishes ticks. A failure of the publisher does not stop the feed. */
  #publish(ticks: readonly Latest.Tick[]): void {
    try {
      this.#publisher.publish(ticks);
    } catch (error) {
      log.warn("price feed: ticks not pushed to subscribers, they get the next change", { error });
    }
  }

  /** Requests due trends and facts in the background. A failed request is due again in a minute. */
  #updateSlowData(atMs: number): Promise<unknown> {
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

  /** Saves the state for the next run, and releases the lease. */
  async #end(ended: Ending): Promise<void> {
    await this.#background.settled();
    if (ended === "lease lost") return;
    try {
      if (this.#ticks > 0) await this.#save();
      await Lease.release(LEASE, this.#options.holder);
    } catch (error) {
      log.warn(
        "price feed: final state not saved or lease not released, the next run waits for the lease's end",
        {
          error,
        },
      );
    }
  }
}

const nextStep = (atMs: number, everyMs: number): number => (Math.floor(atMs / everyMs) + 1) * everyMs;
