import { fail, InvalidRequest } from "../../../core/kernel/errors.ts";
import { text } from "../../../core/kernel/texts/index.ts";

/**
 * Pages of a list that stands still. A cursor is opaque to clients: it says after how many entries the next
 * page begins.
 */

export interface Page<T> {
  readonly items: readonly T[];
  /** Where the next page begins; undefined on the last one. */
  readonly nextCursor: string | undefined;
}

/**
 * The page of a list that a cursor leads to; the first one without.
 * @throws INVALID_REQUEST for a cursor that no page gave
 */
export function pageOf<T>(all: readonly T[], cursor: string | undefined, size: number): Page<T> {
  const start = cursor === undefined ? 0 : startOf(cursor);
  if (start > 0 && start >= all.length) throw invalidCursor();
  const end = start + size;
  return {
    items: all.slice(start, end),
    nextCursor: end < all.length ? Buffer.from(`after:${end}`).toString("base64url") : undefined,
  };
}

function startOf(cursor: string): number {
  const [, digits] = /^after:([1-9]\d{0,8})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (digits === undefined) throw invalidCursor();
  return Number(digits);
}

export const invalidCursor = (): Error =>
  fail(InvalidRequest, {
    message: text(
      "The cursor is none that a page gave. Begin again without one.",
      "Ce curseur ne vient d'aucune page. Recommencez sans curseur.",
    ),
    details: {
      fields: [
        {
          field: "cursor",
          message: text(
            "must be the nextCursor of the page before",
            "doit être le nextCursor de la page précédente",
          ),
        },
      ],
    },
  });
