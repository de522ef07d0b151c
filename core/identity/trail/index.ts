import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Table from "../../platform/table/index.ts";
import { type ListPage, list as listOf, type Paging } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import { hashOf, START } from "./chain.ts";
import { trailHead, trailLine } from "./entity.ts";
import { ALL, type AuditAction, type Line } from "./schema.ts";

/**
 * The audit trail of administration. A line states an action, its author, its time and the affected user. It is written in the
 * action's own transaction and never changes.
 *
 * The lines of an author are a hash chain, whose end is an item of its own (`TrailHead`). One chain of all lines would be one
 * item that all staff write, so an author's chain contends only with the author's own concurrent actions. The condition on the
 * end makes the transaction of the later action fail with `ConditionFailed`, after which the action is decided again.
 */

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

/** The condition that failed is that of the chain's end: another action of the author was recorded concurrently. */
class ChainContinued extends Table.ConditionFailed {}

/** Returns the key of the end of an author's chain, which `recordWrites` continues. */
export const headKey = (author: Author): Table.Key => trailHead.key({ by: nameOf(author) });

/** Reads the end of an author's chain. */
export const readHead = (author: Author): Promise<Table.Item | undefined> => Table.get(headKey(author));

/**
 * Returns the writes that record an action, for the action's transaction.
 * @param head the item at `headKey` of the author. The writes fail with `ConditionFailed` if it has changed, so the transaction
 *   belongs into `Table.change`, `Table.retry` or the draft of an entry, which read it again
 */
export function recordWrites(
  author: Author,
  { deed, to, reason = "", about = {} }: AuditRecord,
  head: Table.Item | undefined,
): readonly Table.Write[] {
  const before = head && trailHead.parse(head);
  const content = {
    deedId: Ids.create("deed"),
    at: Clock.nowIso(),
    deed,
    by: nameOf(author),
    ...(to !== undefined && { to }),
    // The table stores UTF-8: a lone surrogate would come back changed and break the hash.
    reason: reason.toWellFormed(),
    about: Object.fromEntries(Object.entries(about).map(([name, value]) => [name, value.toWellFormed()])),
    seq: (before?.seq ?? 0n) + 1n,
    previousHash: before?.hash ?? START,
  };
  const { by, seq } = content;
  const line = { ...content, hash: hashOf(content) };
  const lists = to === undefined ? [ALL] : [ALL, to];
  return [
    ...lists.map((list) => Table.appendWrite({ ...line, ...trailLine.key({ ...line, list }) })),
    {
      put: trailHead.item({ by, seq, hash: line.hash }),
      where: before ? Where.is({ hash: before.hash }) : Where.absent,
      onConditionFailed: (current) => new ChainContinued(current),
    },
  ];
}

/**
 * Commits the writes of an action together with its record. Repeats the transaction while another action continues the author's
 * chain concurrently.
 * @param known the end of the author's chain, if the caller has read it together with other items
 * @throws the errors of the writes; ConditionFailed if a write is rejected that states none; CONTENTION
 */
export async function record(
  author: Author,
  action: AuditRecord,
  writes: readonly Table.Write[],
  known?: { readonly head: Table.Item | undefined },
): Promise<void> {
  const rejected = await Table.retry(async (attempt) => {
    const head = known && attempt === 1 ? known.head : await readHead(author);
    try {
      await Table.commit([...writes, ...recordWrites(author, action, head)]);
      return undefined;
    } catch (error) {
      if (error instanceof Table.ConditionFailed && !(error instanceof ChainContinued)) return error;
      throw error;
    }
  });
  if (rejected) throw rejected;
}

export type TrailPage = Paging;

/** Lists the trail, newest first. @param to limits it to the actions on one user */
export const list = (page: TrailPage, to: string | undefined): Promise<ListPage<Line>> =>
  listOf(trailLine, { list: to ?? ALL }, page);
