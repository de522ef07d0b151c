import type { LiveActor } from "../../identity/actor.ts";
import type { Reference } from "../../ledger/schema.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { transaction, transactionMetadata, transactionReference } from "./entity.ts";
import type { NewTransaction, SortField, Transaction, TransactionName, TransactionStatus } from "./schema.ts";

/** Transactions with the world outside: one item each, found by any id that a provider has for it. */

export const keyOf = (one: TransactionName): Table.Key => transaction.key(one);

/** What the flag names where a payment's money is in `suspense`. */
export const suspenseOf = ({ transactionId }: Pick<Transaction, "transactionId">): Reference => ({
  kind: "payment_intent",
  id: transactionId,
});

/** The write that makes an id name a transaction. Refused where the id names one already. */
export const referring = (
  reference: string,
  { userId, createdAt, transactionId }: TransactionName,
): Table.Write => ({
  put: { ...transactionReference.key({ reference }), userId, createdAt, transactionId },
  where: Where.absent,
});

/** Lets ids of the provider's name a transaction; again, it changes nothing. */
export async function refer(
  references: readonly (string | undefined)[],
  one: TransactionName,
): Promise<void> {
  for (const reference of references) if (reference) await Table.tryCommit([referring(reference, one)]);
}

/** The attributes of an item that is due (`Due.at`). */
export interface Due {
  readonly duePk: string;
  readonly dueSk: string;
}

/**
 * The writes that open a transaction under its own id. The first of them is refused where that id is taken.
 */
export const opening = (one: NewTransaction, due?: Due): readonly [Table.Write, ...Table.Write[]] => [
  referring(one.transactionId, one),
  ...replacing(one, due),
];

/** The writes that put a transaction in the place of the one of its id. */
export function replacing({ metadata, ...one }: NewTransaction, due?: Due): readonly Table.Write[] {
  const { transactionId } = one;
  const noted = { put: { ...transactionMetadata.key({ transactionId }), metadata } };
  return [
    { put: { ...transaction.item(one), ...due } },
    ...(Object.keys(metadata).length > 0 ? [noted] : []),
  ];
}

/** The transaction that an id names, its own or a provider's; undefined where there is none. */
export async function find(reference: string): Promise<Transaction | undefined> {
  const named = await Table.find(transactionReference, { reference });
  return named && Table.find(transaction, named);
}

/** The transaction as it is now. @throws TypeError when it is gone: nothing ever deletes one */
export async function read(one: TransactionName): Promise<Transaction> {
  const now = await Table.find(transaction, one);
  if (!now) throw new TypeError(`the record of transaction ${one.transactionId} is gone`);
  return now;
}

/** A change of a transaction, where it still is as the condition says. */
export type Change = Table.Changes & { readonly where: Where.Where };

/** Changes a transaction. @returns it after, or undefined where the condition does not hold */
export async function change(one: TransactionName, wanted: Change): Promise<Transaction | undefined> {
  const item = await Table.unlessRefused(Table.update(keyOf(one), wanted));
  return item && transaction.parse(item);
}

/** What the maker of a transaction noted with it. */
export async function metadataOf({
  transactionId,
}: Pick<Transaction, "transactionId">): Promise<Readonly<Record<string, string>>> {
  return (await Table.find(transactionMetadata, { transactionId }))?.metadata ?? {};
}

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
    readRange(newestIn(range, sort), skip, limit),
  ]);
  return { transactions, total };
}

const newestIn = (range: Range, { order }: Filter["sort"]) => ({ ...range, newestFirst: order === "desc" });

/** The actor's latest transactions. */
export const latest = (actor: LiveActor, limit: number): Promise<Transaction[]> =>
  readRange({ ...rangeOf(actor, {}), newestFirst: true }, 0, limit);

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
  const found = await readRange({ ...rangeOf(actor, time), newestFirst: true }, 0, MAX_SPENT);
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
async function readRange(range: Omit<Table.QueryInput, "limit">, skip: number, limit: number) {
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

/** Thrown out of an entry that is not to be: what it would book was booked before. */
export class NothingToPost extends Error {
  override readonly name = "NothingToPost";
}

/** What the entry answers, or the other answer where it was booked before. */
export async function unlessNothing<T>(entry: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await entry;
  } catch (error) {
    if (error instanceof NothingToPost) return otherwise;
    throw error;
  }
}
