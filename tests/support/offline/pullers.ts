import type { Mirror } from "../mirror.ts";

/** How much was written, and who waits for more. */
export class Progress {
  written = 0;
  over = false;
  #more = Promise.withResolvers<void>();

  add(): void {
    this.written++;
    this.#wake();
  }

  end(): void {
    this.over = true;
    this.#wake();
  }

  /** Waits until so much was written, or it is over. */
  async reaches(count: number): Promise<void> {
    while (!this.over && this.written < count) await this.#more.promise;
  }

  #wake(): void {
    this.#more.resolve();
    this.#more = Promise.withResolvers();
  }
}

/** How a device pulls: how many records a page, how many pages at a time, and after how many writes again. */
export interface Pace {
  readonly limit: number;
  readonly pages: number;
  readonly every: number;
  /** How much is written before it begins. */
  readonly from?: number;
}

export const paces: readonly Pace[] = [
  // One that does nothing else: it meets whatever is shown too early.
  { limit: 100, pages: 1, every: 0 },
  { limit: 7, pages: 2, every: 9 },
  { limit: 3, pages: 1, every: 12 },
  // A first pull in small pages, while everybody writes.
  { limit: 4, pages: 1, every: 6, from: 60 },
  // One that pulls at the beginning, and sleeps until the end.
  { limit: 50, pages: 10, every: 100_000 },
];

/** Every ninth answer does not reach the device, and after every ninth it dies before it has kept the cursor. */
const LOST: Readonly<Record<number, "answer" | "cursor">> = { 4: "answer", 7: "cursor" };

/** Pulls at a device's pace until it is over; what it lacks then is pulled by who looks at it. */
export async function follow(mirror: Mirror, pace: Pace, progress: Progress): Promise<void> {
  const { limit, pages, every, from = 0 } = pace;
  let answers = 0;
  mirror.loses = () => LOST[answers++ % 9];
  for (let next = from; !progress.over; next = progress.written + every) {
    await progress.reaches(next);
    for (let page = 0; page < pages; page++) {
      const given = await mirror.page(limit);
      if (given && !given.hasMore) break;
    }
  }
  mirror.loses = () => undefined;
}
