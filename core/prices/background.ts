import { log } from "../platform/log.ts";

/** Runs tasks beside the ticks, one of each name at a time. */
export class BackgroundTasks {
  readonly #running = new Map<string, Promise<void>>();

  start(name: string, task: () => Promise<void>): void {
    if (this.#running.has(name)) return;
    const ended = task()
      .catch((error: unknown) =>
        log.warn("price feed: background task failed, repeated when it is next due", { task: name, error }),
      )
      .finally(() => this.#running.delete(name));
    this.#running.set(name, ended);
  }

  settled(): Promise<unknown> {
    return Promise.all(this.#running.values());
  }
}
