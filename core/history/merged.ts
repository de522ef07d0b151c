import * as Table from "../platform/table/index.ts";
import * as Places from "./places.ts";

/** A time, as the sort keys have it; both ends included. */
export interface Time {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export const ALWAYS: Time = { from: undefined, to: undefined };

/** What was read of a source and is waiting for its turn, and what reads on; undefined at its end. */
interface Reading<F extends Places.Place> {
  waiting: F[];
  pages: AsyncGenerator<Table.Item[]> | undefined;
  readonly source: Places.Source<F>;
}

/** All sources as one, newest first, read as far as they are asked for. */
export class Merged<F extends Places.Place = Places.Found> {
  readonly #after: Places.Place | undefined;
  readonly #readings: readonly Reading<F>[];

  /** @param limit how many items of a source are read at a time */
  constructor(
    sources: readonly Places.Source<F>[],
    time: Time,
    after: Places.Place | undefined,
    limit: number,
  ) {
    this.#after = after;
    this.#readings = sources.map((source) => ({
      waiting: [],
      pages: pagesOf(source, time, after, limit),
      source,
    }));
  }

  /** The next ones: fewer only at the end. */
  async take(count: number): Promise<F[]> {
    const taken: F[] = [];
    while (taken.length < count) {
      await Promise.all(this.#readings.map((one) => this.#fill(one)));
      const [next] = this.#readings.filter(({ waiting }) => waiting[0]).sort(byFirst);
      const first = next?.waiting.shift();
      if (!first) break;
      taken.push(first);
    }
    return taken;
  }

  async #fill(reading: Reading<F>): Promise<void> {
    while (reading.pages && reading.waiting.length === 0) {
      const { value, done } = await reading.pages.next();
      if (done) reading.pages = undefined;
      else reading.waiting = this.#behind(value.map(reading.source.read));
    }
  }

  #behind(found: F[]): F[] {
    const after = this.#after;
    return after ? found.filter((place) => Places.order(place, after) > 0) : found;
  }
}

const byFirst = (a: Reading<Places.Place>, b: Reading<Places.Place>): number =>
  Places.order(a.waiting[0] as Places.Place, b.waiting[0] as Places.Place);

/** Reads a source from its newest on; undefined where the time leaves nothing of it. */
function pagesOf(...of: Parameters<typeof rangeOf>): AsyncGenerator<Table.Item[]> | undefined {
  const range = rangeOf(...of);
  return range && Table.pages(range);
}

/** What is read of a source; undefined where the time leaves nothing of it. */
export function rangeOf(
  source: Pick<Places.Source, "name" | "pk" | "prefix">,
  { from = "", to = "" }: Time,
  after: Places.Place | undefined,
  limit: number,
): Table.QueryInput | undefined {
  const { pk, prefix } = source;
  // Above every key of that instant, and of all where there is none.
  const end = `${prefix}${to}~`;
  const behind = after ? Places.upTo(source, after) : end;
  const range = { from: `${prefix}${from}`, upTo: behind < end ? behind : end };
  return range.from <= range.upTo ? { pk, ...range, newestFirst: true, limit } : undefined;
}
