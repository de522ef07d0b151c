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

/** How many items of a segment are read at once, and changed at once. */
const PAGE = 250;
const AT_ONCE = 8;
/** A page is done well within the lease. */
const PAGE_SECONDS = 10;
/** How often something is tried again that the table throttles: with the rate at one a second, for some minutes. */
const MAX_THROTTLED = 20;

/** Where a run notes how far it is, and that it goes on. */
export interface Notes {
  readonly renewed: () => Promise<void>;
  readonly noted: (
    segment: number,
    at: { readonly after: StoredKey | undefined; readonly counts: Progress.Counts },
  ) => Promise<void>;
}

/** What DynamoDB says where too much is asked of it, or what is made of that. */
const THROTTLED = [
  "ProvisionedThroughputExceededException",
  "ThrottlingException",
  "RequestLimitExceeded",
  "OutcomeUnknown",
];
/** Whether a later try may fare better. What was done all the same is found done then. */
const isPassing = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { name, $fault, code } = error as Error & { readonly $fault?: unknown; readonly code?: unknown };
  return THROTTLED.includes(name) || $fault === "server" || code === Unavailable.code;
};

export interface Asked {
  readonly backfill: Backfill;
  readonly isDryRun: boolean;
  readonly segments: number;
  /** How far they are, of a run that is gone on with. */
  readonly former: readonly Progress.Segment[];
  readonly notes: Notes;
  readonly limiter: RateLimiter;
  readonly signal: AbortSignal | undefined;
  readonly progressed: (counts: Progress.Counts, limiter: RateLimiter) => void;
  readonly failed: (key: StoredKey, error: unknown) => void;
}

/** The work on all segments of one run. */
export class Work {
  readonly #asked: Asked;
  readonly #counts: Progress.Counts[];
  /** One that fails as a whole ends the others after their page. */
  readonly #broken = new AbortController();

  constructor(asked: Asked) {
    this.#asked = asked;
    this.#counts = Array.from(
      { length: asked.segments },
      (_, segment) => this.#formerOf(segment) ?? Progress.nothing,
    );
  }

  get counts(): Progress.Counts {
    return Progress.sum(this.#counts);
  }

  #formerOf(segment: number): Progress.Segment | undefined {
    return this.#asked.former.find((one) => one.segment === String(segment));
  }

  /** @returns whether all segments were gone through */
  async all(): Promise<boolean> {
    const settled = await Promise.allSettled(
      Array.from({ length: this.#asked.segments }, async (_, segment) => {
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
      if (this.#asked.signal?.aborted || this.#broken.signal.aborted) return false;
      await this.#patiently(() => this.#asked.notes.renewed());
      after = await this.#page(number, after);
    } while (after);
    return true;
  }

  /** @returns where the next page begins; undefined at the end */
  async #page(number: number, after: StoredKey | undefined): Promise<StoredKey | undefined> {
    const { segments, limiter, notes } = this.#asked;
    const limit = Math.ceil(Math.min(PAGE, (limiter.rate * PAGE_SECONDS) / segments));
    const segment = { of: segments, number };
    const { items, next } = await this.#patiently(() =>
      Table.scanPage({ segment, limit, after: after && { ...after } }),
    );
    await limiter.acquire(items.length);
    const done = await pMap(items, (item) => this.#item(item), { concurrency: AT_ONCE });
    const counts = Progress.sum([this.#counts[number] ?? Progress.nothing, ...done]);
    const at = next && keyOfItem(next);
    await this.#patiently(() => notes.noted(number, { after: at, counts }));
    this.#counts[number] = counts;
    limiter.recover();
    this.#asked.progressed(this.counts, limiter);
    return at;
  }

  async #item(item: Table.Item): Promise<Progress.Counts> {
    const scanned = { ...Progress.nothing, scanned: 1 };
    const entity = this.#entityOf(item);
    if (!entity) return scanned;
    try {
      const { isChanged, conflicts } = await this.#patiently(() =>
        changeItem(this.#asked.backfill, entity, item, this.#asked.isDryRun),
      );
      return { ...scanned, changed: isChanged ? 1 : 0, retried: conflicts > 0 ? 1 : 0 };
    } catch (error) {
      this.#asked.failed(keyOfItem(item), error);
      return { ...scanned, failed: 1 };
    }
  }

  #entityOf(item: Table.Item): AnyEntity | undefined {
    const { entities } = this.#asked.backfill;
    const entity = findEntity(item) ?? entities.find((one) => one.paramsOf(keyOfItem(item)) !== undefined);
    return entity && entities.includes(entity) ? entity : undefined;
  }

  /** Does it again, more slowly, while the table has too much to do. */
  async #patiently<T>(work: () => Promise<T>): Promise<T> {
    const { limiter } = this.#asked;
    const wait = (attempt: number) => {
      limiter.backOff();
      return limiter.acquire(attempt);
    };
    return retry({ attempts: MAX_THROTTLED, isTransient: isPassing, wait }, work);
  }
}

/** A rate limiter with adaptive backoff: so many items a second, and fewer while the table throttles. */
export interface RateLimiter {
  /** Waits until so many items may be worked on. */
  acquire(count: number): Promise<void>;
  /** The table throttled: half the rate. */
  backOff(): void;
  /** It did not: a tenth more and one, up to the rate that was asked for. */
  recover(): void;
  /** Items a second now. */
  readonly rate: number;
}

/** The machine's own time, in milliseconds. */
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
