import { type FunctionSpec, type Handler, invoke } from "../lambda/invoke.ts";
import { dueTimes, type NextDue, parseSchedule } from "./times.ts";

/**
 * EventBridge's schedules, by a clock that can be moved. When the clock jumps over several due times of a
 * schedule, the latest MAX_CATCH_UP of them run in sequence, each with its own time in the event. Runs of one
 * schedule never overlap; EventBridge would start a second one.
 *
 * A continuous function starts with the scheduler. If it becomes due while it runs, it runs once more after that,
 * however often it was due.
 */

/** A function that runs on a schedule. */
export interface ScheduledFunction extends FunctionSpec {
  /** As EventBridge writes it: `rate(1 minute)`, `cron(0 3 * * ? *)`. */
  readonly schedule: string;
  /** Whether it always runs, each run until about the next. `settled` does not wait for it. */
  readonly continuous?: boolean | undefined;
}

/** The event that EventBridge sends for a schedule. */
export const scheduledEvent = (id: string, dueMs: number) => ({
  version: "0",
  id: crypto.randomUUID(),
  "detail-type": "Scheduled Event",
  source: "aws.events",
  account: "000000000000",
  time: new Date(dueMs).toISOString().replace(/\.\d+Z$/, "Z"),
  region: "local",
  resources: [`arn:aws:events:local:000000000000:rule/${id}`],
  detail: {},
});

export interface SchedulerOptions {
  readonly functions: readonly ScheduledFunction[];
  readonly load: (id: string) => Promise<Handler>;
  /** Called for each invocation. */
  readonly ran: (id: string) => void;
  readonly report: (line: string) => void;
  /** The clock, in milliseconds since the UNIX epoch. Defaults to the machine's. */
  readonly nowMs?: () => number;
  /** Due times up to this one have run before, in milliseconds since the UNIX epoch. */
  readonly ranUntilMs: number;
  /** Stores how far the schedules have run. */
  readonly storeProgress: (ranUntilMs: number) => void;
}

export interface Scheduler {
  /** Starts all due runs without waiting for them. */
  tick(): void;
  /** Runs one schedule now, after the run in progress. */
  run(id: string): Promise<void>;
  /** Resolves when no due run is in progress, except continuous ones, or after `limitMs`. Returns the ids still running. */
  settled(limitMs: number): Promise<string[]>;
  /** Ends continuous runs and starts none until `restart`. */
  rest(): Promise<void>;
  /** Discards earlier due times after the clock was reset, and restarts continuous functions. */
  restart(): void;
  /** Notifies running invocations that no time remains, and waits for their end. */
  stop(): Promise<void>;
}

/** The interval of checks, which limits the delay of a run, because both clocks run at the same pace. */
const LOOK_EVERY_MS = 1000;

interface Schedule {
  readonly spec: ScheduledFunction;
  readonly next: NextDue;
}

/** A function's runs: the last one, and for a continuous function their number and due time. */
interface Runs {
  tail: Promise<void>;
  count: number;
  dueMs: number;
}

class LocalScheduler implements Scheduler {
  readonly #options: SchedulerOptions;
  readonly #schedules: readonly Schedule[];
  readonly #runs = new Map<string, Runs>();
  readonly #ending = new AbortController();
  readonly #nowMs: () => number;
  readonly #timer: NodeJS.Timeout;
  #resting = new AbortController();
  #ranUntilMs: number;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? Date.now;
    this.#ranUntilMs = options.ranUntilMs;
    this.#schedules = options.functions.map((spec) => ({ spec, next: parseSchedule(spec.schedule) }));
    this.#startContinuous();
    this.#timer = setInterval(() => this.tick(), LOOK_EVERY_MS).unref();
  }

  tick(): void {
    const nowMs = this.#nowMs();
    const due = this.#schedules.flatMap(({ spec, next }) =>
      dueTimes(next, this.#ranUntilMs, nowMs).map((dueMs) => ({ spec, dueMs })),
    );
    this.#ranUntilMs = Math.max(this.#ranUntilMs, nowMs);
    if (due.length === 0) return;
    for (const { spec, dueMs } of due.sort((a, b) => a.dueMs - b.dueMs)) this.#enqueue(spec, dueMs);
    this.#options.storeProgress(this.#ranUntilMs);
  }

  async run(id: string): Promise<void> {
    const found = this.#schedules.find(({ spec }) => spec.id === id);
    if (found) await this.#enqueue(found.spec, this.#nowMs());
  }

  async settled(limitMs: number): Promise<string[]> {
    const limit = Promise.withResolvers<void>();
    const timer = setTimeout(limit.resolve, limitMs);
    await Promise.race([Promise.all(this.#running(false).values()), limit.promise]);
    clearTimeout(timer);
    return [...this.#running(false).keys()];
  }

  async rest(): Promise<void> {
    this.#resting.abort();
    await Promise.all(this.#running(true).values());
  }

  restart(): void {
    this.#ranUntilMs = this.#nowMs();
    this.#options.storeProgress(this.#ranUntilMs);
    if (!this.#resting.signal.aborted) return;
    this.#resting = new AbortController();
    this.#startContinuous();
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    clearInterval(this.#timer);
    await Promise.all([...this.#runs.values()].map(({ tail }) => tail));
  }

  #startContinuous(): void {
    for (const { spec } of this.#schedules) if (spec.continuous) this.#enqueue(spec, this.#nowMs());
  }

  /** Returns the runs in progress, by id: those of continuous functions, or all others. */
  #running(continuous: boolean): Map<string, Promise<void>> {
    const isContinuous = (id: string) =>
      this.#schedules.some(({ spec }) => spec.id === id && spec.continuous === true);
    const chosen = [...this.#runs].filter(([id]) => isContinuous(id) === continuous);
    return new Map(chosen.map(([id, { tail }]) => [id, tail]));
  }

  /** Runs a function after its run in progress. For a continuous one at most one run waits, for the latest due time. */
  #enqueue(spec: ScheduledFunction, dueMs: number): Promise<void> {
    const runs = this.#runs.get(spec.id) ?? { tail: Promise.resolve(), count: 0, dueMs };
    this.#runs.set(spec.id, runs);
    runs.dueMs = dueMs;
    if (spec.continuous && runs.count > 1) return runs.tail;
    runs.count++;
    runs.tail = runs.tail
      .then(() => this.#invoke(spec, spec.continuous ? runs.dueMs : dueMs))
      .finally(() => {
        runs.count--;
        if (runs.count === 0) this.#runs.delete(spec.id);
      });
    return runs.tail;
  }

  async #invoke(spec: ScheduledFunction, dueMs: number): Promise<void> {
    const { load, ran, report } = this.#options;
    const signals = [this.#ending.signal, ...(spec.continuous ? [this.#resting.signal] : [])];
    if (signals.some((signal) => signal.aborted)) return;
    ran(spec.id);
    try {
      const event = scheduledEvent(spec.id, dueMs);
      await invoke(await load(spec.id), event, spec, AbortSignal.any(signals));
    } catch (error) {
      report(`${spec.id}: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
    }
  }
}

export const startScheduler = (options: SchedulerOptions): Scheduler => new LocalScheduler(options);
