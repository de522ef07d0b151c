import { vi } from "vitest";
import type { DeliveryFaults } from "./lambda/invoke.ts";

/** Helpers of this package's tests. */

/** A clock that tests move forward. */
export function testClock(startMs = Date.now()) {
  let offsetMs = startMs - Date.now();
  return {
    nowMs: () => Date.now() + offsetMs,
    advance(seconds: number) {
      offsetMs += seconds * 1000;
    },
    reset() {
      offsetMs = 0;
    },
  };
}

/** Injects one kind of fault into every delivery. */
export const always = (injected: Parameters<DeliveryFaults["strikes"]>[1]): DeliveryFaults => ({
  strikes: (_, kind) => (kind === injected ? {} : undefined),
});

/** Waits until a check passes. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 25_000, interval: 5 });
