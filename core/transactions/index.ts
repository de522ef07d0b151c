import type { UserActor } from "../identity/actor.ts";
import type { Key } from "../platform/entity.ts";
import * as Table from "../platform/table.ts";
import { TRANSACTION_PREFIX, transaction, transactionReference } from "./entity.ts";
import { type Transaction, type TransactionStatus, transactionItem } from "./schema.ts";

/** Transactions with the world outside: one item each, found by any id that a provider has for it. */

export const keyOf = (one: Pick<Transaction, "userId" | "createdAt" | "transactionId">): Key =>
  transaction.key(one);

/** The write that makes an id name a transaction. Refused where the id names one already. */
export const referring = (reference: string, one: Transaction): Table.Write => ({
  put: {
    ...transactionReference.key({ reference }),
    userId: one.userId,
    createdAt: one.createdAt,
    transactionId: one.transactionId,
  },
  condition: "attribute_not_exists(pk)",
});

/** The writes that open a transaction under its own id; the first of them is refused where there is one of that id. */
export const opening = (one: Transaction): readonly [Table.Write, Table.Write] => [
  referring(one.transactionId, one),
  { put: { ...keyOf(one), ...one } },
];

/** The transaction that an id names, its own or a provider's; undefined where there is none. */
export async function find(reference: string): Promise<Transaction | undefined> {
  const pointer = await Table.get(transactionReference.key({ reference }));
  if (!pointer) return undefined;
  const { userId, createdAt, transactionId } = pointer as unknown as Transaction;
  return of(await Table.get(keyOf({ userId, createdAt, transactionId })));
}

/** The transaction that an item of the table is, such as one that a refused condition shows. */
export const of = (item: Table.Item | undefined): Transaction | undefined =>
  item && transactionItem.parse(item);

export const sortFields = ["createdAt", "amount", "status", "type"] as const;
export type SortField = (typeof sortFields)[number];

export interface Filter {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  readonly status?: TransactionStatus | undefined;
  /** ISO 8601, both inclusive. */
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
 * A page of the actor's transactions. Totals are exact because all of the wanted time are read: some 2,000 a megabyte, which one
 * query gives.
 */
export async function list(actor: UserActor, filter: Filter): Promise<Found> {
  const pk = transaction.partition({ userId: actor.userId });
  const bounds = {
    from: `${TRANSACTION_PREFIX}${filter.from ?? ""}`,
    // Above every id of that instant, and above every instant where none is told.
    upTo: `${TRANSACTION_PREFIX}${filter.to ?? ""}~`,
  };
  const items = await Table.queryAll({ pk, ...bounds });
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
