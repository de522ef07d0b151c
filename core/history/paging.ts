import { wrongCursor } from "../kernel/errors.ts";
import type { Merged } from "./merged.ts";
import * as Places from "./places.ts";

/** Pages of lists that are merged of several sources. */

/** The most that is looked at for a page: one of a rare kind may be shorter than asked for, and go on. */
const MAX_LOOKED_AT = 500;

export interface PageOf<T> {
  readonly rows: T[];
  /** Undefined on the last page. */
  readonly next: string | undefined;
}

/** A page. @param show what is shown of what was found, in its order; undefined of what the list leaves out */
export async function pageOf<F extends Places.Place, T>(
  merged: Merged<F>,
  limit: number,
  show: (found: readonly F[]) => Promise<readonly (T | undefined)[]>,
): Promise<PageOf<T>> {
  const rows: { readonly place: Places.Place; readonly one: T }[] = [];
  let looked = 0;
  let last: Places.Place | undefined;
  while (rows.length <= limit && looked < MAX_LOOKED_AT) {
    const found = await merged.take(limit + 1);
    if (found.length === 0) return { rows: rows.map(({ one }) => one), next: undefined };
    looked += found.length;
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
  return { rows: page.map(({ one }) => one), next: end && Places.toCursor(end) };
}

/** Behind what a page goes on. @throws INVALID_REQUEST */
export function placeOf({ cursor }: { readonly cursor?: string | undefined }): Places.Place | undefined {
  const place = cursor === undefined ? undefined : Places.fromCursor(cursor);
  if (cursor === undefined || place) return place;
  throw wrongCursor();
}
