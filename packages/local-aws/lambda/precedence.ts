import { setTimeout as sleep } from "node:timers/promises";

/**
 * Who goes first. In AWS requests and consumers have machines of their own; here they share one process, and
 * whoever waits for an answer goes before what nobody waits for.
 */
export interface Precedence {
  /** A client connects. */
  connected(): void;
  /** A request has started. @returns what ends it */
  started(): () => void;
  /**
   * Resolves when there is no rush of requests, or after the limit. After that consumers go on for as long
   * again: under a rush that never ends they have half of the time.
   */
  free(limitMs: number): Promise<void>;
}

/** As many requests at a time leave time for consumers, and as many new connections in a moment. */
const FEW = 4;
/**
 * How long a rush lasts after fewer are seen. A busy process takes connections one by one, between what it is
 * at: most of a rush from new clients waits where nobody sees it, and what is seen is connection after
 * connection.
 */
const CALM_MS = 50;
const LOOK_EVERY_MS = 10;

export function createPrecedence(nowMs: () => number = () => performance.now()): Precedence {
  let inFlight = 0;
  let rushedAt = Number.NEGATIVE_INFINITY;
  let openUntil = Number.NEGATIVE_INFINITY;
  /** When the last few clients connected. */
  const connects: number[] = [];
  const isRush = (): boolean => inFlight > FEW || nowMs() - rushedAt < CALM_MS;
  const note = (): void => {
    if (inFlight > FEW) rushedAt = nowMs();
  };
  return {
    connected() {
      connects.push(nowMs());
      if (connects.length <= FEW) return;
      if (nowMs() - (connects.shift() as number) < CALM_MS) rushedAt = nowMs();
    },
    started() {
      inFlight++;
      note();
      return () => {
        note();
        inFlight--;
      };
    },
    async free(limitMs) {
      const until = nowMs() + limitMs;
      while (isRush() && nowMs() >= openUntil) {
        if (nowMs() >= until) openUntil = nowMs() + limitMs;
        else await sleep(LOOK_EVERY_MS);
      }
    },
  };
}
