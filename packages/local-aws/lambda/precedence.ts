import { setTimeout as sleep } from "node:timers/promises";

/**
 * Gives requests precedence over consumers. In AWS they have separate machines; here they share one process, and a client's
 * request should not wait for background work.
 */
export interface Precedence {
  /** Records a new connection. */
  connected(): void;
  /** Records a started request. @returns a function to call at its end */
  started(): () => void;
  /**
   * Resolves when there is no rush of requests, or after the limit. After the limit, consumers may run for the same time again,
   * so that they get half of the time under a permanent rush.
   */
  free(limitMs: number): Promise<void>;
}

/** Up to so many concurrent requests, or new connections within `CALM_MS`, do not count as a rush. */
const FEW = 4;
/**
 * How long a rush is assumed to last. A busy process accepts connections one by one, so most of a rush of new clients is still
 * invisible in the backlog.
 */
const CALM_MS = 50;
const LOOK_EVERY_MS = 10;

export function createPrecedence(nowMs: () => number = () => performance.now()): Precedence {
  let inFlight = 0;
  let rushedAt = Number.NEGATIVE_INFINITY;
  let openUntil = Number.NEGATIVE_INFINITY;
  /** The times of the last connections. */
  const connects: number[] = [];
  const isRush = (): boolean => inFlight > FEW || nowMs() - rushedAt < CALM_MS;
  const updateRush = (): void => {
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
      updateRush();
      return () => {
        updateRush();
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
