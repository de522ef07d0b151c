import type { Reference } from "../../ledger/schema.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { transaction, transactionMetadata, transactionReference } from "./entity.ts";
import type { NewTransaction, Transaction, TransactionName } from "./schema.ts";

/** Transactions with the world outside: one item each, found by any id that a provider has for it. */

export { type Filter, type Found, latest, list, listReads, spentByCard } from "./list.ts";

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
