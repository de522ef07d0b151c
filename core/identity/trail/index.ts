import type * as z from "zod";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type * as Table from "../../platform/table/index.ts";
import { type ListPage, list as listOf, type Paging } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import { trailLine } from "./entity.ts";
import type { AuditAction } from "./schema.ts";

/**
 * The audit trail of administration. A line states an action, its author, its time and the affected user. It is written in the
 * action's own transaction and never changes.
 */

export type Line = z.output<typeof trailLine.schema>;

/** The author of an action: a user, or an operator at the command line. */
export type Author = { readonly userId: string } | { readonly operator: string };

const nameOf = (author: Author): string =>
  "userId" in author ? author.userId : `operator:${author.operator}`;

interface AuditRecord {
  readonly deed: AuditAction;
  readonly to?: string | undefined;
  readonly reason?: string;
  readonly about?: Readonly<Record<string, string>>;
}

/** The id of the list of all actions. The ids of the other lists are user ids. */
const ALL = "all";

/** Returns the writes that record an action, for the action's transaction. They never fail. */
export function recordWrites(
  author: Author,
  { deed, to, reason = "", about = {} }: AuditRecord,
): readonly Table.Write[] {
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

export type TrailPage = Paging;

/** Lists the trail, newest first. @param to limits it to the actions on one user */
export const list = (page: TrailPage, to: string | undefined): Promise<ListPage<Line>> =>
  listOf(trailLine, { list: to ?? ALL }, page);
