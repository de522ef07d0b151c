import { setTimeout as sleep } from "node:timers/promises";
import pMap from "p-map";
import { Unavailable } from "../kernel/errors.ts";
import { retry } from "../kernel/retry.ts";
import { type AnyEntity, findEntity } from "../people/inventory.ts";
import * as Progress from "../platform/backfills/index.ts";
import { keyOfItem, type StoredKey } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import type { Backfill } from "./backfill.ts";
import { changeItem } from "./item.ts";

/** The items of one page of a segment, and the number that is changed in parallel. */
const PAGE = 250;
const CONCURRENCY = 8;
/** The time of a page, well within the lease. */
const PAGE_SECONDS = 10;
/** The attempts of a throttled operation: several minutes at one a second. */
const MAX_THROTTLED = 20;

/** Stores a run's progress and renews its lease. */
export interface Notes {
  readonly renew: () => Promise<void>;
  readonly record: (
    segment: number,
    at: { readonly after: StoredKey | undefined; readonly counts: Progress.Counts },
  ) => Promise<void>;
}

const THROTTLED = [
  "ProvisionedThroughputExceededException",
  "ThrottlingException",
  "RequestLimitExceeded",
  "OutcomeUnknown",
];
/** Returns whether a retry may succeed. It finds an effect that has already happened. */
const isTransient = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { name, $fault, code } = error as Error & { readonly $fault?: unknown; readonly code?: unknown };
  return THROTTLED.includes(name) || $fault === "server" || code === Unavailable.code;
};

export interface WorkOptions {
  readonly backfill: Backfill;
  readonly isDryRun: boolean;
  readonly segments: number;
  /** The progress of a resumed run. */
  readonly former: readonly Progress.Segment[];
  readonly notes: Notes;
  readonly limiter: RateLimiter;
  readonly signal: AbortSignal | undefined;
  readonly progressed: (counts: Progress.Counts, limiter: RateLimiter) => void;
  readonly failed: (key: StoredKey, error: unknown) => void;
}

/** The work on all segments of one run. */
export class Work {
  readonly #options: WorkOptions;
  readonly #counts: Progress.Counts[];
  /** A failed segment ends the others after their page. */
  readonly #broken = new AbortController();

  constructor(options: WorkOptions) {
    this.#options = options;
    this.#counts = Array.from(
      { length: options.segments },
      (_, segment) => this.#formerOf(segment) ?? Progress.nothing,
    );
  }

  get counts(): Progress.Counts {
    return Progress.sum(this.#counts);
  }

  #formerOf(segment: number): Progress.Segment | undefined {
    return this.#options.former.find((one) => one.segment === String(segment));
  }

  /** @returns whether all segments are complete */
  async all(): Promise<boolean> {
    const settled = await Promise.allSettled(
      Array.from({ length: this.#options.segments }, async (_, segment) => {
        try {
          return await this.#segment(segment);
        } catch (error) {
          this.#broken.abort();
          throw error;
        }
      }),
    );
    const broken = settled.find((one) => one.status === "rejected");
    if (broken) throw broken.reason;
    return settled.every((one) => one.status === "fulfilled" && one.value);
  }

  async #segment(number: number): Promise<boolean> {
    const former = this.#formerOf(number);
    if (former?.isDone) return true;
    let after: StoredKey | undefined = former?.after;
    do {
      if (this.#options.signal?.aborted || this.#broken.signal.aborted) return false;
      await this.#patiently(() => this.#options.notes.renew());
      after = await this.#page(number, after);
    } while (after);
    return true;
  }

  /** @returns the start of the next page; undefined at the end */
  async #page(number: number, after: StoredKey | undefined): Promise<StoredKey | undefined> {
    const { segments, limiter, notes } = this.#options;
    const limit = Math.ceil(Math.min(PAGE, (limiter.rate * PAGE_SECONDS) / segments));
    const segment = { of: segments, number };
    const { items, next } = await this.#patiently(() =>
      Table.scanPage({ segment, limit, after: after && { ...after } }),
    );
    await limiter.acquire(items.length);
    const done = await pMap(items, (item) => this.#item(item), { concurrency: CONCURRENCY });
    const counts = Progress.sum([this.#counts[number] ?? Progress.nothing, ...done]);
    const at = next && keyOfItem(next);
    await this.#patiently(() => notes.record(number, { after: at, counts }));
    this.#counts[number] = counts;
    limiter.recover();
    this.#options.progressed(this.counts, limiter);
    return at;
  }

  async #item(item: Table.Item): Promise<Progress.Counts> {
    const scanned = { ...Progress.nothing, scanned: 1 };
    const entity = this.#entityOf(item);
    if (!entity) return scanned;
    try {
      const { isChanged, conflicts } = await this.#patiently(() =>
        changeItem(this.#options.backfill, entity, item, this.#options.isDryRun),
      );
      return { ...scanned, changed: isChanged ? 1 : 0, retried: conflicts > 0 ? 1 : 0 };
    } catch (error) {
      this.#options.failed(keyOfItem(item), error);
      return { ...scanned, failed: 1 };
    }
  }

  #entityOf(item: Table.Item): AnyEntity | undefined {
    const { entities } = this.#options.backfill;
    const entity = findEntity(item) ?? entities.find((one) => one.paramsOf(keyOfItem(item)) !== undefined);
    return entity && entities.includes(entity) ? entity : undefined;
  }

  /** Retries an operation at a lower rate while the table throttles. */
  async #patiently<T>(work: () => Promise<T>): Promise<T> {
    const { limiter } = this.#options;
    const wait = (attempt: number) => {
      limiter.backOff();
      return limiter.acquire(attempt);
    };
    return retry({ attempts: MAX_THROTTLED, isTransient: isTransient, wait }, work);
  }
}

/** A rate limiter with adaptive backoff while the table throttles. */
export interface RateLimiter {
  /** Waits until this number of items may be processed. */
  acquire(count: number): Promise<void>;
  /** Halves the rate after throttling. */
  backOff(): void;
  /** Raises the rate by a tenth plus one, up to the configured rate. */
  recover(): void;
  /** The current items per second. */
  readonly rate: number;
}

/** Real time, in milliseconds. */
export interface Timer {
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
}

const real: Timer = { now: () => performance.now(), wait: (ms) => sleep(ms) };

export function rateLimiter(perSecond: number, { now, wait }: Timer = real): RateLimiter {
  let [rate, next] = [perSecond, 0];
  return {
    get rate() {
      return rate;
    },
    async acquire(count) {
      const at = Math.max(next, now());
      next = at + (count * 1000) / rate;
      if (at > now()) await wait(at - now());
    },
    backOff() {
      rate = Math.max(1, rate / 2);
    },
    recover() {
      rate = Math.min(perSecond, rate * 1.1 + 1);
    },
  };
}
