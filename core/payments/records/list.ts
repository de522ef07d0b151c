import type { UserActor } from "../../identity/actor.ts";
import * as Table from "../../platform/table/index.ts";
import { MONTH_PREFIX, TRANSACTION_PREFIX, transaction } from "./entity.ts";
import { isWithin, monthOf, type Stretch } from "./month.ts";
import { type Transaction, type TransactionStatus, transactionItem, transactionMonthItem } from "./schema.ts";

/** A user's transactions, page by page, with exact totals. */

export const sortFields = ["createdAt", "amount", "status", "type"] as const;
export type SortField = (typeof sortFields)[number];

export interface Filter extends Stretch {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  readonly status?: TransactionStatus | undefined;
  readonly sort: { readonly field: SortField; readonly order: "asc" | "desc" };
}

export interface Found {
  readonly transactions: readonly Transaction[];
  /** How many there are on all pages together. */
  readonly total: number;
}

/**
 * A page of the actor's transactions. By time, it costs what it shows and what of its month comes before it; a status or another
 * order asks for all of the wanted time.
 */
export function list({ userId }: UserActor, filter: Filter): Promise<Found> {
  const pk = transaction.partition({ userId });
  const byTime = filter.status === undefined && filter.sort.field === "createdAt";
  return byTime ? paged(pk, filter) : sorted(pk, filter);
}

/** Where the sort keys of a stretch begin and end. */
const boundsOf = ({ from, to }: Stretch) => ({
  from: `${TRANSACTION_PREFIX}${from ?? ""}`,
  // Above every id of that instant, and above every instant where none is told.
  upTo: `${TRANSACTION_PREFIX}${to ?? ""}~`,
});

async function sorted(pk: string, filter: Filter): Promise<Found> {
  const items = await Table.queryAll({ pk, ...boundsOf(filter) });
  const found = items
    .map((item) => transactionItem.parse(item))
    .filter(({ status }) => filter.status === undefined || status === filter.status)
    .sort(ordered(filter.sort));
  const start = (filter.page - 1) * filter.limit;
  return { transactions: found.slice(start, start + filter.limit), total: found.length };
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

interface Month {
  readonly month: string;
  /** Of its transactions those that lie within the wanted time. */
  readonly count: number;
}

async function paged(pk: string, filter: Filter): Promise<Found> {
  const { page, limit, sort } = filter;
  const months = await monthsOf(pk, filter);
  const total = months.reduce((sum, { count }) => sum + count, 0);
  if (sort.order === "desc") months.reverse();
  let skip = (page - 1) * limit;
  for (const { month, count } of months) {
    if (skip < count) return { total, transactions: await read(pk, filter, month, skip) };
    skip -= count;
  }
  return { total, transactions: [] };
}

/** The months of the wanted time, oldest first. What lies in a month that an end of it cuts is counted anew. */
async function monthsOf(pk: string, { from, to }: Stretch): Promise<Month[]> {
  const items = await Table.queryAll({
    pk,
    from: `${MONTH_PREFIX}${monthOf(from ?? "")}`,
    upTo: `${MONTH_PREFIX}${monthOf(to ?? "")}~`,
  });
  return Promise.all(
    items.map(async (item) => {
      const { month, count } = transactionMonthItem.parse(item);
      if (isWithin(month, { from, to })) return { month, count };
      return { month, count: (await Table.queryAll({ pk, ...partOf(month, { from, to }) })).length };
    }),
  );
}

/** Where the sort keys of a month's part of a stretch begin and end. */
function partOf(month: string, stretch: Stretch) {
  const whole = boundsOf(stretch);
  const { from, upTo } = boundsOf({ from: month, to: month });
  return { from: from > whole.from ? from : whole.from, upTo: upTo < whole.upTo ? upTo : whole.upTo };
}

/** The page that begins so many transactions into a month. */
async function read(pk: string, filter: Filter, month: string, skip: number): Promise<Transaction[]> {
  const newestFirst = filter.sort.order === "desc";
  const whole = boundsOf(filter);
  const part = partOf(month, filter);
  const range = newestFirst ? { ...whole, upTo: part.upTo } : { ...whole, from: part.from };
  const items: Table.Item[] = [];
  let after: Table.Item | undefined;
  do {
    const limit = skip + filter.limit - items.length;
    const page: Table.Page = await Table.query({ pk, ...range, newestFirst, limit, after });
    items.push(...page.items);
    after = page.next;
  } while (after && items.length < skip + filter.limit);
  return items.slice(skip).map((item) => transactionItem.parse(item));
}
