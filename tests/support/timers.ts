import { vi } from "vitest";

/** Timers that run only on request. */
export interface HeldTimers {
  runPending(): void;
}

/**
 * Holds back every timer of one of these durations, in milliseconds, so that code waits for the test instead
 * of time. `vi.restoreAllMocks` undoes it.
 */
export function holdTimers(...lengths: readonly number[]): HeldTimers {
  const real = globalThis.setTimeout;
  const held = new Map<NodeJS.Timeout, () => void>();
  const clear = globalThis.clearTimeout;
  const set = (run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]): NodeJS.Timeout => {
    if (ms === undefined || !lengths.includes(ms)) return real(run, ms, ...given);
    const timer = real(() => undefined, 0);
    held.set(timer, () => run(...given));
    return timer;
  };
  vi.spyOn(globalThis, "setTimeout").mockImplementation(set as typeof setTimeout);
  vi.spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
    if (typeof timer === "object") held.delete(timer);
    clear(timer);
  });
  return {
    runPending() {
      const due = [...held.values()];
      held.clear();
      for (const run of due) run();
    },
  };
}
