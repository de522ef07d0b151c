import type * as z from "zod";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type * as Table from "../../platform/table/index.ts";
import { type ListPage, list as listOf } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import { trailLine } from "./entity.ts";
import type { Deed } from "./schema.ts";

/**
 * The trail of administration: who did what, when, to whom. A line is a write of the deed's own transaction, so
 * nothing is done without it, and nothing ever changes one.
 */

export type Line = z.output<typeof trailLine.schema>;

/** Who does something: a user, or an operator at the command line. */
export type Author = { readonly userId: string } | { readonly operator: string };

/** How a line names its author. */
export const nameOf = (author: Author): string =>
  "userId" in author ? author.userId : `operator:${author.operator}`;

/** What of a line its author decides. */
export interface Noted {
  readonly deed: Deed;
  readonly to?: string | undefined;
  readonly reason?: string;
  readonly about?: Readonly<Record<string, string>>;
}

/** The list of everything; the others are users' ids, which begin otherwise. */
const ALL = "all";

/** The writes that put a deed on the trail, for the transaction that does it. Never refused. */
export function noting(author: Author, { deed, to, reason = "", about = {} }: Noted): readonly Table.Write[] {
  const line = {
    deedId: Ids.create("deed"),
    at: Clock.nowIso(),
    deed,
    by: nameOf(author),
    ...(to !== undefined && { to }),
    reason,
    about,
  };
  const lists = to === undefined ? [ALL] : [ALL, to];
  return lists.map((list) => ({
    put: { ...line, ...trailLine.key({ ...line, list }) },
    where: Where.absent,
  }));
}

/** A page of a list, and where the next one begins. */
export interface Wanted {
  readonly limit: number;
  /** The `deedId` that the page before ended with. */
  readonly after?: string | undefined;
}

/** The trail, newest first. @param to only what was done to this user */
export const list = ({ limit, after }: Wanted, to: string | undefined): Promise<ListPage<Line>> => {
  const of = { list: to ?? ALL };
  return listOf(trailLine, of, {
    limit,
    after: after === undefined ? undefined : trailLine.key({ ...of, deedId: after }),
  });
};
