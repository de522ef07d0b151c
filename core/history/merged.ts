import * as z from "zod";
import { wrongCursor } from "../kernel/errors.ts";
import { historyLine } from "../ledger/entity.ts";
import type { RunningLine } from "../ledger/schema.ts";
import { transaction } from "../payments/records/entity.ts";
import type { Transaction } from "../payments/records/schema.ts";
import * as Table from "../platform/table/index.ts";

/** Lists that are merged from several sources, newest first, page by page. */

/** The position of an item in a merged list. */
export interface ListPosition {
  readonly createdAt: string;
  /** The name of its source. */
  readonly source: string;
  /** Its sort key in the source: later items have higher ones. */
  readonly sk: string;
}

export type Found = ListPosition &
  (
    | { readonly line: RunningLine; readonly record?: never }
    | { readonly record: Transaction; readonly line?: never }
  );

/** The name of the source of records, which sorts after every account's id. */
const RECORDS = "~";

export interface Source<F extends ListPosition = Found> {
  readonly name: string;
  readonly pk: string;
  readonly prefix: string;
  read(item: Table.Item): F;
}

export const linesOf = (walletId: string): Source => ({
  name: walletId,
  pk: historyLine.partition({ walletId }),
  prefix: historyLine.prefix,
  read(item) {
    const line = historyLine.parse(item);
    return { createdAt: line.createdAt, source: walletId, sk: line.sk, line };
  },
});

export const recordsOf = (userId: string): Source<Found & { readonly record: Transaction }> => ({
  name: RECORDS,
  pk: transaction.partition({ userId }),
  prefix: transaction.prefix,
  read(item): Found & { readonly record: Transaction } {
    const record = transaction.parse(item);
    return { createdAt: record.createdAt, source: RECORDS, sk: String(item["sk"]), record };
  },
});

/** Orders positions: newest first, within an instant by source, within a source latest first. */
const order = (a: ListPosition, b: ListPosition): number =>
  compare(b.createdAt, a.createdAt) || compare(a.source, b.source) || compare(b.sk, a.sk);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the highest sort key of a source from a position on. The position's own item is included. */
function upTo(
  { name, prefix }: Pick<Source, "name" | "prefix">,
  { createdAt, source, sk }: ListPosition,
): string {
  if (name === source) return sk;
  // Items of the same instant follow only in sources that sort later.
  return `${prefix}${createdAt}${name > source ? "#~" : ""}`;
}

const written = z.tuple([
  z.iso.datetime(),
  z.string().max(100),
  z.string().max(500),
  z.string().max(16).default(""),
]);

/** @param filters what the cursor states about the filters of its list */
export const toCursor = ({ createdAt, source, sk }: ListPosition, filters = ""): string =>
  Buffer.from(JSON.stringify([createdAt, source, sk, ...(filters === "" ? [] : [filters])])).toString(
    "base64url",
  );

/** Parses a cursor; undefined if it is invalid, or of other filters. It only contains a position in the caller's own list. */
export function fromCursor(cursor: string, filters = ""): ListPosition | undefined {
  try {
    const [createdAt, source, sk, of] = written.parse(
      JSON.parse(Buffer.from(cursor, "base64url").toString()),
    );
    return of === filters ? { createdAt, source, sk } : undefined;
  } catch {
    return undefined;
  }
}

/** A period in the form of the sort keys, both instants included. */
export interface Time {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export const ALWAYS: Time = { from: undefined, to: undefined };

/** The items of a source that are read but not taken yet, and its further pages: undefined after the last. */
interface Reading<F extends ListPosition> {
  waiting: F[];
  pages: AsyncGenerator<Table.Item[]> | undefined;
  readonly source: Source<F>;
}

/** Merges sources, newest first, and reads each as far as needed. */
export class Merged<F extends ListPosition = Found> {
  readonly #after: ListPosition | undefined;
  readonly #readings: readonly Reading<F>[];

  /** @param limit the page size of a source */
  constructor(sources: readonly Source<F>[], time: Time, after: ListPosition | undefined, limit: number) {
    this.#after = after;
    this.#readings = sources.map((source) => ({
      waiting: [],
      pages: pagesOf(source, time, after, limit),
      source,
    }));
  }

  /** Returns the next items; fewer only at the end. */
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
    return after ? found.filter((place) => order(place, after) > 0) : found;
  }
}

const byFirst = (a: Reading<ListPosition>, b: Reading<ListPosition>): number =>
  order(a.waiting[0] as ListPosition, b.waiting[0] as ListPosition);

/** Returns the pages of a source, newest first; undefined if the period excludes all of them. */
function pagesOf(
  source: Pick<Source, "name" | "pk" | "prefix">,
  { from = "", to = "" }: Time,
  after: ListPosition | undefined,
  limit: number,
): AsyncGenerator<Table.Item[]> | undefined {
  const { pk, prefix } = source;
  // Sorts after every key that begins with the period's end; without an end, after every key of the source.
  const end = `${prefix}${to}~`;
  const behind = after ? upTo(source, after) : end;
  const range = { from: `${prefix}${from}`, upTo: behind < end ? behind : end };
  return range.from <= range.upTo ? Table.pages({ pk, ...range, newestFirst: true, limit }) : undefined;
}

/** A page stops reading after this many items. A page of a rare kind may be shorter than its limit, but not the last. */
const MAX_READ = 500;

/** The number of items that a selective list reads at a time. */
export const SELECTIVE_BATCH = 100;

/**
 * Returns a page.
 * @param show returns the row of each item, in their order; undefined if the list omits it
 * @param batch the number of items that are read and shown at a time
 */
export async function pageOf<F extends ListPosition, T>(
  merged: Merged<F>,
  limit: number,
  show: (found: readonly F[]) => Promise<readonly (T | undefined)[]>,
  { batch = limit + 1, filters = "" }: { readonly batch?: number; readonly filters?: string } = {},
) {
  const rows: { readonly place: ListPosition; readonly one: T }[] = [];
  let read = 0;
  let last: ListPosition | undefined;
  while (rows.length <= limit && read < MAX_READ) {
    const found = await merged.take(batch);
    if (found.length === 0) return { rows: rows.map(({ one }) => one), next: undefined };
    read += found.length;
    last = found.at(-1);
    const shown = await show(found);
    rows.push(
      ...found.flatMap((place, index) => {
        const one = shown[index];
        return one === undefined ? [] : [{ place, one }];
      }),
    );
  }
  const page = rows.slice(0, limit);
  const end = rows.length > limit ? page.at(-1)?.place : last;
  return { rows: page.map(({ one }) => one), next: end && toCursor(end, filters) };
}

/** Returns the position after which a page starts. @throws INVALID_REQUEST, also for a cursor of other filters */
export function parseStart(
  { cursor }: { readonly cursor?: string | undefined },
  filters = "",
): ListPosition | undefined {
  const place = cursor === undefined ? undefined : fromCursor(cursor, filters);
  if (cursor === undefined || place) return place;
  throw wrongCursor();
}
