import type { Publisher } from "../live/publisher.ts";
import { log } from "../platform/log.ts";
import type { Tick } from "./latest.ts";

/**
 * Hands ticks to the publisher without ever waiting for it: what comes while it is busy is kept, of each asset the newest, and
 * handed over as soon as it is free.
 */
export class Outlet {
  readonly #publisher: Publisher;
  readonly #waiting = new Map<string, Tick>();
  #busy: Promise<void> | undefined;

  constructor(publisher: Publisher) {
    this.#publisher = publisher;
  }

  offer(ticks: readonly Tick[]): void {
    for (const one of ticks) this.#waiting.set(one.symbol, one);
    if (this.#waiting.size > 0) this.#busy ??= this.#empty();
  }

  async #empty(): Promise<void> {
    while (this.#waiting.size > 0) {
      const ticks = [...this.#waiting.values()];
      this.#waiting.clear();
      await this.#publisher
        .publish(ticks)
        .catch((error: unknown) => log.warn("ticks were not published", { error }));
    }
    this.#busy = undefined;
  }

  /**
   * Ends it; the publisher gives up by itself on what takes too long. What waits is kept among the latest ticks, and the next
   * run's publisher begins by offering those to everybody.
   */
  async close(): Promise<void> {
    this.#waiting.clear();
    await this.#publisher.close();
  }
}
