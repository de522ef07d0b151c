import type { Mirror } from "../mirror.ts";

/** Counts writes, and lets pullers wait for more. */
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

  /** Waits until `count` writes are done, or all writers have finished. */
  async reaches(count: number): Promise<void> {
    while (!this.over && this.written < count) await this.#more.promise;
  }

  #wake(): void {
    this.#more.resolve();
    this.#more = Promise.withResolvers();
  }
}

/** How a device pulls: records per page, pages per pull, and the number of writes between two pulls. */
export interface Pace {
  readonly limit: number;
  readonly pages: number;
  readonly every: number;
  /** The number of writes before the first pull. */
  readonly from?: number;
}

export const paces: readonly Pace[] = [
  // Pulls continuously, to detect anything that becomes visible too early.
  { limit: 100, pages: 1, every: 0 },
  { limit: 7, pages: 2, every: 9 },
  { limit: 3, pages: 1, every: 12 },
  // Begins with small pages while all writers are active.
  { limit: 4, pages: 1, every: 6, from: 60 },
  // Pulls at the beginning, then not until the end.
  { limit: 50, pages: 10, every: 100_000 },
];

/**
 * Of every nine responses, one does not reach the device, and after another the app stops before it stores the cursor.
 */
const LOST: Readonly<Record<number, "answer" | "cursor">> = { 4: "answer", 7: "cursor" };

/** Pulls at a device's pace until all writers have finished. The final check pulls the rest. */
export async function pullAtPace(mirror: Mirror, pace: Pace, progress: Progress): Promise<void> {
  const { limit, pages, every, from = 0 } = pace;
  let answers = 0;
  mirror.nextLoss = () => LOST[answers++ % 9];
  for (let next = from; !progress.over; next = progress.written + every) {
    await progress.reaches(next);
    for (let page = 0; page < pages; page++) {
      const given = await mirror.page(limit);
      if (given && !given.hasMore) break;
    }
  }
  mirror.nextLoss = () => undefined;
}
