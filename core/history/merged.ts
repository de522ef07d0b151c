import * as Table from "../platform/table/index.ts";
import * as Places from "./places.ts";

/** A time, as the sort keys have it; both ends included. */
export interface Time {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** What was read of a source and is waiting for its turn, and what reads on; undefined at its end. */
interface Reading {
  waiting: Places.Found[];
  pages: AsyncGenerator<Table.Item[]> | undefined;
  readonly source: Places.Source;
}

/** All sources as one, newest first, read as far as they are asked for. */
export class Merged {
  readonly #after: Places.Place | undefined;
  readonly #readings: readonly Reading[];

  /** @param limit how many items of a source are read at a time */
  constructor(sources: readonly Places.Source[], time: Time, after: Places.Place | undefined, limit: number) {
    this.#after = after;
    this.#readings = sources.map((source) => ({
      waiting: [],
      pages: pagesOf(source, time, after, limit),
      source,
    }));
  }

  /** The next ones: fewer only at the end. */
  async take(count: number): Promise<Places.Found[]> {
    const taken: Places.Found[] = [];
    while (taken.length < count) {
      await Promise.all(this.#readings.map((one) => this.#fill(one)));
      const [next] = this.#readings.filter(({ waiting }) => waiting[0]).sort(byFirst);
      const first = next?.waiting.shift();
      if (!first) break;
      taken.push(first);
    }
    return taken;
  }

  async #fill(reading: Reading): Promise<void> {
    while (reading.pages && reading.waiting.length === 0) {
      const { value, done } = await reading.pages.next();
      if (done) reading.pages = undefined;
      else reading.waiting = this.#behind(value.map(reading.source.read));
    }
  }

  #behind(found: Places.Found[]): Places.Found[] {
    const after = this.#after;
    return after ? found.filter((place) => Places.order(place, after) > 0) : found;
  }
}

const byFirst = (a: Reading, b: Reading): number =>
  Places.order(a.waiting[0] as Places.Place, b.waiting[0] as Places.Place);

/** Reads a source from its newest on; undefined where the time leaves nothing of it. */
function pagesOf(
  source: Places.Source,
  { from = "", to = "" }: Time,
  after: Places.Place | undefined,
  limit: number,
): AsyncGenerator<Table.Item[]> | undefined {
  const { pk, prefix } = source;
  // Above every key of that instant, and of all where there is none.
  const end = `${prefix}${to}~`;
  const behind = after ? Places.upTo(source, after) : end;
  const range = { from: `${prefix}${from}`, upTo: behind < end ? behind : end };
  return range.from <= range.upTo ? Table.pages({ pk, ...range, newestFirst: true, limit }) : undefined;
}
