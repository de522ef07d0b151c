import { setTimeout as sleep } from "node:timers/promises";

/**
 * Who goes first. In AWS requests and consumers have machines of their own; here they share one process, and whoever waits for an
 * answer goes before what nobody waits for.
 */
export interface Precedence {
  /** A request begins; what is answered ends it. */
  begin(): () => void;
  /** Resolves when there is no rush of requests, or after the limit: under a load that never ends consumers work, too. */
  free(limitMs: number): Promise<void>;
}

/** As many requests leave time for consumers: in flight at once, and in a row within the window. */
const FEW = 4;
/**
 * A busy process takes connections one by one, each when it has finished what it is at: most of a rush waits where nobody sees it.
 * So it lasts until for so long few have come.
 */
const WINDOW_MS = 50;
const LOOK_EVERY_MS = 10;

export function createPrecedence(nowMs: () => number = () => performance.now()): Precedence {
  let inFlight = 0;
  /** When the last few requests began. */
  const begun: number[] = [];
  const rush = (): boolean =>
    inFlight > FEW || (begun.length > FEW && nowMs() - (begun[0] as number) < WINDOW_MS);
  return {
    begin() {
      inFlight++;
      begun.push(nowMs());
      if (begun.length > FEW + 1) begun.shift();
      return () => {
        inFlight--;
      };
    },
    async free(limitMs) {
      const until = performance.now() + limitMs;
      while (rush() && performance.now() < until) await sleep(LOOK_EVERY_MS);
    },
  };
}
