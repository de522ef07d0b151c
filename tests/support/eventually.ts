import { vi } from "vitest";

/** Waits until a check passes: as long as a busy machine may need, and no longer than it must. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 25_000, interval: 5 });
