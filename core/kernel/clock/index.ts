import { AsyncLocalStorage } from "node:async_hooks";

/**
 * The platform's clock. All code reads the time here, so that the local runtime and the tests can move it forward:
 * tokens, locks, votes and retries follow. In a deployed stack it is never moved.
 */

let offsetMs = 0;
/** The offset of the current work (`at`). */
const elsewhere = new AsyncLocalStorage<number>();

export const nowMs = (): number => Date.now() + offset();

/** Returns whole seconds since the UNIX epoch, as JWT claims and DynamoDB's TTL use them. */
export const nowSeconds = (): number => Math.floor(nowMs() / 1000);

/** Returns milliseconds of the machine's own clock, which cannot be moved: for timestamps that a provider has signed. */
export const worldNowMs = (): number => Date.now();

export const now = (): Date => new Date(nowMs());

/** Returns ISO 8601 in UTC with milliseconds, the format of stored and shown timestamps. */
export const nowIso = (): string => now().toISOString();

/** Returns how far the clock is ahead of the machine's, in milliseconds. */
export const offset = (): number => elsewhere.getStore() ?? offsetMs;

/** Moves the clock. Only `local/` and tests call this; no request to a deployed stack can. */
export function setOffset(ms: number): void {
  if (!Number.isSafeInteger(ms)) throw new RangeError(`clock offset must be whole milliseconds, got ${ms}`);
  offsetMs = ms;
}

/** Does work for which the clock starts at an instant. No other work is affected. Only `local/` and tests call this. */
export const at = <T>(instantMs: number, work: () => Promise<T>): Promise<T> =>
  elsewhere.run(Math.round(instantMs) - Date.now(), work);
