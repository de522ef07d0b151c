import { AsyncLocalStorage } from "node:async_hooks";
import * as Platform from "./index.ts";

/**
 * The clock of the current ledger, for ledger, policy and DeFi. The live ledger uses the platform's clock. A sandbox's
 * clock is ahead of it by as much as its developer has moved it. Deliveries, leases, rate limits, idempotency, sessions,
 * keys and prices use the platform's clock, so a sandbox does not affect them.
 */

const ahead = new AsyncLocalStorage<number>();

/** Returns how far this ledger's clock is ahead of the platform's, in milliseconds. */
export const aheadMs = (): number => ahead.getStore() ?? 0;

/** Does work in a ledger. @param ms how far its clock is ahead of the platform's */
export const under = <T>(ms: number, work: () => Promise<T>): Promise<T> => ahead.run(ms, work);

/** Returns milliseconds since the UNIX epoch. */
export const nowMs = (): number => Platform.nowMs() + aheadMs();

/** Returns ISO 8601 in UTC with milliseconds. */
export const nowIso = (): string => new Date(nowMs()).toISOString();

/** Converts an instant of this ledger's clock to the platform's (ISO 8601). */
export const onPlatform = (at: string): string =>
  aheadMs() === 0 ? at : new Date(Date.parse(at) - aheadMs()).toISOString();
