import * as z from "zod";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { transaction, transactionMetadata, transactionMonth, transactionReference } from "./entity.ts";
import { monthOf } from "./month.ts";
import { type NewTransaction, type Transaction, transactionItem } from "./schema.ts";

/** Transactions with the world outside: one item each, found by any id that a provider has for it. `list.ts` pages through them. */

export { type Filter, type Found, list, type SortField, sortFields } from "./list.ts";

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

/** Where an item stands in the index of what is due. */
export interface Due {
  readonly duePk: string;
  readonly dueSk: string;
}

/**
 * The writes that open a transaction under its own id; the first of them is refused where there is one of that id. Two of one user
 * do not go into the same transaction: they count in the same month.
 */
export const opening = (one: NewTransaction, due?: Due): readonly [Table.Write, ...Table.Write[]] => [
  referring(one.transactionId, one),
  ...replacing(one, due),
  {
    update: {
      key: transactionMonth.key({ userId: one.userId, month: monthOf(one.createdAt) }),
      update: "SET #month = :month ADD #count :one",
      names: { "#month": "month", "#count": "count" },
      values: { ":month": monthOf(one.createdAt), ":one": 1n },
    },
  },
];

/** The writes that put a transaction over the one that stands there. */
export function replacing({ metadata, ...one }: NewTransaction, due?: Due): readonly Table.Write[] {
  const { transactionId } = one;
  const noted = { put: { ...transactionMetadata.key({ transactionId }), metadata } };
  return [{ put: { ...keyOf(one), ...one, ...due } }, ...(Object.keys(metadata).length > 0 ? [noted] : [])];
}

/** The transaction that an id names, its own or a provider's; undefined where there is none. */
export async function find(reference: string): Promise<Transaction | undefined> {
  const pointer = await Table.get(transactionReference.key({ reference }));
  if (!pointer) return undefined;
  const { userId, createdAt, transactionId } = pointer as unknown as Transaction;
  return of(await Table.get(keyOf({ userId, createdAt, transactionId })));
}

const noted = z.object({ metadata: z.record(z.string(), z.string()) });

/** What the maker of a transaction noted with it. */
export async function metadataOf({
  transactionId,
}: Pick<Transaction, "transactionId">): Promise<Readonly<Record<string, string>>> {
  const item = await Table.get(transactionMetadata.key({ transactionId }));
  return item ? noted.parse(item).metadata : {};
}

/** The transaction that an item of the table is, such as one that a refused condition shows. */
export const of = (item: Table.Item | undefined): Transaction | undefined =>
  item && transactionItem.parse(item);
