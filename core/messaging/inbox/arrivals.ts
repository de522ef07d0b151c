/**
 * Notifications that arrive, within this process: a stream here learns of them at once. Everywhere else
 * streams look from time to time; nothing rests on this.
 */

const listeners = new Map<string, Set<() => void>>();

/** Says that the user has a new notification. */
export function announce(userId: string): void {
  for (const listener of [...(listeners.get(userId) ?? [])]) listener();
}

/** Resolves when one arrives for the user, the time is over, or the signal is aborted. */
export function nextArrival(userId: string, waitMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const own = listeners.get(userId) ?? new Set();
    listeners.set(userId, own);
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      own.delete(end);
      if (own.size === 0 && listeners.get(userId) === own) listeners.delete(userId);
      resolve();
    };
    const timer = setTimeout(end, waitMs);
    own.add(end);
    signal?.addEventListener("abort", end, { once: true });
    if (signal?.aborted) end();
  });
}
