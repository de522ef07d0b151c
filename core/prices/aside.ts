import { log } from "../platform/log.ts";

/** Work that ticks do not wait for: of each name one piece at a time. */
export class Aside {
  readonly #running = new Map<string, Promise<void>>();

  begin(name: string, work: () => Promise<void>): void {
    if (this.#running.has(name)) return;
    const ended = work()
      .catch((error: unknown) => log.warn(`the price feed got no ${name}`, { error }))
      .finally(() => this.#running.delete(name));
    this.#running.set(name, ended);
  }

  settled(): Promise<unknown> {
    return Promise.all(this.#running.values());
  }
}
