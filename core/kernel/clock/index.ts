import { AsyncLocalStorage } from "node:async_hooks";

/**
 * The platform's clock. Everything that asks for the time asks here, so that the local runtime and the tests
 * can move it forward: tokens, locks, votes and retries all follow. In a deployed stack nothing ever moves
 * it.
 */

let offsetMs = 0;
/** Another offset, for the work that is done under it alone. */
const elsewhere = new AsyncLocalStorage<number>();

/** Milliseconds since the UNIX epoch. */
export const nowMs = (): number => Date.now() + offset();

/** Whole seconds since the UNIX epoch, as JWT claims and DynamoDB's TTL count. */
export const nowSeconds = (): number => Math.floor(nowMs() / 1000);

/**
 * Milliseconds by the machine's own clock, which nothing moves: what a provider outside has signed with its
 * time is judged by this one alone.
 */
export const worldNowMs = (): number => Date.now();

export const now = (): Date => new Date(nowMs());

/** ISO 8601 in UTC with milliseconds: how timestamps are stored and shown. */
export const nowIso = (): string => now().toISOString();

/** How far the clock stands ahead of the machine's, in milliseconds. */
export const offset = (): number => elsewhere.getStore() ?? offsetMs;

/**
 * Moves the clock. Only `local/` and tests call this; there is no way to it from a request to a deployed
 * stack.
 */
export function setOffset(ms: number): void {
  if (!Number.isSafeInteger(ms)) throw new RangeError(`clock offset must be whole milliseconds, got ${ms}`);
  offsetMs = ms;
}

/**
 * Does work for which the clock stands at an instant, and goes on from there; nothing else sees that. Only
 * `local/` and tests call this.
 */
export const at = <T>(instantMs: number, work: () => Promise<T>): Promise<T> =>
  elsewhere.run(Math.round(instantMs) - Date.now(), work);
