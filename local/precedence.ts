/**
 * Who goes first. In AWS requests and consumers have machines of their own; here they share one process, and whoever waits for an
 * answer goes before what nobody waits for.
 */
export interface Precedence {
  /** A request begins; what is answered ends it. */
  begin(): () => void;
  /** Resolves when few requests are in flight, or after the limit: under a load that never ends consumers work, too. */
  free(limitMs: number): Promise<void>;
}

/** As many requests in flight leave time for consumers. */
const FEW = 4;

export function createPrecedence(): Precedence {
  let inFlight = 0;
  const waiting = new Set<() => void>();
  return {
    begin() {
      inFlight++;
      return () => {
        inFlight--;
        if (inFlight <= FEW) for (const wake of [...waiting]) wake();
      };
    },
    free(limitMs) {
      if (inFlight <= FEW) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = () => {
          clearTimeout(limit);
          waiting.delete(wake);
          resolve();
        };
        const limit = setTimeout(wake, limitMs);
        waiting.add(wake);
      });
    },
  };
}
