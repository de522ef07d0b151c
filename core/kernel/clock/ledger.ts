import { AsyncLocalStorage } from "node:async_hooks";
import * as Platform from "./index.ts";

/**
 * The clock of the ledger that is acted in: what ledger and DeFi go by. The live ledger's is the platform's. A
 * sandbox's stands as far ahead as its developer has moved it. What is the platform's own (deliveries, leases,
 * rate limits, idempotency, sessions, keys, prices) asks the platform's clock, so it goes on as ever.
 */

const ahead = new AsyncLocalStorage<number>();

/** How far this ledger's clock stands ahead of the platform's, in milliseconds. */
export const aheadMs = (): number => ahead.getStore() ?? 0;

/** Does work in a ledger whose clock stands so far ahead of the platform's, in milliseconds. */
export const under = <T>(ms: number, work: () => Promise<T>): Promise<T> => ahead.run(ms, work);

/** Milliseconds since the UNIX epoch. */
export const nowMs = (): number => Platform.nowMs() + aheadMs();

export const now = (): Date => new Date(nowMs());

/** ISO 8601 in UTC with milliseconds: how timestamps are stored and shown. */
export const nowIso = (): string => now().toISOString();

/** When the platform's clock shows what this ledger's clock calls an instant (ISO 8601, both). */
export const onPlatform = (at: string): string =>
  aheadMs() === 0 ? at : new Date(Date.parse(at) - aheadMs()).toISOString();
