import { setTimeout as sleep } from "node:timers/promises";

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
