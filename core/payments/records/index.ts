import type { LiveActor } from "../../identity/actor.ts";
import type { Reference } from "../../ledger/schema.ts";
import type { DueAttributes } from "../../platform/due/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { transaction, transactionMetadata, transactionReference } from "./entity.ts";
import type { NewTransaction, SortField, Transaction, TransactionName, TransactionStatus } from "./schema.ts";

/** Records of payments, orders, refunds and bank transfers: one item each, found by any id of a provider. */

export const keyOf = (one: TransactionName): Table.Key => transaction.key(one);

/** Returns the reference that flags a payment's money in `suspense`. */
export const suspenseReference = ({ transactionId }: Pick<Transaction, "transactionId">): Reference => ({
  kind: "payment_intent",
  id: transactionId,
});

/** Returns the write that makes an id refer to a transaction. It fails if the id already refers to one. */
export const referenceWrite = (
  reference: string,
  { userId, createdAt, transactionId }: TransactionName,
): Table.Write => ({
  put: { ...transactionReference.key({ reference }), userId, createdAt, transactionId },
  where: Where.absent,
});

/** Makes ids of the provider refer to a transaction. Repeating it changes nothing. */
export async function addReferences(
  references: readonly (string | undefined)[],
  one: TransactionName,
): Promise<void> {
  for (const reference of references) if (reference) await Table.tryCommit([referenceWrite(reference, one)]);
}

/** Returns the writes that open a transaction under its own id. The first one fails if the id is taken. */
export const openWrites = (
  one: NewTransaction,
  due?: DueAttributes,
): readonly [Table.Write, ...Table.Write[]] => [
  referenceWrite(one.transactionId, one),
  ...replaceWrites(one, due),
];

/** Returns the writes that replace the transaction of the same id. */
export function replaceWrites(
  { metadata, ...one }: NewTransaction,
  due?: DueAttributes,
): readonly Table.Write[] {
  const { transactionId } = one;
  const metadataWrite = { put: { ...transactionMetadata.key({ transactionId }), metadata } };
  return [
    { put: { ...transaction.item(one), ...due } },
    ...(Object.keys(metadata).length > 0 ? [metadataWrite] : []),
  ];
}

/** Returns the transaction that an id refers to, its own or a provider's, or undefined. */
export async function find(reference: string): Promise<Transaction | undefined> {
  const named = await Table.find(transactionReference, { reference });
  return named && Table.find(transaction, named);
}

/** Reads a transaction. @throws TypeError if it is missing: a transaction is never deleted */
export async function read(one: TransactionName): Promise<Transaction> {
  const now = await Table.find(transaction, one);
  if (!now) throw new TypeError(`the record of transaction ${one.transactionId} is missing`);
  return now;
}

export type Change = Table.Changes & { readonly where: Where.Where };

/** Changes a transaction. @returns the new transaction, or undefined if the condition fails */
export async function change(one: TransactionName, wanted: Change): Promise<Transaction | undefined> {
  const item = await Table.ignoreConditionFailure(Table.update(keyOf(one), wanted));
  return item && transaction.parse(item);
}

export async function readMetadata({
  transactionId,
}: Pick<Transaction, "transactionId">): Promise<Readonly<Record<string, string>>> {
  return (await Table.find(transactionMetadata, { transactionId }))?.metadata ?? {};
}

export interface Filter {
  /** Starts at 1. */
  readonly page: number;
  readonly limit: number;
  readonly status?: TransactionStatus | undefined;
  /** The period, both instants included: ISO 8601, UTC. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly sort: { readonly field: SortField; readonly order: "asc" | "desc" };
}

export interface TransactionPage {
  readonly transactions: readonly Transaction[];
  /** The number of transactions on all pages. */
  readonly total: number;
}

/**
 * Returns a page of the actor's transactions with the exact total. By time it reads no further than the page; for any
 * other order it reads the whole period. The total counts items: 3,000 of them are 1 MB, 2 round trips and 250 read
 * units, instead of one more contended write in each transaction that opens one.
 */
export async function list(actor: LiveActor, filter: Filter): Promise<TransactionPage> {
  const { page, limit, status, sort } = filter;
  const range = rangeOf(actor, filter);
  const skip = (page - 1) * limit;
  if (status !== undefined || sort.field !== "createdAt") {
    const all = (await Table.queryAll(range)).map(transaction.parse);
    const found = all.filter((one) => status === undefined || one.status === status).sort(compareBy(sort));
    return { transactions: found.slice(skip, skip + limit), total: found.length };
  }
  const [total, transactions] = await Promise.all([
    Table.count(range),
    readRange({ ...range, newestFirst: sort.order === "desc" }, skip, limit),
  ]);
  return { transactions, total };
}

export const listLatest = (actor: LiveActor, limit: number): Promise<Transaction[]> =>
  readRange({ ...rangeOf(actor, {}), newestFirst: true }, 0, limit);

/** The maximum of records that `listCardPurchases` reads. */
const MAX_SPENT = 1000;

/** Returns the actor's booked payments to merchants and for orders in a period, among its latest thousand records. */
export async function listCardPurchases(
  actor: LiveActor,
  time: Pick<Filter, "from" | "to">,
): Promise<Transaction[]> {
  const found = await readRange({ ...rangeOf(actor, time), newestFirst: true }, 0, MAX_SPENT);
  return found.filter(
    ({ type, merchantId, entryId }) =>
      entryId !== undefined && (type === "checkout" || (type === "payment" && merchantId !== undefined)),
  );
}

const rangeOf = (
  { userId }: Pick<LiveActor, "userId">,
  { from = "", to = "" }: Pick<Filter, "from" | "to">,
): Pick<Table.QueryInput, "pk" | "from" | "upTo"> => ({
  pk: transaction.partition({ userId }),
  from: `${transaction.prefix}${from}`,
  // Sorts after every id of that instant, and after every instant without an end.
  upTo: `${transaction.prefix}${to}~`,
});

/** The maximum of items in one round trip, whose response has at most 1 MB. */
const MAX_READ = 1000;

/** Returns the number of items of each round trip: equal parts, so that the last reads no further than the page. */
const pageSize = (count: number): number => Math.ceil(count / Math.ceil(count / MAX_READ));

/** Reads transactions of a range after the skipped ones. */
async function readRange(range: Omit<Table.QueryInput, "limit">, skip: number, limit: number) {
  const items: Table.Item[] = [];
  let left = skip;
  const end = skip + limit;
  for await (const page of Table.pages({ ...range, limit: pageSize(end) })) {
    items.push(...page.slice(left));
    left = Math.max(0, left - page.length);
    if (items.length >= limit) break;
  }
  return items.slice(0, limit).map(transaction.parse);
}

/** Compares by the field, then by time and id, so that pages never overlap. */
function compareBy({ field, order }: Filter["sort"]): (a: Transaction, b: Transaction) => number {
  const sign = order === "asc" ? 1 : -1;
  const value = (one: Transaction) => (field === "amount" ? one.amountMinor : one[field]);
  const compare = <T>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);
  return (a, b) =>
    sign *
    (compare(value(a), value(b)) ||
      compare(a.createdAt, b.createdAt) ||
      compare(a.transactionId, b.transactionId));
}

/** Thrown from a draft without anything to post: the entry exists already, or it would move nothing. */
export class NothingToPost extends Error {
  override readonly name = "NothingToPost";
}

/** Returns the result of an entry, or `otherwise` if there was nothing to post. */
export async function ignoreNothingToPost<T>(entry: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await entry;
  } catch (error) {
    if (error instanceof NothingToPost) return otherwise;
    throw error;
  }
}
