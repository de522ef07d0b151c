import { vi } from "vitest";

/** Retries a check until it passes. Fails after 25 seconds, which is enough on a busy machine. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 25_000, interval: 5 });
