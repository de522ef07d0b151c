/** A seeded random generator, so that a failed run can be repeated (Mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 to 1, excluding 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** Returns true with this probability. */
  flip(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(all: readonly T[]): T {
    const one = all[this.between(0, all.length - 1)];
    if (one === undefined) throw new TypeError("there is nothing to choose from");
    return one;
  }

  /** Returns `count` distinct elements. */
  sample<T>(all: readonly T[], count: number): T[] {
    const left = [...all];
    return Array.from({ length: Math.min(count, left.length) }, () => {
      const [taken] = left.splice(this.between(0, left.length - 1), 1);
      return taken as T;
    });
  }
}
