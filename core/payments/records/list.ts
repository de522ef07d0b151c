import type { LiveActor } from "../../identity/actor.ts";
import * as Table from "../../platform/table/index.ts";
import { transaction } from "./entity.ts";
import type { SortField, Transaction, TransactionStatus } from "./schema.ts";

/**
 * A user's transactions, page by page, with exact totals. A total counts the items: of 3,000 transactions
 * these are 1 MB, 2 round trips and 250 read units, against one more contended write in each transaction that
 * opens one.
 */

export interface Filter {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  readonly status?: TransactionStatus | undefined;
  /** ISO 8601, UTC; both ends included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly sort: { readonly field: SortField; readonly order: "asc" | "desc" };
}

export interface Found {
  readonly transactions: readonly Transaction[];
  /** How many there are on all pages together. */
  readonly total: number;
}

/**
 * A page of the actor's transactions. By time it reads no further than it shows; otherwise all of that time.
 */
export async function list(actor: LiveActor, filter: Filter): Promise<Found> {
  const { page, limit, status, sort } = filter;
  const range = rangeOf(actor, filter);
  const skip = (page - 1) * limit;
  if (status !== undefined || sort.field !== "createdAt") {
    const all = (await Table.queryAll(range)).map(transaction.parse);
    const found = all.filter((one) => status === undefined || one.status === status).sort(ordered(sort));
    return { transactions: found.slice(skip, skip + limit), total: found.length };
  }
  const [total, transactions] = await Promise.all([
    Table.count(range),
    read(newestIn(range, sort), skip, limit),
  ]);
  return { transactions, total };
}

/** What `list` reads first, by time; of any other order and of one status all is read. */
export function listReads(owner: Pick<LiveActor, "userId">, filter: Filter): Table.Reads {
  const { page, limit, status, sort } = filter;
  if (status !== undefined || sort.field !== "createdAt") return {};
  const range = rangeOf(owner, filter);
  return { counts: [range], ranges: [{ ...newestIn(range, sort), limit: stepOf(page * limit) }] };
}

const newestIn = (range: Range, { order }: Filter["sort"]) => ({ ...range, newestFirst: order === "desc" });

/** The actor's latest transactions. */
export const latest = (actor: LiveActor, limit: number): Promise<Transaction[]> =>
  read({ ...rangeOf(actor, {}), newestFirst: true }, 0, limit);

/** The most payments that `spentByCard` looks at. */
const MAX_SPENT = 1000;

/**
 * What the actor paid to merchants and for orders in a time: the latest thousand records of it, those that
 * succeeded. Top-ups of the own wallet are none.
 */
export async function spentByCard(
  actor: LiveActor,
  time: Pick<Filter, "from" | "to">,
): Promise<Transaction[]> {
  const found = await read({ ...rangeOf(actor, time), newestFirst: true }, 0, MAX_SPENT);
  return found.filter(
    ({ type, merchantId, entryId }) =>
      entryId !== undefined && (type === "checkout" || (type === "payment" && merchantId !== undefined)),
  );
}

type Range = Pick<Table.QueryInput, "pk" | "from" | "upTo">;

const rangeOf = (
  { userId }: Pick<LiveActor, "userId">,
  { from = "", to = "" }: Pick<Filter, "from" | "to">,
): Range => ({
  pk: transaction.partition({ userId }),
  from: `${transaction.prefix}${from}`,
  // Above every id of that instant, and above every instant where there is no end.
  upTo: `${transaction.prefix}${to}~`,
});

/** How many items one round trip reads at most: about as many as it has room for. */
const MAX_READ = 1000;

/** How many items a round trip reads of so many: equal parts, so that the last one reads no further than the page. */
const stepOf = (count: number): number => Math.ceil(count / Math.ceil(count / MAX_READ));

/** So many transactions of a range behind those that are skipped. */
async function read(range: Omit<Table.QueryInput, "limit">, skip: number, limit: number) {
  const items: Table.Item[] = [];
  let left = skip;
  const end = skip + limit;
  for await (const page of Table.pages({ ...range, limit: stepOf(end) })) {
    items.push(...page.slice(left));
    left = Math.max(0, left - page.length);
    if (items.length >= limit) break;
  }
  return items.slice(0, limit).map(transaction.parse);
}

/** By the field, then by time and id, so that pages never overlap. */
function ordered({ field, order }: Filter["sort"]): (a: Transaction, b: Transaction) => number {
  const sign = order === "asc" ? 1 : -1;
  const value = (one: Transaction) => (field === "amount" ? one.amountMinor : one[field]);
  const compare = <T>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);
  return (a, b) =>
    sign *
    (compare(value(a), value(b)) ||
      compare(a.createdAt, b.createdAt) ||
      compare(a.transactionId, b.transactionId));
}
