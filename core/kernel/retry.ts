/** The only retry loop. */

/** The longest pause between two attempts, in milliseconds. */
const LONGEST_PAUSE_MS = 640;

/**
 * Waits a random time before the next attempt: up to 20 ms, doubled for each attempt up to `LONGEST_PAUSE_MS`.
 * @param attempt the failed attempt, from 1
 */
export const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) =>
    setTimeout(resolve, Math.random() * Math.min(LONGEST_PAUSE_MS, 10 * 2 ** attempt)),
  );

export interface RetryOptions {
  readonly attempts: number;
  /** Returns whether another attempt may succeed after this error. */
  readonly isTransient: (error: unknown) => boolean;
  /** Makes the error after the last attempt. Defaults to the last error itself. */
  readonly exhausted?: (error: unknown) => unknown;
  /** Waits before the next attempt. Defaults to `pause`. @param attempt the failed attempt, from 1 */
  readonly wait?: (attempt: number, error: unknown) => Promise<unknown> | undefined;
}

/** Retries work while it fails with a transient error. @throws the error of the last attempt, or `exhausted` of it */
export async function retry<T>(
  { attempts, isTransient, exhausted = (error) => error, wait = pause }: RetryOptions,
  work: (attempt: number) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!isTransient(error)) throw error;
      if (attempt >= attempts) throw exhausted(error);
      await wait(attempt, error);
    }
  }
}
