import * as z from "zod";
import { historyLine } from "../ledger/entity.ts";
import type { RunningLine } from "../ledger/schema.ts";
import { transaction } from "../payments/records/entity.ts";
import type { Transaction } from "../payments/records/schema.ts";
import type * as Table from "../platform/table/index.ts";

/** Where the parts of a history stand: each account's lines, and a user's records, all by time. */

/** Something that may be in the list, and where it stands in it. */
export interface Place {
  readonly createdAt: string;
  /** The account's id, or the records'. */
  readonly source: string;
  /** Its sort key there: what is made later in a source has a higher one. */
  readonly sk: string;
}

export type Found = Place &
  (
    | { readonly line: RunningLine; readonly record?: never }
    | { readonly record: Transaction; readonly line?: never }
  );

/** Behind every account's id. */
const RECORDS = "~";

export interface Source<F extends Place = Found> {
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

/** Newest first; within an instant by source, and in one source as it was made. */
export const order = (a: Place, b: Place): number =>
  compare(b.createdAt, a.createdAt) || compare(a.source, b.source) || compare(b.sk, a.sk);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The highest sort key that a source may have behind a place. That of the place itself is still to be left out. */
export function upTo(
  { name, prefix }: Pick<Source, "name" | "prefix">,
  { createdAt, source, sk }: Place,
): string {
  if (name === source) return sk;
  // Of its instant come those of the sources behind it.
  return `${prefix}${createdAt}${name > source ? "#~" : ""}`;
}

const written = z.tuple([z.iso.datetime(), z.string().max(100), z.string().max(500)]);

export const toCursor = ({ createdAt, source, sk }: Place): string =>
  Buffer.from(JSON.stringify([createdAt, source, sk])).toString("base64url");

/** The place that a cursor names; undefined where it is none. It only says where to begin in one's own. */
export function fromCursor(cursor: string): Place | undefined {
  try {
    const [createdAt, source, sk] = written.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return { createdAt, source, sk };
  } catch {
    return undefined;
  }
}
